import { machineClock, type HistoryClock, type StoreClock } from './clock.ts'
import type { MemoryStore } from './forkable-store.ts'
import { ExpiringMemoryEntry, MemoryEntry } from './memory-entry.ts'
import { RevisionedTree, type Change, type RevisionedTreeOptions } from './revisioned-tree.ts'
import type { StoreEvent } from './store.ts'
import { TreeStore, type EntryWrite } from './tree-store.ts'
import { ValueArena } from './value-arena.ts'

/** Options for {@link createMemoryStore}. History beyond any of the three limits is compacted automatically. */
export interface MemoryStoreOptions {
  readonly clock?: StoreClock
  /** The maximum number of changes, for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of replaced and deleted values, in bytes. @default 67108864 */
  readonly historyBytes?: number
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
  const { clock = machineClock, historyLimit = 50_000, historyMs = 300_000, historyBytes = 64 * 1024 * 1024 } = options
  for (const [name, bound] of Object.entries({ historyLimit, historyMs, historyBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw invalidOption(`${name} must be a positive integer`)
  }
  const arena = new ValueArena()
  const settings = settingsFor(arena, {
    limit: historyLimit,
    seconds: Math.ceil(historyMs / 1000),
    bytes: historyBytes,
  })
  const history: HistoryClock = {
    nowMs: () => clock.monotonic(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  }
  return openMemory(new RevisionedTree(firstRevision, settings), settings, { arena, clock: history })
}

// This package imports nothing; a test compares the error with `withErrorCode` of the package meta.
function invalidOption(message: string): TypeError {
  const error = new TypeError(`${message} (see "store-options" in docs/errors.md)`)
  return Object.assign(error, { code: 'store-options' })
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

interface MemoryParts {
  readonly arena: ValueArena
  readonly clock: HistoryClock
}

function openMemory(
  state: RevisionedTree<MemoryEntry, MemoryChange>,
  settings: Settings,
  { arena, clock }: MemoryParts,
): MemoryStore {
  return new TreeStore({
    state,
    clock,
    createEntry(write) {
      const entry = createEntry(write)
      const { value, modified } = write
      if (value.bytes === undefined) arena.write(entry, value.before, String(modified), value.after)
      else arena.writeBytes(entry, value.bytes)
      return entry
    },
    createChange: (deleted, entry, previous) => new MemoryChange(deleted, entry, previous),
    toEntry: same,
    toEvent: same,
    fork() {
      const forked = new ValueArena()
      const forkedSettings = settingsFor(forked, settings.bounds)
      return openMemory(state.fork(forkedSettings), forkedSettings, { arena: forked, clock })
    },
  })
}

function createEntry({ key, value: { note }, created, modified, expiry }: EntryWrite): MemoryEntry {
  if (expiry === undefined) return new MemoryEntry(key, note, created, modified)
  return new ExpiringMemoryEntry({ key, note, created, modified }, expiry)
}

function same<T>(value: T): T {
  return value
}
