import { formatGroupVersion, type ApiObject, type Verb, type Vocabulary } from '@pinnace/meta'
import {
  type Deprecation,
  type ResourceDefinition,
  type Subresource,
  metadataColumns,
  openApiName,
} from '@pinnace/resources'
import { createTypeLoader, type ObjectSchema } from '@pinnace/schema'
import { groupName, kindTable, typeName, type DeprecatedRow, type KindRow, loadType, typeTables } from '@pinnace/types'
import { apiextensionsV1Types } from '@pinnace/types/apiextensions-v1'
import type { KindBehavior } from './kind-behavior.ts'
import { kindBehaviors, type BuiltInOptions } from './behaviors.ts'
import { structuralStatus, structuralStatusOnly, structuralStrategy } from './structural.ts'

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** Every built-in kind, spelled in `vocabulary`. Schemas are built when first needed and shared between servers. */
export function builtInResources(vocabulary: Vocabulary, options: BuiltInOptions = {}): readonly ResourceDefinition[] {
  const behaviors = kindBehaviors(vocabulary, options)
  return kindTable.map((row) => define(row, behaviors.get(typeName(row)) ?? {}, vocabulary))
}

function define(row: KindRow, behavior: KindBehavior, vocabulary: Vocabulary): ResourceDefinition {
  const type = typeName(row)
  const group = groupName(vocabulary, row.group)
  const schema = schemaOf(row, type, vocabulary)
  const structural = structuralStrategy(row, schema)
  const status = row.statusKeepsMetadata === true ? structuralStatusOnly : structuralStatus
  const subresources: Readonly<Record<string, Subresource>> = row.hasStatus === true ? { status } : {}
  return Object.freeze<ResourceDefinition>({
    group,
    version: row.version,
    kind: row.kind,
    listKind: `${row.kind}List`,
    resource: row.resource,
    singular: row.kind.toLowerCase(),
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    scope: row.scope,
    verbs: row.verbs ?? allVerbs,
    schema,
    strategy: behavior.strategy === undefined ? structural : { ...structural, ...behavior.strategy },
    columns: behavior.columns ?? metadataColumns,
    selectableFields: behavior.selectableFields ?? {},
    subresources: { ...subresources, ...behavior.subresources },
    storage: behavior.storage ?? { group, resource: row.resource },
    openApiName: openApiName(vocabulary, type),
    builtIn: true,
    ...(row.isVirtual === true ? { virtual: true } : {}),
    ...(row.deprecated === undefined ? {} : { deprecation: deprecationOf(row, row.deprecated, vocabulary) }),
    ...(row.enabledByDefault === undefined ? {} : { enabledByDefault: row.enabledByDefault }),
    ...(row.returnsDeletedObject === true ? { returnsDeletedObject: true } : {}),
    ...(behavior.allocate === undefined ? {} : { allocate: behavior.allocate }),
    ...(behavior.validateName === undefined ? {} : { validateName: behavior.validateName }),
    ...(behavior.conversion === undefined ? {} : { conversion: behavior.conversion }),
    ...(behavior.readOpenFields === undefined ? {} : { readOpenFields: behavior.readOpenFields }),
    ...(behavior.storedFields === undefined ? {} : { storedFields: behavior.storedFields }),
  } satisfies ResourceDefinition<ApiObject>)
}

// upstream: apiserver/pkg/endpoints/deprecation, WarningMessage
function deprecationOf(
  row: KindRow,
  { since, removedIn, replacement }: DeprecatedRow,
  vocabulary: Vocabulary,
): Deprecation {
  const spell = ({ group, version, kind }: Pick<KindRow, 'group' | 'version' | 'kind'>): string =>
    `${formatGroupVersion({ group: groupName(vocabulary, group), version })} ${kind}`
  const end = removedIn === undefined ? '' : `, unavailable in v${removedIn}+`
  const instead = replacement === undefined ? '' : `; use ${spell(replacement)}`
  return {
    warning: `${spell(row)} is deprecated in v${since}+${end}${instead}`,
    ...(removedIn === undefined ? {} : { removedRelease: removedIn }),
  }
}

function schemaOf(row: KindRow, type: string, vocabulary: Vocabulary): () => ObjectSchema {
  if (row.group !== 'apiextensions') return () => loadType(type)
  // Schemas of schemas have fields named by the vocabulary.
  let schema: ObjectSchema | undefined
  return () =>
    (schema ??= createTypeLoader([apiextensionsV1Types(vocabulary.schemaExtensionPrefix), ...typeTables])(type))
}
