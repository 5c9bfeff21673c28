import { thenMaybe, delay, type Awaitable, type Clock, type Vocabulary } from '@pinnace/meta'
import { storagePrefix, type Conversion, type LiveRegistry } from '@pinnace/resources'
import { conditionOf, toCustomResources, type SchemaCache } from '@pinnace/resources/custom-resource'
import { StoreError, type Store, type StoreEntry } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import { markOf, readDefinition, saysTheSame, selectsAlike, withoutSchemas } from './definition-summary.ts'
import { createReachedRevision } from './reached-revision.ts'
import type { ServedResources } from '../served-resources.ts'

/** Options for {@link followDefinitions}. */
export interface FollowDefinitionsOptions {
  readonly store: Store
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly registry: LiveRegistry
  readonly resources: ServedResources
  readonly schemas: SchemaCache
  /** How the versions of a definition become each other, where it says more than that apiVersion changes. */
  readonly conversionOf: (definition: CustomResourceDefinition) => Conversion | undefined
  /** Told of every definition that has come, changed or gone. */
  readonly onChange: (name: string, definition: CustomResourceDefinition | undefined) => void
  readonly onError: (error: unknown, what: string) => void
  /** What a server that this one is a fork of knows already. */
  readonly known?: DefinitionFollower
}

/** Follows definitions: what is served is what they say, as soon as the store says so. */
export interface DefinitionFollower extends Disposable {
  readonly definitions: ReadonlyMap<string, FollowedDefinition>
  /** Revision of the store up to which every definition is known. */
  readonly revision: bigint
  /** Waits until all is known that the store holds now; nothing to wait for over a store in this process. */
  catchUp(): Promise<void> | undefined
}

/** A definition as it is followed. */
export interface FollowedDefinition {
  /** What it says, without its schemas. */
  readonly summary: CustomResourceDefinition
  /** Changes whenever what is served for it has to. */
  readonly mark: string
  readonly since: bigint
}

const firstRetryMs = 100
const lastRetryMs = 30_000

