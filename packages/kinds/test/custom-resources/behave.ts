import { FieldErrors, kubernetesVocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { createSchemaCache, toCustomResources } from '@pinnace/resources/custom-resource'
import { compileDecoder, compileDefaults, compileValidator } from '@pinnace/schema'
import { create, type Loose } from '../write.ts'
import { withFields } from './crd.ts'

/** The resource of a CRD whose spec has those fields. */
function resourceOf(fields: object, more: object = {}): ResourceDefinition {
  const { object, errors } = create('apiextensions.k8s.io/v1/CustomResourceDefinition', withFields(fields, more))
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const [resource] = toCustomResources(object, {
    vocabulary: kubernetesVocabulary,
    read: () => object,
    schemas: createSchemaCache(),
    since: 0n,
  })
  return resource!
}

/** What becomes of a spec that is read from a body: the spec, and the unknown fields. */
export function readSpec(fields: object, spec: unknown, more: object = {}): { spec: Loose; unknown: string[] } {
  const schema = resourceOf(fields, more).schema()
  const unknown: string[] = []
  const object: Loose = {
    apiVersion: 'example.dev/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: structuredClone(spec),
  }
  compileDecoder(schema, { goSemantics: false })(object, (path) => unknown.push(path))
  compileDefaults(schema)(object)
  return { spec: object.spec, unknown }
}

/** What is wrong with a spec, as `field: message`. */
export function judgeSpec(fields: object, spec: unknown, more: object = {}): string[] {
  const resource = resourceOf(fields, more)
  const { spec: read } = readSpec(fields, spec, more)
  const errors = new FieldErrors()
  const object: Loose = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'w' }, spec: read }
  compileValidator(resource.schema())(object, errors)
  resource.strategy.validate?.(object, errors, {} as never)
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}
