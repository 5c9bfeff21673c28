import type { Awaitable, Clock, Random, StatusError } from '@pinnace/meta'
import type { Store } from '@pinnace/store'

/**
 * The labels and selectable fields of an object. A writer that stores them with the value (as `StoreValue.note`) saves the
 * cache from parsing it; otherwise the cache calls `describe` once.
 */
export interface EntryNote {
  readonly labels: Readonly<Record<string, string>>
  /** Values of selectable fields, by path: `metadata.name`, `status.phase`. */
  readonly fields: Readonly<Record<string, string>>
}

/** An object in the cache: its JSON, labels and fields, and the parsed object on demand. */
export interface CacheEntry<T> extends EntryNote {
  /** The key in the store, including the prefix of the cache. */
  readonly key: string
  /** The JSON of the object, including its resourceVersion. Shared; must not be changed. */
  readonly value: Uint8Array
  readonly createRevision: bigint
  readonly modRevision: bigint
  /** The parsed object, deeply frozen. It is parsed on first use and cached for all readers. */
  object(): T
  /** As {@link CacheEntry.object}, but an object that is not cached stays so: for readers of more objects than are cached. */
  parse(): T
  /** This state with a later revision: the last state of an object that no longer matches a selector. */
  at(revision: bigint): CacheEntry<T>
}

/** The freshness of a read. `unset` is a consistent read, `any` is resourceVersion 0. */
export type Freshness =
  | { readonly kind: 'unset' }
  | { readonly kind: 'any' }
  | { readonly kind: 'notOlderThan'; readonly revision: bigint }
  | { readonly kind: 'exact'; readonly revision: bigint }

/** A label all matches of a selector have, with one of the values. */
export interface LabelPin {
  readonly label: string
  readonly values: readonly string[]
}

/** A field of the note that all matches of a selector have, with the value. */
export interface FieldPin {
  readonly field: string
  readonly value: string
}

/** A label selector and a field selector. */
export interface EntrySelector<T> {
  /** True for a selector that matches everything. */
  readonly isEmpty: boolean
  /** Lists of the newest state read only entries with this label. */
  readonly pin?: LabelPin | undefined
  /** A field that every match has, and its value. Watches with it receive only changes of objects that have or had this value. */
  readonly fieldPin?: FieldPin | undefined
  matches(entry: CacheEntry<T>): boolean
}

/** The caller of a read. The signal is read only if the read has to wait, as creating one is costly. */
export interface ReadCaller {
  readonly signal?: AbortSignal | undefined
  /** When a long read is given up, milliseconds of the monotonic clock. @default never */
  readonly deadlineMs?: number | undefined
}

/** Options for a list. */
export interface ListRequest<T> {
  /**
   * The prefix of store keys to read, ending in `/`. Must start with the prefix of the cache, which is the default. A
   * continue token is relative to it.
   */
  readonly prefix?: string
  /** Reads this key only (a selector on `metadata.name`), with a lookup. */
  readonly key?: string | undefined
  /** @default unset */
  readonly freshness?: Freshness
  /** The maximum number of entries; 0 for all. */
  readonly limit?: number
  /** The token of the previous page, which has the revision: `freshness` must be `unset` or `any`. */
  readonly continueToken?: string | undefined
  readonly selector?: EntrySelector<T> | undefined
  readonly caller?: ReadCaller
}

/** A page of a list. All pages of a list are of one revision. */
export interface ListPage<T> {
  /** The resourceVersion of the list. */
  readonly revision: bigint
  /**
   * The revision of the newest change that the page can contain. Lists of the same prefix and selector with the same
   * content revision have the same entries, so that encoded lists can be cached by it.
   */
  readonly contentRevision: bigint
  readonly entries: readonly CacheEntry<T>[]
  /** The token of the next page; undefined at the end of the list. */
  readonly continue: string | undefined
  /** The number of entries after this page; undefined at the end of the list and with a selector. */
  readonly remainingItemCount: number | undefined
}

/** The start of a watch: `unset` and `any` start with the state as synthetic ADDED events, `exact` after a revision. */
export type WatchStart =
  | { readonly kind: 'unset' }
  | { readonly kind: 'any' }
  | { readonly kind: 'exact'; readonly revision: bigint }

/** A change as a watch sees it. Watches share the object and its lines. */
export interface ChangeEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The state after the change; for DELETED the last matching state, at the revision of the change. */
  readonly entry: CacheEntry<T>
  readonly revision: bigint
  /** The object of the entry, deeply frozen. It is cached, unless it is of the initial state of more objects than are cached. */
  object(): T
  /**
   * The encoded event in a representation, created by the first watcher and cached for others (as far as 8 MiB suffice).
   * `representation` is compared by identity: a string, or an object the caller reuses.
   */
  line(representation: unknown, make: (event: ChangeEvent<T>) => Uint8Array): Uint8Array
}

/** A bookmark: all changes up to `revision` have been sent. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK'
  readonly revision: bigint
  /** True for the bookmark at the end of initial events, which has the annotation. */
  readonly initialEventsEnd: boolean
  line(representation: unknown, make: (event: BookmarkEvent) => Uint8Array): Uint8Array
}

/** An event of a watch. */
export type WatchEvent<T> = ChangeEvent<T> | BookmarkEvent

