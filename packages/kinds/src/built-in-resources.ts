import { formatGroupVersion, type ApiObject, type Verb, type Vocabulary } from '@pinnace/meta'
import {
  metadataColumns,
  openApiName,
  type Deprecation,
  type ResourceDefinition,
  type Strategy,
  type Subresource,
} from '@pinnace/resources'
import { createTypeLoader, type ObjectSchema } from '@pinnace/schema'
import {
  crdTypeTables,
  groupName,
  loadType,
  loadTypeTables,
  typeName,
  type DeprecatedRow,
  type KindRow,
} from '@pinnace/types'
import type { CheckExpression, LoadExpressions } from './admissionregistration/match-conditions.ts'
import type { PolicyExpressions } from './admissionregistration/policy-expressions.ts'
import type { ClaimedNames } from './apiextensions/claimed-names.ts'
import { defaultNodePortRange } from './core/service/count-allocations.ts'
import { defaultServiceCidr } from './core/service/first-address.ts'
import type { KindBehavior } from './kind-behavior.ts'
import { loadBehaviors } from './load-behaviors.ts'
import { metadataRulesOf } from './metadata-rules.ts'
import { selectKinds } from './select-kinds.ts'
import { statusSubresource, statusOnlySubresource } from './status-subresource.ts'
import { defaultStrategy } from './default-strategy.ts'

/** Options for {@link builtInResources}. */
export interface BuiltInOptions {
  /**
   * The kinds: `all`, or resources with their group (`pods`, `deployments.apps`, `*.apps`). Namespaces, config maps,
   * roles and bindings, CRDs, APIServices and reviews are always there. Code of kinds that are not selected is not
   * loaded. @default 'all'
   */
  readonly kinds?: 'all' | readonly string[]
  /** Range the cluster addresses of services come from; one of each family, with a comma, for both. @default 10.96.0.0/12 */
  readonly serviceCidr?: string
  /** Ports services may take on every node, both ends included. @default [30000, 32767] */
  readonly nodePortRange?: readonly [number, number]
  /** How long events are kept after their last write, in seconds; 0 until they are deleted. @default 3600 */
  readonly eventTtlSeconds?: number
  /** Names of kinds that are served without a CRD, which no CRD of their group may have. @default none */
  readonly claimedNames?: ClaimedNames
  /** Checks the expressions of match conditions of webhooks. @default none, and webhooks with match conditions are rejected */
  readonly checkExpression?: CheckExpression
  /** Loads what `checkExpression` needs; undefined once it is loaded. @default nothing is loaded */
  readonly loadExpressions?: LoadExpressions
  /** Checks the expressions of admission policies. @default they are stored without being compiled */
  readonly policyExpressions?: PolicyExpressions
  /**
   * The release whose functions new expressions may use; stored ones may use everything.
   * @default the one before the newest
   */
  readonly compatibleRelease?: string
  /** Whether a feature is on, by the name of its gate. @default every one */
  readonly isEnabled?: (gate: string) => boolean
}

const allVerbs: readonly Verb[] = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/**
 * The built-in kinds, spelled in `vocabulary`; their names and scopes are in `kind-table.ts` of @pinnace/types. Imports the
 * modules of the selected kinds and the tables of their types; schemas are built when first needed and shared between
 * servers.
 */
export async function builtInResources(
  vocabulary: Vocabulary,
  options: BuiltInOptions = {},
): Promise<readonly ResourceDefinition[]> {
  const rows = selectKinds(vocabulary, options.kinds ?? 'all')
  const { behaviors, subresourceTypes } = await loadBehaviors(rows, {
    vocabulary,
    serviceCidr: options.serviceCidr ?? defaultServiceCidr,
    nodePortRange: options.nodePortRange ?? defaultNodePortRange,
    eventTtlSeconds: options.eventTtlSeconds ?? 3600,
    claimedNames: options.claimedNames,
    checkExpression: options.checkExpression,
    loadExpressions: options.loadExpressions,
    policyExpressions: options.policyExpressions,
    compatibleRelease: options.compatibleRelease,
    isEnabled: options.isEnabled ?? (() => true),
  })
  const types = rows.filter(({ group }) => group !== 'apiextensions').map(typeName)
  await loadTypeTables([...types, ...subresourceTypes])
  const isEnabled = options.isEnabled ?? (() => true)
  return rows.map((row) => {
    const definition = define(row, behaviors.get(typeName(row)) ?? {}, vocabulary)
    const isOff = row.featureGate !== undefined && !isEnabled(row.featureGate)
    return isOff ? Object.freeze({ ...definition, served: false }) : definition
  })
}

