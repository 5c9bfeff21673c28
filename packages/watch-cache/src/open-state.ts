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
  /** How many revisions of history are read at most. */
  readonly historyLimit: number
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
  if (known === undefined) return attempt(options, attempts)
  options.onState(known)
  return recover(
    () => store.watch(options.prefix, BigInt(known.revision), options.watcher),
    () => attempt(options, attempts),
  )
}

/** The history may be compacted between list and watch; the last attempt reads the newest state, which cannot be. */
function attempt<T>(options: OpenStateOptions<T>, left: number): Awaitable<Disposable> {
  const from: Awaitable<bigint | undefined> = left > 1 ? oldestRevision(options) : undefined
  return recover(
    () => thenMaybe(from, (revision) => openAt(options, revision)),
    () => attempt(options, left - 1),
    left > 1,
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
