import { machineClock, type HistoryClock, type StoreClock } from '../history/clock.ts'
import type { MemoryStore } from '../forkable-store.ts'
import { createMemoryState, MemoryChange, type MemoryState } from './memory-state.ts'
import { TreeStore } from '../history/tree-store.ts'

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
  const bounds = { limit: historyLimit, seconds: Math.ceil(historyMs / 1000), bytes: historyBytes }
  const history: HistoryClock = {
    nowMs: () => clock.monotonic(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  }
  return openMemory(createMemoryState(firstRevision, bounds), history)
}

// This package imports nothing; a test compares the error with `withErrorCode` of the package meta.
function invalidOption(message: string): TypeError {
  const error = new TypeError(`${message} (see "store-options" in docs/errors.md)`)
  return Object.assign(error, { code: 'store-options' })
}

const firstRevision = 1

function openMemory(memory: MemoryState, clock: HistoryClock): MemoryStore {
  return new TreeStore({
    state: memory.state,
    clock,
    createEntry: (write) => memory.createEntry(write),
    createChange: (deleted, entry, previous) => new MemoryChange(deleted, entry, previous),
    toEntry: same,
    toEvent: same,
    fork: () => openMemory(memory.fork(), clock),
  })
}

function same<T>(value: T): T {
  return value
}
