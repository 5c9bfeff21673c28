export { createMemoryStore, type MemoryStore, type MemoryStoreOptions } from './memory-store.ts'
export type { StoreClock } from './clock.ts'
