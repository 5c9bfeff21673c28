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
import type { MemoryStore } from '@pinnace/store/memory'

/** Options for {@link createLmdbStore}. History beyond any of the three limits is compacted automatically. */
export interface LmdbStoreOptions {
  /** The directory of the store; created if it does not exist. */
  readonly path: string
  /**
   * When a write is acknowledged: `full` when it is on disk, `os` when it is in the page cache of the operating system,
   * so that it survives the process but not a power failure. @default 'full'
   */
  readonly sync?: 'full' | 'os'
  readonly clock?: Pick<Clock, 'now' | 'after' | 'soon'>
  /** The maximum number of changes, for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of replaced and deleted values, in bytes. @default 134217728 */
  readonly historyBytes?: number
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

/** How much history is kept. */
export interface HistoryBounds {
  readonly limit: number
  readonly seconds: number
  readonly bytes: number
}

/** The bounds of the options. Throws a TypeError for one that is no positive integer. */
export function historyBoundsOf(options: LmdbStoreOptions): HistoryBounds {
  const { historyLimit = 50_000, historyMs = 300_000, historyBytes = 128 * 1024 * 1024 } = options
  for (const [name, bound] of Object.entries({ historyLimit, historyMs, historyBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  return { limit: historyLimit, seconds: Math.ceil(historyMs / 1000), bytes: historyBytes }
}