function define(row: KindRow, behavior: KindBehavior, vocabulary: Vocabulary): ResourceDefinition {
  const type = typeName(row)
  const group = groupName(vocabulary, row.group)
  const schema = schemaOf(row, type, vocabulary)
  const strategy = defaultStrategy(row, schema)
  const status = row.statusKeepsMetadata === true ? statusOnlySubresource : statusSubresource
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
    strategy: { ...strategy, ...behavior.strategy, metadata: metadataRulesOf(row) },
    columns: behavior.columns ?? metadataColumns,
    selectableFields: behavior.selectableFields ?? {},
    subresources: withMetadataRules({ ...subresources, ...behavior.subresources }, row),
    storage: behavior.storage ?? { group, resource: row.resource },
    openApiName: openApiName(vocabulary, type),
    builtIn: true,
    ...(row.isVirtual === true ? { virtual: true } : {}),
    ...(row.deprecated === undefined ? {} : { deprecation: deprecationOf(row, row.deprecated, vocabulary) }),
    ...(row.hashedVersion === undefined ? {} : { hashedVersion: row.hashedVersion }),
    ...(row.storedBefore === undefined ? {} : { storedBefore: row.storedBefore }),
    ...(row.introducedIn === undefined ? {} : { introducedIn: row.introducedIn }),
    ...(row.enabledByDefault === undefined ? {} : { enabledByDefault: row.enabledByDefault }),
    ...(row.returnsDeletedObject === true ? { returnsDeletedObject: true } : {}),
    ...(behavior.compareRows === undefined ? {} : { compareRows: behavior.compareRows }),
    ...(behavior.answeredView === undefined ? {} : { answeredView: behavior.answeredView }),
    ...(behavior.shownMetadata === undefined ? {} : { shownMetadata: behavior.shownMetadata }),
    ...(behavior.isUncached === true ? { isUncached: true } : {}),
    ...(behavior.allocate === undefined ? {} : { allocate: behavior.allocate }),
    ...(behavior.allocatesFrom === undefined ? {} : { allocatesFrom: behavior.allocatesFrom }),
    ...(behavior.companions === undefined ? {} : { companions: behavior.companions }),
    ...(behavior.validateName === undefined ? {} : { validateName: behavior.validateName }),
    ...(behavior.generateName === undefined ? {} : { generateName: behavior.generateName }),
    ...(behavior.conversion === undefined ? {} : { conversion: behavior.conversion }),
    ...(behavior.refuseFieldLabel === undefined ? {} : { refuseFieldLabel: behavior.refuseFieldLabel }),
    ...(behavior.selectsNamespace === undefined ? {} : { selectsNamespace: behavior.selectsNamespace }),
    ...(behavior.readOpenFields === undefined ? {} : { readOpenFields: behavior.readOpenFields }),
    ...(behavior.zeroFields === undefined ? {} : { zeroFields: behavior.zeroFields }),
    ...(behavior.ttlSeconds === undefined ? {} : { ttlSeconds: behavior.ttlSeconds }),
    ...(behavior.storedFields === undefined ? {} : { storedFields: behavior.storedFields }),
  } satisfies ResourceDefinition<ApiObject>)
}

function withMetadataRules(
  subresources: Readonly<Record<string, Subresource>>,
  row: KindRow,
): Readonly<Record<string, Subresource>> {
  const entries = Object.entries(subresources).map(([name, subresource]): [string, Subresource] => {
    if (subresource.type !== 'object') return [name, subresource]
    // A strategy may compute a member when it is asked for, which a spread would not keep.
    const strategy: Strategy = Object.create(subresource.strategy, {
      metadata: { value: metadataRulesOf(row, name), enumerable: true },
    })
    return [name, { ...subresource, strategy }]
  })
  return Object.fromEntries(entries)
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
  return () => (schema ??= createTypeLoader(crdTypeTables(vocabulary.schemaExtensionPrefix))(type))
}
