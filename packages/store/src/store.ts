/**
 * A value, or a promise of one: a store in this process returns values.
 *
 * Declared here and in `@pinnace/meta`: this package imports nothing, so that a store can be implemented with it alone.
 */
export type Awaitable<T> = T | Promise<T>

/** A value to be stored: text that contains the revision of its write, or bytes without it. */
export type StoreValue = StampedValue | BytesValue

/**
 * A value that contains the revision of its write: the UTF-8 of `before`, the revision in decimal digits, and `after`. The
 * store inserts the revision, which only it knows; a value is serialized once.
 */
export interface StampedValue extends NotedValue {
  readonly before: string
  readonly after: string
  readonly bytes?: undefined
}

/** A value that is stored unchanged. Readers take the revision of the write from the entry. */
export interface BytesValue extends NotedValue {
  /** Must not change after the call: a store may keep the array. */
  readonly bytes: Uint8Array
}

interface NotedValue {
  /**
   * How long the key lives after this write, in whole seconds. The store then deletes it, a little late; its tombstone has
   * the last value, with the revision of the deletion where the store had inserted one. Every write sets it anew, and one
   * without it keeps the key until it is deleted. @default undefined
   */
  readonly ttlSeconds?: number
  /**
   * Metadata that a store in this process keeps with the value, and returns with entries and events. Other stores drop
   * it, so that readers must work without.
   */
  readonly note?: unknown
}

/** A stored key. Its bytes are shared, and never change. */
export interface StoreEntry {
  readonly key: string
  readonly value: Uint8Array
  readonly note: unknown
  /** The revision of the write that created the key. */
  readonly createRevision: bigint
  /** The revision of the last write. */
  readonly modRevision: bigint
}

/** A change of a key. */
export interface StoreEvent {
  readonly type: 'put' | 'delete'
  /** The entry after the change; for a delete the tombstone, at the revision of the deletion. */
  readonly entry: StoreEntry
  /** The entry before the change; undefined for a new key. */
  readonly previous: StoreEntry | undefined
}

/** The outcome of a write: done, or its condition does not hold for the `current` entry. */
export type WriteOutcome =
  | { readonly done: true; readonly entry: StoreEntry; readonly previous: StoreEntry | undefined }
  | { readonly done: false; readonly current: StoreEntry | undefined }

/** The condition of a write: the last revision of the key, or `0n` if it must not exist. */
export interface WriteCondition {
  readonly modRevision: bigint
}

/** Options for a list. Keys are ordered by their UTF-8 bytes. */
export interface RangeOptions {
  /** The revision to read. Throws StoreError `Compacted` or `FutureRevision`. @default the newest */
  readonly revision?: bigint
  /** The first key of the page; must start with the prefix. */
  readonly from?: string
  /** The maximum number of entries; 0 for all. @default 0 */
  readonly limit?: number
}

/** A page of a list at `revision`. */
export interface RangePage {
  readonly revision: bigint
  readonly entries: readonly StoreEntry[]
  /** The number of keys after this page. */
  readonly remaining: number
}

/** Receives changes: in the order of revisions, each change once, several changes in one call. */
export interface StoreWatcher {
  onEvents(events: readonly StoreEvent[]): void
  /** All changes up to `revision` have been delivered; called for changes outside of the prefix. */
  onProgress?(revision: bigint): void
  /** The watch has ended: its history was compacted, or the store was closed. */
  onEnd(error: StoreError | undefined): void
}

/** Throws a TypeError for a time to live that is no positive integer. For the `put` of stores. */
export function assertTimeToLive({ ttlSeconds }: Pick<NotedValue, 'ttlSeconds'>): void {
  if (ttlSeconds === undefined || (Number.isSafeInteger(ttlSeconds) && ttlSeconds > 0)) return
  throw new TypeError(`ttlSeconds must be a positive integer, not ${ttlSeconds}`)
}

/** A store of keys, values and revisions. One counter numbers all writes, and never repeats, even across restarts. */
export interface Store {
  /**
   * True for a store that cannot put its revision into a value, because it learns the revision after the write. It rejects
   * a {@link StampedValue} with a TypeError, and the tombstone of a deleted key may have the last value of the key instead
   * of the value that was passed to `delete`.
   */
  readonly bytesOnly?: true
  /**
   * True for a copy, in the memory of this process, of a store that other processes write too. Reads are answered at once,
   * and with a promise only while a change waits for the other processes.
   */
  readonly replicated?: true
  /** The revision of the newest visible write. */
  revision(): Awaitable<bigint>
  get(key: string, options?: { readonly revision?: bigint }): Awaitable<StoreEntry | undefined>
  /** Lists keys that start with `prefix`, in order. */
  list(prefix: string, options?: RangeOptions): Awaitable<RangePage>
  /** Writes a key, if the condition holds. */
  put(key: string, value: StoreValue, condition?: WriteCondition): Awaitable<WriteOutcome>
  /** Deletes a key; `tombstone` is the value of the delete event. Returns `done: false` if the key does not exist. */
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Awaitable<WriteOutcome>
  /**
   * Delivers every change under the prefix after `afterRevision` (exclusive): in order, without gaps or duplicates. Throws
   * StoreError `Compacted` if that history is compacted.
   */
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Awaitable<Disposable>
  /** Compacts every state before `revision`, which is then the oldest that can be read and watched from. */
  compact(revision: bigint): Awaitable<void>
  /** The oldest revision that can be read. */
  compactedRevision(): Awaitable<bigint>
  /** Ends every watch; later reads and writes throw StoreError `Closed`. */
  close(): Awaitable<void>
}

/** The codes of store errors. */
export type StoreErrorCode = 'Compacted' | 'FutureRevision' | 'Closed' | 'Unavailable' | 'TooLarge' | 'Corrupt' | 'Full'

/** A failure of a store, independent of HTTP. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  /** Where the documents explain the code. */
  readonly see: string

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.see = `"${code}" in docs/errors.md`
  }
}
