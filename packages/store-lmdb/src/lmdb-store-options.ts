import type { Clock } from '@pinnace/meta'
import type {
  RangeOptions,
  RangePage,
  Store,
  StoreEntry,
  StoreValue,
  StoreWatcher,
  WriteCondition,
  WriteOutcome,
} from '@pinnace/store'
import type { HistoryOptions } from '@pinnace/store/history'
import type { MemoryStore } from '@pinnace/store/memory'

/** Options for {@link createLmdbStore}; `historyBytes` is 128 MiB by default. */
export interface LmdbStoreOptions extends HistoryOptions {
  /** The directory of the store; created if it does not exist. */
  readonly path: string
  /**
   * When a write is acknowledged: `full` when it is on disk, `os` when it is in the page cache of the operating system,
   * so that it survives the process but not a power failure. @default 'full'
   */
  readonly sync?: 'full' | 'os'
  readonly clock?: Pick<Clock, 'now' | 'after' | 'soon'>
}

/** A durable store in one LMDB file. Reads are synchronous; writes of one turn of the event loop are committed together. */
export interface LmdbStore extends Store {
  revision(): bigint
  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined
  list(prefix: string, options?: RangeOptions): RangePage
  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable
  compact(revision: bigint): Promise<void>
  compactedRevision(): bigint
  close(): Promise<void>
  /** Copies the newest state into a new directory, while writes go on. */
  backup(directory: string): Promise<void>
  /**
   * Creates a store in memory over the keys, revisions and history of this moment, in constant time. It never changes the
   * file, and is closed with this store. It keeps in memory what this store compacts while the fork is in use.
   */
  fork(): MemoryStore
}
