import { thenMaybe, type Awaitable } from '@pinnace/meta'
import type { RangePage, Store, StoreEntry, StoreEvent, StoreValue, WriteOutcome } from '@pinnace/store'
import type { ForkableStore, MemoryStore } from '@pinnace/store/memory'
import type { EncodedObject } from '../encode-object.ts'
import { FormedWatcher, mapInOrder } from './formed-watcher.ts'
import type { StoredForm } from './stored-form.ts'

/** The form of the resource that a key belongs to; undefined for a key of no resource. */
export type FormOf = (key: string) => StoredForm | undefined

/** A store of JSON with resourceVersion over a store of other forms. */
export interface FormedStore extends Store {
  /** True if the newest entry of a key would be written differently now. */
  isStale(key: string): Awaitable<boolean>
}

/** True for a store made by {@link formedStore}. */
export function isFormed(store: Store): store is FormedStore {
  return 'isStale' in store
}

/** The store with its values translated. It answers at once where the store and the forms do. Forks are translated too. */
export function formedStore(store: Store, formOf: FormOf): FormedStore {
  const formed = formedOperations(store, formOf)
  return 'fork' in store ? { ...formed, ...forkOf(store as ForkableStore, formOf) } : formed
}

function forkOf(store: ForkableStore, formOf: FormOf): Pick<ForkableStore, 'fork'> {
  return { fork: () => formedStore(store.fork(), formOf) as FormedStore & MemoryStore }
}

function formedOperations(store: Store, formOf: FormOf): FormedStore {
  const read = (entry: StoreEntry): Awaitable<StoreEntry> => formOf(entry.key)?.read(entry) ?? entry
  const readIfAny = (entry: StoreEntry | undefined): Awaitable<StoreEntry | undefined> => entry && read(entry)
  const write = (key: string, value: StoreValue): Awaitable<StoreValue> =>
    isEncoded(value) ? (formOf(key)?.write(key, value) ?? value) : value
  const previousOf = (entry: StoreEntry | undefined): Awaitable<StoreEntry | undefined> =>
    entry && (formOf(entry.key)?.readLater(entry) ?? entry)
  const readOutcome = (outcome: WriteOutcome): Awaitable<WriteOutcome> => {
    if (!outcome.done) return thenMaybe(previousOf(outcome.current), (current) => ({ done: false, current }))
    return thenMaybe(read(outcome.entry), (entry) =>
      thenMaybe(previousOf(outcome.previous), (previous) => ({ done: true, entry, previous })),
    )
  }
  const readEvent = (event: StoreEvent): Awaitable<StoreEvent> =>
    thenMaybe(read(event.entry), (entry) =>
      thenMaybe(previousOf(event.previous), (previous) =>
        entry === event.entry && previous === event.previous ? event : { type: event.type, entry, previous },
      ),
    )
  return {
    ...(store.replicated ? { replicated: true as const } : {}),
    revision: () => store.revision(),
    get: (key, options) => thenMaybe(store.get(key, options), readIfAny),
    list: (prefix, options) =>
      thenMaybe(store.list(prefix, options), (page) =>
        thenMaybe(mapInOrder(page.entries, read), (entries): RangePage => ({ ...page, entries })),
      ),
    put: (key, value, condition) =>
      thenMaybe(write(key, value), (stored) => thenMaybe(store.put(key, stored, condition), readOutcome)),
    delete: (key, tombstone, condition) =>
      thenMaybe(write(key, tombstone), (stored) => thenMaybe(store.delete(key, stored, condition), readOutcome)),
    watch(prefix, afterRevision, watcher) {
      const formed = new FormedWatcher(watcher, readEvent)
      return thenMaybe(store.watch(prefix, afterRevision, formed), (watch) => formed.started(watch))
    },
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
    isStale: (key) =>
      thenMaybe(store.get(key), (entry) => entry !== undefined && (formOf(key)?.isStale(entry) ?? false)),
  }
}

function isEncoded(value: StoreValue): value is EncodedObject {
  return value.bytes === undefined && 'object' in value
}
