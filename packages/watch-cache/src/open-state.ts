import { thenMaybe } from '@pinnace/meta'
import { StoreError, type Awaitable, type Store, type StoreEntry, type StoreWatcher } from '@pinnace/store'
import type { RevisionedTree } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'

type State<T> = RevisionedTree<StoredEntry<T>, CacheChange<T>>

/** How a cache gets its state. */
export interface OpenStateOptions<T> {
  readonly store: Store
  readonly prefix: string
  /** State to go on from: that of the cache this one was forked from. */
  readonly known: State<T> | undefined
  readonly empty: (revision: number) => State<T>
  readonly toEntry: (entry: StoreEntry) => StoredEntry<T>
  /** Told of the state before the first event comes. */
  readonly onState: (state: State<T>) => void
  readonly watcher: StoreWatcher
}

const attempts = 3

/**
 * Reads the oldest state the store still has and follows the store from there, so that the cache knows the store's
 * whole history and no client is told to start over because the cache is younger than its list.
 */
export function openState<T>(options: OpenStateOptions<T>): Awaitable<Disposable> {
  const { store, known } = options
  if (known === undefined) return attempt(options, attempts)
  options.onState(known)
  return recover(
    () => store.watch(options.prefix, BigInt(known.revision), options.watcher),
    () => attempt(options, attempts),
  )
}

/** The history may be compacted between the steps; the last attempt reads the newest state, which cannot be. */
function attempt<T>(options: OpenStateOptions<T>, left: number): Awaitable<Disposable> {
  const { store } = options
  const from: Awaitable<bigint | undefined> = left > 1 ? store.compactedRevision() : undefined
  return recover(
    () => thenMaybe(from, (revision) => openAt(options, revision)),
    () => attempt(options, left - 1),
    left > 1,
  )
}

function openAt<T>(options: OpenStateOptions<T>, revision: bigint | undefined): Awaitable<Disposable> {
  const { store, prefix, watcher } = options
  return thenMaybe(store.list(prefix, revision === undefined ? {} : { revision }), (page) => {
    const state = options.empty(Number(page.revision))
    for (const entry of page.entries) state.load(options.toEntry(entry))
    options.onState(state)
    return store.watch(prefix, page.revision, watcher)
  })
}

/** Runs `first`; where that meets compacted history, `second`. */
function recover<A>(first: () => Awaitable<A>, second: () => Awaitable<A>, allowed = true): Awaitable<A> {
  const caught = (error: unknown): Awaitable<A> => {
    if (allowed && error instanceof StoreError && error.code === 'Compacted') return second()
    throw error
  }
  try {
    const value = first()
    return value instanceof Promise ? value.catch(caught) : value
  } catch (error) {
    return caught(error)
  }
}
