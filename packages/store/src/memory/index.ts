export type { ForkableStore, MemoryStore } from '../forkable-store.ts'
export { createMemoryStore, type MemoryStoreOptions } from './memory-store.ts'
export type { StoreClock } from '../history/clock.ts'
export type { HistoryOptions } from '../history/history-bounds.ts'
