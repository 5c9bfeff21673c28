import { catchMaybe, thenMaybe, type Awaitable } from '@pinnace/meta'
import { StoreError, type Store, type StoreEntry, type StoreWatcher } from '@pinnace/store'
import type { RevisionedTree } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'

type State<T> = RevisionedTree<StoredEntry<T>, CacheChange<T>>

/** Options for {@link openState}. */
export interface OpenStateOptions<T> {
  readonly store: Store
  readonly prefix: string
  /** How many revisions of history are read at most. */
  readonly historyLimit: number
  /** Whether the history is left out, because it has a value that cannot be read. */
  readonly withoutHistory: boolean
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
 * Reads the oldest state of the store within the limit of the history and watches the store from there, so that clients
 * can resume watches from before the cache was opened: those that another server has served.
 */
export function openState<T>(options: OpenStateOptions<T>): Awaitable<Disposable> {
  const { store, known } = options
  if (known === undefined) return attempt(options, options.withoutHistory ? 1 : attempts)
  options.onState(known)
  return catchMaybe(
    () => store.watch(options.prefix, BigInt(known.revision), options.watcher),
    (error) => againIfCompacted(error, () => attempt(options, attempts)),
  )
}

/**
 * The history may be compacted between list and watch, and the last attempt reads the newest state, which cannot be. It
 * also follows a value that cannot be read: the newest state may be without it.
 */
function attempt<T>(options: OpenStateOptions<T>, left: number): Awaitable<Disposable> {
  if (left <= 1) return openAt(options, undefined)
  return catchMaybe(
    () => thenMaybe(oldestRevision(options), (revision) => openAt(options, revision)),
    (error) => {
      if (error instanceof StoreError && error.code === 'Corrupt') return attempt(options, 1)
      return againIfCompacted(error, () => attempt(options, left - 1))
    },
  )
}

function oldestRevision<T>({ store, historyLimit }: OpenStateOptions<T>): Awaitable<bigint> {
  return thenMaybe(store.compactedRevision(), (compacted) =>
    thenMaybe(store.revision(), (newest) => {
      const limited = newest - BigInt(historyLimit)
      return limited > compacted ? limited : compacted
    }),
  )
}

function openAt<T>(options: OpenStateOptions<T>, revision: bigint | undefined): Awaitable<Disposable> {
  const { store, prefix, watcher } = options
  return thenMaybe(readState(options, revision), (state) => {
    options.onState(state)
    return store.watch(prefix, BigInt(state.revision), watcher)
  })
}

/** Reads the state at a revision, or the newest one. It has no history. */
export function readState<T>(
  { store, prefix, empty, toEntry }: Pick<OpenStateOptions<T>, 'store' | 'prefix' | 'empty' | 'toEntry'>,
  revision: bigint | undefined,
): Awaitable<State<T>> {
  return thenMaybe(store.list(prefix, revision === undefined ? {} : { revision }), (page) => {
    const state = empty(Number(page.revision))
    for (const entry of page.entries) state.load(toEntry(entry))
    return state
  })
}

function againIfCompacted<A>(error: unknown, again: () => Awaitable<A>): Awaitable<A> {
  if (error instanceof StoreError && error.code === 'Compacted') return again()
  throw error
}
