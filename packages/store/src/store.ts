/** A value, or a promise of one: stores that live in this process answer at once. */
export type Awaitable<T> = T | Promise<T>

/**
 * A value that spells its own revision: what is stored is the UTF-8 of `before`, the revision of this very write in
 * decimal digits, and `after`. The store alone knows that revision, so the store puts it in; a value is serialised once.
 */
export interface StoreValue {
  readonly before: string
  readonly after: string
  /**
   * Kept beside the value, unread, by a store that lives in this process, and handed out with every entry and event;
   * a store that cannot keep it drops it, so a reader must be able to do without.
   */
  readonly note?: unknown
}

/** A stored key. Its bytes are shared by all who read them and never change. */
export interface StoreEntry {
  readonly key: string
  readonly value: Uint8Array
  readonly note: unknown
  /** Revision of the write that made the key. */
  readonly createRevision: bigint
  /** Revision of the last write. */
  readonly modRevision: bigint
}

/** One change to one key. */
export interface StoreEvent {
  readonly type: 'put' | 'delete'
  /** After the change; for a delete the tombstone's value, at the deletion's revision. */
  readonly entry: StoreEntry
  /** Before the change; `undefined` for a key that is new. */
  readonly previous: StoreEntry | undefined
}

/** What a write found: done, or the key was not as expected (`current` is what stands there). */
export type WriteOutcome =
  | { readonly done: true; readonly entry: StoreEntry; readonly previous: StoreEntry | undefined }
  | { readonly done: false; readonly current: StoreEntry | undefined }

/** What must hold of a key for a write to happen: its last revision, with `0n` for "does not exist". */
export interface WriteCondition {
  readonly modRevision: bigint
}

/** A range of keys, in byte order of their UTF-8. */
export interface RangeOptions {
  /** Read at this revision instead of the newest. Throws StoreError `Compacted` or `FutureRevision`. */
  readonly revision?: bigint
  /** First key of the page (included); must start with the prefix. */
  readonly from?: string
  /** Most entries to return; 0 or absent is all. */
  readonly limit?: number
}

/** One page of a range, all of it at `revision`. */
export interface RangePage {
  readonly revision: bigint
  readonly entries: readonly StoreEntry[]
  /** Keys of the range past this page. */
  readonly remaining: number
}

/** Who is told of changes. Called in revision order, once a change; several changes may come in one call. */
export interface StoreWatcher {
  onEvents(events: readonly StoreEvent[]): void
  /** Everything up to `revision` has been delivered; called when there was nothing of this prefix to deliver. */
  onProgress?(revision: bigint): void
  /** The watch is over and nothing more will come: compacted away, or the store was closed. */
  onEnd(error: StoreError | undefined): void
}

/** Keys, values and revisions. One counter numbers every write; it never repeats, not even across a restart. */
export interface Store {
  /** Revision of the newest write that readers can see. */
  revision(): Awaitable<bigint>
  get(key: string, options?: { readonly revision?: bigint }): Awaitable<StoreEntry | undefined>
  /** Every key that starts with `prefix`, in order. */
  list(prefix: string, options?: RangeOptions): Awaitable<RangePage>
  /** Writes the key; with a condition, only where it holds. */
  put(key: string, value: StoreValue, condition?: WriteCondition): Awaitable<WriteOutcome>
  /** Removes the key; `tombstone` becomes the value of the delete event. Without the key: `done: false`. */
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Awaitable<WriteOutcome>
  /**
   * Delivers every change of the prefix after `afterRevision` (not included): no gap, no duplicate, in order.
   * Throws StoreError `Compacted` where that history is gone.
   */
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Awaitable<Disposable>
  /** Forgets every state before `revision`; reads and watches from there on still work. */
  compact(revision: bigint): Awaitable<void>
  /** Oldest revision that can still be read. */
  compactedRevision(): Awaitable<bigint>
  /** Ends every watch; writes and reads after it throw StoreError `Closed`. */
  close(): Awaitable<void>
}

/** What can be wrong with a store. */
export type StoreErrorCode = 'Compacted' | 'FutureRevision' | 'Closed' | 'Unavailable' | 'TooLarge' | 'Corrupt' | 'Full'

/** A failure of the store; it knows no HTTP. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
