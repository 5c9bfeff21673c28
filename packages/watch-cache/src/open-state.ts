import {
  catchMaybe,
  createTimeSlices,
  runInSlices,
  thenMaybe,
  type Awaitable,
  type Clock,
  type TimeSlices,
} from '@pinnace/meta'
import { StoreError, type RangePage, type Store, type StoreEntry, type StoreWatcher } from '@pinnace/store'
import type { RevisionedTree } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'

type State<T> = RevisionedTree<StoredEntry<T>, CacheChange<T>>

/** Options for {@link openState}. */
export interface OpenStateOptions<T> {
  readonly store: Store
  readonly clock: Clock
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

/** What a state is read from. */
export type StateSource<T> = Pick<OpenStateOptions<T>, 'store' | 'clock' | 'prefix' | 'empty' | 'toEntry'>

/** The entries that are read from the store in one turn of the event loop. */
const pageLength = 2_000

/**
 * Reads the state at a revision, or the newest one. It has no history. A large state is read in turns; the newest one is
 * read from the store at once, so that it cannot be compacted meanwhile.
 */
export function readState<T>(source: StateSource<T>, revision: bigint | undefined): Awaitable<State<T>> {
  const { store, clock, prefix, empty } = source
  const first = store.list(prefix, revision === undefined ? {} : { revision, limit: pageLength })
  // A store that is asked over a network sends the rest in one answer.
  const limit = first instanceof Promise ? 0 : pageLength
  const slices = createTimeSlices({ clock })
  return thenMaybe(first, (page) => loadFrom(source, { state: empty(Number(page.revision)), page, limit, slices }))
}

interface Loading<T> {
  readonly state: State<T>
  readonly page: RangePage
  readonly limit: number
  readonly slices: TimeSlices
}

/** Loads a page and those that follow. */
function loadFrom<T>(source: StateSource<T>, loading: Loading<T>): Awaitable<State<T>> {
  const { store, prefix } = source
  const { state, page, limit, slices } = loading
  return thenMaybe(runInSlices(loadEntries(source, loading), slices), () => {
    const last = page.entries.at(-1)
    if (page.remaining === 0 || last === undefined) return state
    const rest = store.list(prefix, { revision: page.revision, from: `${last.key}\0`, limit })
    return thenMaybe(rest, (next) => loadFrom(source, { ...loading, page: next }))
  })
}

/** The entries that are added to a state before the time is looked at. */
const stepLength = 500

function* loadEntries<T>({ toEntry }: StateSource<T>, { state, page }: Loading<T>): Generator<void, void> {
  for (const [index, entry] of page.entries.entries()) {
    state.load(toEntry(entry))
    if (index % stepLength === stepLength - 1) yield
  }
}

function againIfCompacted<A>(error: unknown, again: () => Awaitable<A>): Awaitable<A> {
  if (error instanceof StoreError && error.code === 'Compacted') return again()
  throw error
}
