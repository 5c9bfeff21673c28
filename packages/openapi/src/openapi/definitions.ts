import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import { openApiName, type ResourceDefinition } from '@pinnace/resources'
import { toOpenApi, toOpenApiInSteps, type OpenApiDefinitions, type OpenApiOptions } from '@pinnace/schema'
import { kindTable, groupName, loadType, typeName, type Descriptions } from '@pinnace/types'
import type { GroupVersionOfKinds } from './exchanged-group-versions.ts'
import type { PathOperations } from './operation.ts'
import { reachableDefinitions } from './reachable-definitions.ts'
import { kindNames, subresourceTypeName } from './type-names.ts'
import { markUnions } from './unions.ts'

/** What definitions are made for. */
export interface DefinitionContext {
  readonly version: 2 | 3
  readonly vocabulary: Vocabulary
  /** Where DeleteOptions and WatchEvent are kinds. */
  readonly exchanged: readonly GroupVersionOfKinds[]
  readonly descriptions: Descriptions
}

type DescribedOptions = OpenApiOptions & Required<Pick<OpenApiOptions, 'describe'>>

/** Types of `meta/v1` that paths refer to: those of one version, and those of every group. */
const metaKinds = ['APIGroup', 'APIGroupList', 'APIVersions', 'APIResourceList', 'Status']
const exchangedKinds = ['DeleteOptions', 'WatchEvent']

/** The definitions of all types that these paths of these resources refer to, directly or not. Can be interrupted. */
export function* definitionsInSteps(
  definitions: readonly ResourceDefinition[],
  paths: readonly PathOperations[],
  { version, vocabulary, exchanged, descriptions }: DefinitionContext,
): Generator<void, OpenApiDefinitions> {
  const into: OpenApiDefinitions = {}
  const refName = (name: string): string => openApiName(vocabulary, name)
  const refPrefix = version === 2 ? '#/definitions/' : '#/components/schemas/'
  const describe = describeWith(descriptions, vocabulary)
  const options: DescribedOptions = { version, vocabulary, refName, refPrefix, into, describe }
  addMetaTypes(exchanged, options, into)
  for (const definition of definitions) {
    // The schema is built when it is first asked for.
    if (definition.schemaInSteps === undefined) definition.schema()
    else yield* definition.schemaInSteps()
    yield
    yield* addResource(definition, options, into)
    yield
  }
  markKinds(into, options)
  markUnions(into, refName, `${vocabulary.schemaExtensionPrefix}unions`)
  yield
  return yield* reachableDefinitions(paths, into, refPrefix)
}

/** Fields that the vocabulary names are described by the name without its prefix. */
function describeWith(descriptions: Descriptions, { schemaExtensionPrefix }: Vocabulary): DescribedOptions['describe'] {
  return (type, field) => {
    if (field === undefined) return descriptions.ofType(type)
    const isExtension = type !== '' && field.startsWith(schemaExtensionPrefix)
    return descriptions.ofField(type, isExtension ? `x-${field.slice(schemaExtensionPrefix.length)}` : field)
  }
}

function addMetaTypes(
  exchanged: readonly GroupVersionOfKinds[],
  options: DescribedOptions,
  into: OpenApiDefinitions,
): void {
  const { vocabulary, describe } = options
  const names = kindNames(vocabulary)
  const addKind = (kind: string, versions: readonly GroupVersionOfKinds[]): void =>
    void toOpenApi(loadType(`meta.v1.${kind}`), {
      ...options,
      groupVersionKinds: versions.map((each) => ({ ...each, kind })),
    })
  for (const kind of metaKinds) addKind(kind, [{ group: '', version: 'v1' }])
  for (const kind of exchangedKinds) addKind(kind, exchanged)
  toOpenApi(loadType('meta.v1.ListMeta'), options)
  into[names.meta('Patch')] = { description: describe('meta.v1.Patch'), type: 'object' }
  into[names.versionInfo] = versionInfoDefinition(options)
}

function* addResource(
  definition: ResourceDefinition,
  options: DescribedOptions,
  into: OpenApiDefinitions,
): Generator<void> {
  const { vocabulary, refPrefix = '' } = options
  const names = kindNames(vocabulary)
  const own = { ...options, name: definition.openApiName, groupVersionKinds: [definition] }
  yield* toOpenApiInSteps(definition.schema(), own)
  if (definition.verbs.includes('list')) {
    into[names.list(definition)] = listDefinition(definition, `${refPrefix}${names.meta('ListMeta')}`, options)
  }
  if (!definition.builtIn) markCustom(into, definition, { ...options, list: names.list(definition) })
  const kindsExtension = `${vocabulary.schemaExtensionPrefix}group-version-kind`
  for (const subresource of Object.values(definition.subresources)) {
    if (subresource.type !== 'scale' && subresource.type !== 'create') continue
    const type = subresourceTypeName(subresource)
    if (type === undefined) continue
    const schema = subresource.type === 'create' ? subresource.schema() : loadType(type)
    const name = names.type(type)
    if (Object.hasOwn(into, name) && kindsExtension in (into[name] ?? {})) continue
    toOpenApi(schema, { ...options, name, groupVersionKinds: [subresource.kind] })
  }
}

/** Names the kinds of types that stand in other types: the claims of a stateful set. */
function markKinds(into: OpenApiDefinitions, { vocabulary, refName }: OpenApiOptions): void {
  const extension = `${vocabulary.schemaExtensionPrefix}group-version-kind`
  for (const row of kindTable) {
    const name = refName(typeName(row))
    const definition = into[name]
    if (definition === undefined || extension in definition) continue
    into[name] = {
      ...definition,
      [extension]: [{ group: groupName(vocabulary, row.group), kind: row.kind, version: row.version }],
    }
  }
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

/** In the order of the fields of the type. */
const requiredVersionFields = [
  'major',
  'minor',
  'gitVersion',
  'gitCommit',
  'gitTreeState',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
]

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

function versionInfoDefinition({ version, describe }: DescribedOptions): Readonly<Record<string, unknown>> {
  const property = (name: string): Readonly<Record<string, unknown>> => ({
    description: describe('version.Info', name),
    type: 'string',
    // Clients of version 2 get no defaults.
    ...(version === 3 && requiredVersionFields.includes(name) ? { default: '' } : {}),
  })
  return {
    description: describe('version.Info'),
    type: 'object',
    required: requiredVersionFields,
    properties: Object.fromEntries(versionInfoFields.map((name) => [name, property(name)])),
  }
}

function listDefinition(
  definition: ResourceDefinition,
  listMetaRef: string,
  { version, vocabulary, refPrefix = '', describe }: DescribedOptions,
): Readonly<Record<string, unknown>> {
  const item = { $ref: `${refPrefix}${definition.openApiName}` }
  const metadata = { $ref: listMetaRef }
  // upstream: the documents of custom resources are not made from Go types, which have zero values.
  const implied = definition.builtIn ? { default: {} } : {}
  const kind: GroupVersionKind = { group: definition.group, kind: definition.listKind, version: definition.version }
  return {
    description: `A list of ${definition.kind}.`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { description: describe('', 'apiVersion'), type: 'string' },
      items: {
        description: describe('meta.v1.List', 'items'),
        type: 'array',
        items: version === 3 && definition.builtIn ? { ...implied, allOf: [item] } : item,
      },
      kind: { description: describe('', 'kind'), type: 'string' },
      metadata: {
        description: describe('', 'metadata'),
        ...(version === 3 ? { ...implied, allOf: [metadata] } : metadata),
      },
    },
    [`${vocabulary.schemaExtensionPrefix}group-version-kind`]: [kind],
  }
}