/** The receiver of a watch. A sink that throws ends its watch. */
export interface WatchSink<T> {
  /** Called with a batch of events in order; never empty. The array is shared: do not keep or change it. */
  onEvents(events: readonly WatchEvent<T>[]): void
  /**
   * The number of bytes that are buffered and not yet sent. Above `watcherBufferBytes`, nothing is delivered. A watch that
   * stays above it for `slowWatcherMs`, falls `watcherBufferEvents` or as much as the history behind, is ended. @default 0
   */
  bufferedBytes?(): number
  /**
   * Called when the watch has ended. With an error, send it as the ERROR event; without one, end the stream (timeout, too
   * slow, the cache was closed). Not called after the watch was disposed of.
   */
  onEnd(error: StatusError | undefined): void
}

/** Options for a watch. */
export interface WatchRequest<T> {
  /** As {@link ListRequest.prefix}. */
  readonly prefix?: string
  /** Watches this key only. */
  readonly key?: string | undefined
  readonly start: WatchStart
  readonly selector?: EntrySelector<T> | undefined
  /** Sends bookmarks every minute, and shortly before the timeout. @default false */
  readonly bookmarks?: boolean
  /**
   * `true`: starts with the state, at least as fresh as `start`, as ADDED events and, with `bookmarks`, a bookmark at their
   * end. `false`: no synthetic events. @default by `start`
   */
  readonly sendInitialEvents?: boolean
  /** The duration of the watch. @default random between 30 and 60 minutes */
  readonly timeoutMs?: number
  readonly sink: WatchSink<T>
}

/** A running watch. Disposing of it twice has no effect. */
export interface CacheWatch extends Disposable {
  /** All changes up to this revision have been delivered. */
  readonly deliveredRevision: bigint
}

/** A bounded cache of parsed objects, which watch caches can share. */
export interface ObjectCache {
  /** The maximum number of objects. */
  readonly limit: number
  /** The maximum size of the JSON that they were parsed from, bytes. */
  readonly limitBytes: number
  /** The number of objects. */
  readonly size: number
  /** The size of the JSON that they were parsed from. */
  readonly bytes: number
  clear(): void
}

/** Options for `createWatchCache`. */
export interface WatchCacheOptions<T> {
  readonly store: Store
  /** The prefix of the resource's store keys; ends in `/`. */
  readonly prefix: string
  /** Parses a value and freezes it deeply. */
  readonly decode: (value: Uint8Array) => T
  /** Returns labels and selectable fields of an object; called only for entries without an {@link EntryNote}. */
  readonly describe: (object: T) => EntryNote
  /** Fields every stored note must have; a note without one is outdated and ignored. @default none */
  readonly noteFields?: readonly string[]
  /** The `v` of continue tokens: `meta.<group domain>/v1`. */
  readonly continueVersion: string
  readonly clock?: Clock
  readonly random?: Random
  /** The maximum number of changes kept for watches and exact lists; none that the store has compacted. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds; at least 75000. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of values that only the history holds, in bytes. @default 67108864 */
  readonly historyBytes?: number
  /** Unsent bytes above which a watcher is slow. @default 1048576 */
  readonly watcherBufferBytes?: number
  /** A slow watcher that is more events behind is ended. @default 10000 */
  readonly watcherBufferEvents?: number
  /** A watcher that is slow for longer is ended, in milliseconds. @default 5000 */
  readonly slowWatcherMs?: number
  /** How long a read waits for a future revision, in milliseconds. @default 3000 */
  readonly freshnessTimeoutMs?: number
  /** The limit of the object cache if `objectCache` is not given. @default 4096 */
  readonly objectCacheLimit?: number
  readonly objectCache?: ObjectCache
}

/** The watch cache of a resource. It is filled on first use, and has no timers without watches or waiting reads. */
export interface WatchCache<T> extends Disposable {
  readonly prefix: string
  /** The newest revision the cache has seen, of any key. */
  readonly revision: bigint
  /** The oldest revision that can be listed or watched from. */
  readonly oldestRevision: bigint
  /** The number of keys; 0 before the first use. */
  readonly size: number
  readonly watchers: number
  /**
   * The current `contentRevision` of a list of all keys: while it does not change, no list does. Undefined if it is not
   * known without waiting.
   */
  newestChange(): number | undefined
  /** Reads an object by its store key. `exact` is not supported. Synchronous over a store in process. */
  get(key: string, freshness?: Freshness, caller?: ReadCaller): Awaitable<CacheEntry<T> | undefined>
  /**
   * Reads a page of objects in key order.
   *
   * A long scan for a selector is done in slices, so that the event loop is not blocked. Throws StatusErrors: 400 for a malformed continue token, 410 Expired for a revision or token before the history, 504
   * Timeout for a future revision. Throws a TypeError for a continue token with an explicit revision.
   */
  list(request?: ListRequest<T>): Awaitable<ListPage<T>>
  /**
   * Watches changes. Refusals (410 for a start before the history, 504 for initial events at a future revision) are passed
   * to `sink.onEnd`, as they are sent in the stream. The first delivery is after the current turn of the event loop.
   */
  watch(request: WatchRequest<T>): Awaitable<CacheWatch>
  /**
   * Caches an object the caller has parsed, at the revision it was written with. It must be deeply frozen and equal to the
   * stored value. Ignored if the key has a newer revision.
   */
  cacheObject(key: string, modRevision: bigint, object: T): void
  /** Creates an independent cache over a fork of the store, in constant time and without watches. */
  fork(store: Store): WatchCache<T>
  /** Drops changes that are too old; writes do that, too. */
  trim(): void
  /** Ends every watch without an error, so that clients resume. */
  endWatches(): void
  /** Ends every watch and the watch on the store. */
  close(): void
}
