import { machineClock, type HistoryClock, type StoreClock } from '../history/clock.ts'
import type { MemoryStore } from '../forkable-store.ts'
import { historyBoundsOf, type HistoryOptions } from '../history/history-bounds.ts'
import { createMemoryState, MemoryChange, type MemoryState } from './memory-state.ts'
import { TreeStore } from '../history/tree-store.ts'

/** Options for {@link createMemoryStore}; `historyBytes` is 64 MiB by default. */
export interface MemoryStoreOptions extends HistoryOptions {
  readonly clock?: StoreClock
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
  const { clock = machineClock } = options
  const bounds = historyBoundsOf(options, defaultHistoryBytes)
  const history: HistoryClock = {
    nowMs: () => clock.monotonic(),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  }
  return openMemory(createMemoryState(firstRevision, bounds), history)
}

/** 64 MiB. */
const defaultHistoryBytes = 67_108_864

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
