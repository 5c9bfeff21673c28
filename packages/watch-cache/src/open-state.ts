import { thenMaybe, type Awaitable } from '@pinnace/meta'
import { StoreError, type Store, type StoreEntry, type StoreWatcher } from '@pinnace/store'
import type { RevisionedTree } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'

type State<T> = RevisionedTree<StoredEntry<T>, CacheChange<T>>

/** Options for {@link openState}. */
export interface OpenStateOptions<T> {
  readonly store: Store
  readonly prefix: string
  /** The state of the cache this one was forked from; undefined to read it from the store. */
  readonly known: State<T> | undefined
  readonly empty: (revision: number) => State<T>
  readonly toEntry: (entry: StoreEntry) => StoredEntry<T>
  /** Called with the state before the first event. */
  readonly onState: (state: State<T>) => void
  readonly watcher: StoreWatcher
}

const attempts = 3

/**
 * Reads the oldest state of the store and watches the store from there, so that the cache has the whole history of the
 * store, and clients can resume watches from before the cache was opened.
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

/** The history may be compacted between list and watch; the last attempt reads the newest state, which cannot be. */
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

/** Runs `first`; if it fails because the history is compacted, `second`. */
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
