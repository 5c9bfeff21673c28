import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import { openApiName, type ResourceDefinition } from '@pinnace/resources'
import { toOpenApi, type OpenApiDefinitions, type OpenApiOptions } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { kindNames, subresourceTypeName } from './type-names.ts'
import { markUnions } from './unions.ts'

/** Types of `meta/v1` that paths refer to. */
const metaTypes: readonly { readonly name: string; readonly isKind: boolean; readonly only?: 2 }[] = [
  { name: 'APIGroup', isKind: true, only: 2 },
  { name: 'APIGroupList', isKind: true, only: 2 },
  { name: 'APIVersions', isKind: true, only: 2 },
  { name: 'APIResourceList', isKind: true },
  { name: 'DeleteOptions', isKind: true },
  { name: 'ListMeta', isKind: false },
  { name: 'Status', isKind: true },
]

/** Adds the definitions of all types that the paths of these resources refer to, directly or not, to `into`. */
export function addDefinitions(
  definitions: readonly ResourceDefinition[],
  version: 2 | 3,
  vocabulary: Vocabulary,
  into: OpenApiDefinitions,
): OpenApiDefinitions {
  const names = kindNames(vocabulary)
  const refName = (typeName: string): string => openApiName(vocabulary, typeName)
  const refPrefix = version === 2 ? '#/definitions/' : '#/components/schemas/'
  const options: OpenApiOptions = { version, vocabulary, refName, refPrefix, into }
  for (const { name, isKind, only } of metaTypes) {
    if ((only ?? version) !== version || Object.hasOwn(into, names.meta(name))) continue
    const groupVersionKinds = isKind ? [{ group: '', version: 'v1', kind: name }] : []
    toOpenApi(loadType(`meta.v1.${name}`), { ...options, groupVersionKinds })
  }
  into[names.meta('Patch')] ??= { description: 'A patch in the format of its media type.', type: 'object' }
  if (version === 2) into[names.versionInfo] ??= versionInfoDefinition
  const kindsExtension = `${vocabulary.schemaExtensionPrefix}group-version-kind`
  for (const definition of definitions) {
    toOpenApi(definition.schema(), { ...options, name: definition.openApiName, groupVersionKinds: [definition] })
    if (definition.verbs.includes('list')) {
      into[names.list(definition)] = listDefinition(definition, `${refPrefix}${names.meta('ListMeta')}`, options)
    }
    if (!definition.builtIn) markCustom(into, definition, { ...options, list: names.list(definition) })
    for (const subresource of Object.values(definition.subresources)) {
      if (subresource.type !== 'scale' && subresource.type !== 'create') continue
      const typeName = subresourceTypeName(subresource)
      if (typeName === undefined) continue
      const schema = subresource.type === 'create' ? subresource.schema() : loadType(typeName)
      const name = names.type(typeName)
      if (Object.hasOwn(into, name) && kindsExtension in (into[name] ?? {})) continue
      toOpenApi(schema, { ...options, name, groupVersionKinds: [subresource.kind] })
    }
  }
  markUnions(into, refName, `${vocabulary.schemaExtensionPrefix}unions`)
  return into
}

/** Adds what documents say of custom resources only: that nothing is known of their fields, and which can be selected. */
// upstream: apiextensions-apiserver/pkg/controller/openapi/builder/builder.go, buildKubeNative
function markCustom(
  into: OpenApiDefinitions,
  { openApiName: name, selectableFields }: ResourceDefinition,
  { version, vocabulary, list }: Pick<OpenApiOptions, 'version' | 'vocabulary'> & { readonly list: string },
): void {
  const prefix = vocabulary.schemaExtensionPrefix
  const { [`${prefix}preserve-unknown-fields`]: isOpen, ...known } = into[name] ?? {}
  if (version === 2 && isOpen === true) into[name] = { type: 'object', ...known }
  const fields = Object.keys(selectableFields).map((fieldPath) => ({ fieldPath }))
  if (fields.length === 0) return
  for (const marked of [name, list]) into[marked] = { ...into[marked], [`${prefix}selectable-fields`]: fields }
}

const versionInfoFields = [
  'buildDate',
  'compiler',
  'emulationMajor',
  'emulationMinor',
  'gitCommit',
  'gitTreeState',
  'gitVersion',
  'goVersion',
  'major',
  'minCompatibilityMajor',
  'minCompatibilityMinor',
  'minor',
  'platform',
]

const versionInfoDefinition = {
  description: 'The version of a server.',
  type: 'object',
  required: versionInfoFields.filter((name) => !/^(?:emulation|minCompatibility)/.test(name)),
  properties: Object.fromEntries(versionInfoFields.map((name) => [name, { type: 'string' }])),
}

function listDefinition(
  definition: ResourceDefinition,
  listMetaRef: string,
  { version, vocabulary, refPrefix = '' }: OpenApiOptions,
): Readonly<Record<string, unknown>> {
  const item = { $ref: `${refPrefix}${definition.openApiName}` }
  const metadata = { $ref: listMetaRef }
  const kind: GroupVersionKind = { group: definition.group, kind: definition.listKind, version: definition.version }
  return {
    description: `A list of ${definition.kind}.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: {
        type: 'array',
        items: version === 3 ? { default: {}, allOf: [item] } : item,
      },
      kind: { type: 'string' },
      metadata: version === 3 ? { default: {}, allOf: [metadata] } : metadata,
    },
    [`${vocabulary.schemaExtensionPrefix}group-version-kind`]: [kind],
  }
}
