import {
  FieldErrors,
  kubernetesVocabulary,
  systemClock,
  systemRandom,
  type ApiObject,
  type Mutable,
  type UserInfo,
} from '@pinnace/meta'
import {
  type ResourceDefinition,
  type Strategy,
  type StrategyContext,
  validateObjectMeta,
  validateObjectMetaUpdate,
  createRegistry,
  customMetadataRules,
  type Registry,
  type ValidateObjectMetaUpdateOptions,
} from '@pinnace/resources'
import { compileDecoder, compileDefaults } from '@pinnace/schema'
import { builtInResources } from '../src/built-in-resources.ts'

/** An object as tests look at it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of every kind
export type Loose = any

export const registry: Registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)

/** What a write ended with: the object, and what was wrong with it as `field: message`. */
export interface Outcome {
  readonly object: Loose
  readonly errors: readonly string[]
}

/** Options for a write. */
export interface WriteOptions {
  readonly peers?: readonly ApiObject[]
  readonly subresource?: string
  readonly user?: UserInfo
  readonly reserved?: Map<string, Set<string>>
  readonly dryRun?: boolean
  readonly definition?: ResourceDefinition
  /** Labels of the namespace, where the strategy asks for them. @default none */
  readonly namespaceLabels?: Readonly<Record<string, string>>
}

const user: UserInfo = { username: 'alice', groups: ['a'], extra: {} }

/** The definition of a kind, `apps/v1/DaemonSet` or `v1/Pod`. */
export function definitionOf(name: string): ResourceDefinition {
  const [kind, version, group = ''] = name.split('/').reverse() as [string, string, string?]
  const found = registry.byGvk({ group, version, kind })
  if (found === undefined) throw new TypeError(`no kind ${name}`)
  return found
}

/** Walks a create as the server does, without a store. */
export function create(kind: string, given: object, options: WriteOptions = {}): Outcome {
  const definition = options.definition ?? definitionOf(kind)
  const next = decode(definition, given)
  const { strategy } = definition
  const context = contextOf(next, options)
  const errors = new FieldErrors()
  strategy.defaults?.(next, context)
  next.metadata.uid ??= systemRandom.uid()
  strategy.prepareForCreate?.(next, context)
  allocate(definition, next, undefined, errors, context, options)
  if (errors.isEmpty) {
    strategy.validateFirst?.(next, errors)
    validateObjectMeta(next.metadata, metaOptions(definition, strategy), errors)
    strategy.validate?.(next, errors, context)
  }
  return { object: next, errors: lines(errors) }
}

/** Walks an update of `live` as the server does; `change` edits a copy of it, or is the object itself. */
export function update(
  kind: string,
  live: ApiObject,
  change: ((next: Loose) => void) | object,
  options: WriteOptions = {},
): Outcome {
  const definition = options.definition ?? definitionOf(kind)
  const stored = freeze(structuredClone(live))
  const proposed = typeof change === 'function' ? structuredClone(stored) : structuredClone(change)
  if (typeof change === 'function') (change as (next: Loose) => void)(proposed)
  const next = decode(definition, proposed)
  const view = options.subresource === undefined ? undefined : definition.subresources[options.subresource]
  const strategy: Strategy = view?.type === 'object' ? view.strategy : definition.strategy
  const context = contextOf(next, options)
  const errors = new FieldErrors()
  definition.strategy.defaults?.(next, context)
  next.metadata.uid ??= stored.metadata.uid!
  next.metadata.resourceVersion ??= '1'
  strategy.prepareForUpdate?.(next, stored, context)
  if (view === undefined) allocate(definition, next, stored, errors, context, options)
  if (errors.isEmpty) {
    validateObjectMetaUpdate(next.metadata, stored.metadata, errors, {
      ...metaOptions(definition, strategy),
      validateFirst: (found) => strategy.validateFirst?.(next, found),
      validateBetween: (found) => strategy.validateBetween?.(next, stored, found),
    })
    strategy.validateUpdate?.(next, stored, errors, context)
  }
  return { object: next, errors: lines(errors) }
}

/** The cells of an object, by column. */
export function cells(kind: string, given: object, nowMs = 0): Loose {
  const definition = definitionOf(kind)
  const object = decode(definition, given)
  return Object.fromEntries(definition.columns.map((column) => [column.name, column.value(object, nowMs)]))
}

function decode(definition: ResourceDefinition, given: object): Mutable<ApiObject> {
  const schema = definition.schema()
  const object = compileDecoder(schema)(JSON.parse(JSON.stringify(given))) as unknown as Mutable<ApiObject>
  compileDefaults(schema)(object)
  return object
}

function allocate(
  definition: ResourceDefinition,
  next: Mutable<ApiObject>,
  live: ApiObject | undefined,
  errors: FieldErrors,
  context: StrategyContext,
  { peers = [], reserved = new Map() }: WriteOptions,
): void {
  const release = definition.allocate?.(next, live, errors, {
    ...context,
    peers: (digest) => peers.map(digest),
    related: () => undefined,
    reserved,
  })
  release?.()
}

function contextOf(next: ApiObject, options: WriteOptions): StrategyContext {
  return {
    vocabulary: kubernetesVocabulary,
    clock: { ...systemClock, now: () => Date.parse('2026-01-01T00:00:00Z') },
    random: systemRandom,
    user: options.user ?? user,
    namespace: next.metadata.namespace ?? '',
    namespaceLabels: options.namespaceLabels ?? {},
    dryRun: options.dryRun ?? false,
    warn: () => {},
  }
}

function metaOptions(
  definition: ResourceDefinition,
  { metadata = customMetadataRules }: Strategy,
): ValidateObjectMetaUpdateOptions {
  return {
    namespaced: definition.scope === 'Namespaced',
    validateName: definition.validateName,
    productFinalizer: metadata.standardFinalizers ? 'kubernetes' : undefined,
    onUpdate: metadata.onUpdate,
  }
}

function lines(errors: FieldErrors): string[] {
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) freeze(item)
  }
  return value
}
