import { machineClock, type StoreClock } from './clock.ts'
import { MemoryEntry } from './memory-entry.ts'
import { RevisionedReads } from './revisioned-reads.ts'
import { RevisionedTree, type Change, type RevisionedTreeOptions } from './revisioned-tree.ts'
import type {
  RangeOptions,
  RangePage,
  Store,
  StoreEntry,
  StoreEvent,
  StoreValue,
  StoreWatcher,
  WriteCondition,
  WriteOutcome,
} from './store.ts'
import { ValueArena } from './value-arena.ts'

/** Options for {@link createMemoryStore}. History beyond any of the three limits is compacted automatically. */
export interface MemoryStoreOptions {
  readonly clock?: StoreClock
  /** The maximum number of changes, for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of replaced and deleted values, in bytes. @default 134217728 */
  readonly historyBytes?: number
}

/** A store in this process. All methods are synchronous, and watchers are called before `put` returns. */
export interface MemoryStore extends Store {
  revision(): bigint
  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined
  list(prefix: string, options?: RangeOptions): RangePage
  put(key: string, value: StoreValue, condition?: WriteCondition): WriteOutcome
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): WriteOutcome
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable
  compact(revision: bigint): void
  compactedRevision(): bigint
  close(): void
  /**
   * Creates an independent store with the same keys, revisions and history, in constant time. Watches are not copied.
   */
  fork(): MemoryStore
}

/**
 * Creates a multi-version store in memory. It is empty, at revision 1. Values are encoded once and stored outside the heap.
 *
 * @example
 * const store = createMemoryStore()
 * store.put('/a', { before: '{"revision":"', after: '"}' })
 * new TextDecoder().decode(store.get('/a')!.value) // {"revision":"2"}
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const { clock = machineClock, historyLimit = 50_000, historyMs = 300_000, historyBytes = 128 * 1024 * 1024 } = options
  for (const [name, bound] of Object.entries({ historyLimit, historyMs, historyBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  const arena = new ValueArena()
  const settings = settingsFor(arena, {
    limit: historyLimit,
    seconds: Math.ceil(historyMs / 1000),
    bytes: historyBytes,
  })
  return new Memory(new RevisionedTree(firstRevision, settings), settings, arena, clock)
}

const firstRevision = 1

type Settings = RevisionedTreeOptions<MemoryEntry, MemoryChange>

/** A change in the history, which is also the event for watchers. */
class MemoryChange implements Change<MemoryEntry>, StoreEvent {
  readonly deleted: boolean
  readonly entry: MemoryEntry
  readonly previous: MemoryEntry | undefined

  constructor(deleted: boolean, entry: MemoryEntry, previous: MemoryEntry | undefined) {
    this.deleted = deleted
    this.entry = entry
    this.previous = previous
  }

  get type(): 'put' | 'delete' {
    return this.deleted ? 'delete' : 'put'
  }

  get revision(): number {
    return this.entry.modified
  }
}

function settingsFor(arena: ValueArena, bounds: Settings['bounds']): Settings {
  return {
    bounds,
    bytesOf: (entry) => entry.length,
    onForget(change) {
      if (change.previous !== undefined) arena.release(change.previous)
      if (change.deleted) arena.release(change.entry)
    },
  }
}

class Memory implements MemoryStore {
  readonly #state: RevisionedTree<MemoryEntry, MemoryChange>
  readonly #reads: RevisionedReads<MemoryEntry, MemoryChange>
  readonly #settings: Settings
  readonly #arena: ValueArena
  readonly #clock: StoreClock

  constructor(
    state: RevisionedTree<MemoryEntry, MemoryChange>,
    settings: Settings,
    arena: ValueArena,
    clock: StoreClock,
  ) {
    this.#state = state
    this.#reads = new RevisionedReads({ state, second: () => this.#second(), toEntry: same, toEvent: same })
    this.#settings = settings
    this.#arena = arena
    this.#clock = clock
  }

  revision(): bigint {
    return this.#reads.revision()
  }

  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined {
    return this.#reads.get(key, options?.revision)
  }

  list(prefix: string, options: RangeOptions = {}): RangePage {
    return this.#reads.list(prefix, options)
  }

  put(key: string, value: StoreValue, condition?: WriteCondition): WriteOutcome {
    this.#reads.assertOpen()
    const previous = this.#state.get(key)
    if (!holds(condition, previous)) return { done: false, current: previous }
    return this.#commit(key, value, previous, false)
  }

  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): WriteOutcome {
    this.#reads.assertOpen()
    const previous = this.#state.get(key)
    if (previous === undefined || !holds(condition, previous)) return { done: false, current: previous }
    return this.#commit(key, tombstone, previous, true)
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    return this.#reads.watch(prefix, afterRevision, watcher)
  }

  compact(revision: bigint): void {
    this.#reads.compact(revision)
  }

  compactedRevision(): bigint {
    return this.#reads.compactedRevision()
  }

  close(): void {
    this.#reads.close()
  }

  fork(): MemoryStore {
    this.#reads.assertOpen()
    const arena = new ValueArena()
    const settings = settingsFor(arena, this.#settings.bounds)
    return new Memory(this.#state.fork(settings), settings, arena, this.#clock)
  }

  #commit(key: string, value: StoreValue, previous: MemoryEntry | undefined, deleted: boolean): WriteOutcome {
    const revision = this.#state.revision + 1
    // A tombstone has the create revision of the deleted key.
    const entry = new MemoryEntry(key, value.note, previous?.created ?? revision, revision)
    this.#arena.write(entry, value.before, String(revision), value.after)
    const change = new MemoryChange(deleted, entry, previous)
    const second = this.#second()
    this.#state.apply(change, second)
    this.#state.trim(second)
    this.#reads.push(change, revision)
    return { done: true, entry, previous }
  }

  #second(): number {
    return Math.floor(this.#clock.monotonic() / 1000)
  }
}

function same<T>(value: T): T {
  return value
}

function holds(condition: WriteCondition | undefined, current: MemoryEntry | undefined): boolean {
  return condition === undefined || condition.modRevision === BigInt(current?.modified ?? 0)
}
