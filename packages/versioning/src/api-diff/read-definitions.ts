import { formatGroupVersion, platformVocabulary, type Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { toOpenApi, type OpenApiDefinitions } from '@pinnace/schema'
import type { ApiSurface, SurfaceOperation } from './api-surface.ts'

/** The surface of declared kinds, as a server that serves them would have it. */
export function readDefinitions(
  definitions: readonly ResourceDefinition[],
  vocabulary: Vocabulary = platformVocabulary,
): ApiSurface {
  const types: OpenApiDefinitions = {}
  const operations = new Map<string, SurfaceOperation>()
  for (const definition of definitions) {
    if (definition.served === false) continue
    const name = definition.openApiName
    const { group, version, kind } = definition
    const groupVersionKinds = [{ group, version, kind }]
    toOpenApi(definition.schema(), {
      version: 3,
      vocabulary,
      refName: (type) => type,
      name,
      groupVersionKinds,
      into: types,
    })
    const reference = { $ref: `#/components/schemas/${name}` }
    for (const [path, verbs] of pathsOf(definition)) {
      for (const verb of verbs) {
        const takesBody = verb === 'create' || verb === 'update'
        const body = takesBody ? reference : undefined
        operations.set(`${verb.toUpperCase()} ${path}`, { body, answer: reference, parameters: new Map() })
      }
    }
  }
  return {
    operations,
    types: Object.keys(types),
    type: (name) => (Object.hasOwn(types, name) ? types[name] : undefined),
  }
}

function pathsOf(definition: ResourceDefinition): readonly (readonly [string, readonly string[]])[] {
  const { group, resource, scope, verbs, subresources } = definition
  const root = `${group === '' ? '/api' : '/apis'}/${formatGroupVersion(definition)}`
  const base = `${root}/${scope === 'Namespaced' ? 'namespaces/{namespace}/' : ''}${resource}`
  return [
    [base, verbs],
    ...Object.entries(subresources).map(([name, below]) => [`${base}/{name}/${name}`, below.verbs] as const),
  ]
}
