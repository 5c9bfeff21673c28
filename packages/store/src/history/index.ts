export { ChangeLog } from './change-log.ts'
export type { HistoryClock } from './clock.ts'
export { expiredValue, expiryOf, type Expiring, type Expiry } from './expiry.ts'
export { compareKeys } from './key-order.ts'
export { createMemoryState, MemoryChange, type MemoryState } from '../memory/memory-state.ts'
export type { MemoryEntry } from '../memory/memory-entry.ts'
export {
  defaultHistoryLimit,
  defaultHistoryMs,
  historyBoundsOf,
  type HistoryBounds,
  type HistoryOptions,
} from './history-bounds.ts'
export { OrderedTree } from './ordered-tree.ts'
export { RevisionedReads, type RevisionedReadsOptions } from './revisioned-reads.ts'
export { RevisionedTree, type Change, type RevisionedTreeOptions } from './revisioned-tree.ts'
export { SharedRead } from './shared-read.ts'
export { StoreWatch } from './store-watch.ts'
export { holds, TreeStore, type EntryWrite, type TreeEntry, type TreeStoreOptions } from './tree-store.ts'