/** Reads every definition of a store, serves it, and goes on with every change. Nothing waits for a store in this process. */
export function followDefinitions(options: FollowDefinitionsOptions): Awaitable<DefinitionFollower> {
  const { store, vocabulary, registry, resources, schemas, known } = options
  const prefix = storagePrefix({
    storage: { group: vocabulary.group('apiextensions'), resource: 'customresourcedefinitions' },
  })
  const definitions = new Map(known?.definitions ?? [])
  const reached = createReachedRevision(known?.revision ?? 0n)
  const stop = new AbortController()
  let watch: Disposable | undefined

  const put = (entry: StoreEntry, isLive: boolean): void => {
    const definition = readDefinition(entry)
    const name = entry.key.slice(prefix.length)
    const before = definitions.get(name)
    const generation = definition.metadata.generation ?? 1
    const mark = markOf(definition)
    const isSameSpec = before !== undefined && saysTheSame(before.summary, definition)
    const since = isSameSpec ? before.since : generation === 1 ? 0n : entry.modRevision
    const summary = withoutSchemas(definition)
    definitions.set(name, { summary, mark, since })
    if (before?.mark !== mark) serve(name, definition, entry, since, before)
    if (isLive || conditionOf(definition, 'Established')?.status !== 'True') options.onChange(name, summary)
    else if (definition.metadata.deletionTimestamp !== undefined) options.onChange(name, summary)
  }
  /** One that cannot be read must not keep the others from being served. */
  const take = (entry: StoreEntry, isLive: boolean): void => {
    try {
      put(entry, isLive)
    } catch (error) {
      options.onError(error, `definition ${entry.key.slice(prefix.length)} cannot be served`)
    }
  }
  const serve = (
    name: string,
    definition: CustomResourceDefinition,
    entry: StoreEntry,
    since: bigint,
    before: FollowedDefinition | undefined,
  ): void => {
    if (conditionOf(definition, 'Established')?.status !== 'True') {
      if (before !== undefined) stopServing(name, before)
      return
    }
    const conversion = options.conversionOf(definition)
    const made = toCustomResources(definition, {
      vocabulary,
      schemas,
      since,
      read: () => readDefinition(entry),
      ...(conversion === undefined ? {} : { conversion }),
    })
    const taken = registry.set(name, made)
    for (const { group, version, resource } of taken) {
      options.onError(
        undefined,
        `${resource} of ${group}/${version} are served already, and not as definition ${name} says`,
      )
    }
    if (before !== undefined && !saysTheSame(before.summary, definition))
      resources.renew(made[0]!, !selectsAlike(before.summary, definition))
  }
  const stopServing = (name: string, { summary }: FollowedDefinition): void => {
    registry.remove(name)
    const { group, names } = summary.spec
    resources.drop({ group, resource: summary.status?.acceptedNames?.plural ?? names.plural })
  }
  const remove = (name: string): void => {
    const before = definitions.get(name)
    if (before === undefined) return
    definitions.delete(name)
    stopServing(name, before)
    options.onChange(name, undefined)
  }
  const follow = (): Awaitable<void> =>
    thenMaybe(
      store.watch(prefix, reached.current, {
        onEvents(events) {
          for (const { type, entry } of events) {
            if (type === 'put') take(entry, true)
            else remove(entry.key.slice(prefix.length))
            reached.reach(entry.modRevision)
          }
        },
        onProgress: (revision) => reached.reach(revision),
        onEnd(error) {
          watch = undefined
          reached.wakeAll()
          if (!stop.signal.aborted && error !== undefined && error.code !== 'Closed') void startOver()
        },
      }),
      (running) => {
        if (stop.signal.aborted) running[Symbol.dispose]()
        else watch = running
      },
    )
  const readAll = (): Awaitable<void> =>
    thenMaybe(store.list(prefix), (page) => {
      const found = new Set<string>()
      for (const entry of page.entries) {
        found.add(entry.key.slice(prefix.length))
        take(entry, definitions.size > 0)
      }
      for (const name of definitions.keys()) if (!found.has(name)) remove(name)
      reached.reach(page.revision)
      return follow()
    })

  const startOver = async (): Promise<void> => {
    for (let waitMs = firstRetryMs; !stop.signal.aborted; waitMs = Math.min(waitMs * 2, lastRetryMs)) {
      try {
        return await readAll()
      } catch (error) {
        options.onError(error, 'definitions cannot be followed')
        await delay(options.clock, waitMs, stop.signal, { keepAlive: false }).catch(() => undefined)
      }
    }
  }
  const isFollowing = (): boolean => watch !== undefined && !stop.signal.aborted

  const follower: DefinitionFollower = {
    definitions,
    get revision() {
      return reached.current
    },
    catchUp() {
      const newest = store.revision()
      if (typeof newest === 'bigint' && newest <= reached.current) return undefined
      return Promise.resolve(newest).then((wanted) => reached.waitFor(wanted, isFollowing))
    },
    [Symbol.dispose]() {
      stop.abort()
      watch?.[Symbol.dispose]()
      watch = undefined
      reached.wakeAll()
    },
  }
  return thenMaybe(known === undefined ? readAll() : resume(), () => follower)

  function resume(): Awaitable<void> {
    for (const [name, { summary }] of definitions) {
      if (summary.metadata.deletionTimestamp !== undefined) options.onChange(name, summary)
    }
    try {
      return follow()
    } catch (error) {
      if (error instanceof StoreError && error.code === 'Compacted') return readAll()
      throw error
    }
  }
}

/** The definitions of a follower that are of one group. */
export function definitionsOfGroup(
  { definitions }: Pick<DefinitionFollower, 'definitions'>,
  group: string,
): readonly CustomResourceDefinition[] {
  return [...definitions.values()].map(({ summary }) => summary).filter(({ spec }) => spec.group === group)
}
