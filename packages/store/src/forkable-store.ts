import type {
  RangeOptions,
  RangePage,
  Store,
  StoreEntry,
  StoreValue,
  StoreWatcher,
  WriteCondition,
  WriteOutcome,
} from './store.ts'

/** A store that can be forked; a fork is a store in memory. */
export interface ForkableStore extends Store {
  fork(): MemoryStore
}

/** A store in this process. All methods are synchronous, and watchers are called before `put` returns. */
export interface MemoryStore extends ForkableStore {
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
