import type { Clock, Random, StatusError } from '@pinnace/meta'
import type { Awaitable, Store } from '@pinnace/store'

/**
 * What lists and selectors need of an object without parsing it. A writer that puts one beside the value (as
 * `StoreValue.note`) spares the cache from parsing; without it `describe` is asked once.
 */
export interface EntryNote {
  readonly labels: Readonly<Record<string, string>>
  /** Field paths that can be selected on, and their values: `metadata.name`, `status.phase`. */
  readonly fields: Readonly<Record<string, string>>
}

/** One object as the cache holds it: ready bytes, what selectors need, and the object itself on demand. */
export interface CacheEntry<T> extends EntryNote {
  /** The key in the store, with the cache's prefix. */
  readonly key: string
  /** The object's JSON, its own resourceVersion included. Shared, never changed. */
  readonly value: Uint8Array
  readonly createRevision: bigint
  readonly modRevision: bigint
  /** The object, deeply frozen. Parsed on first use and kept in a bounded cache that all readers share. */
  object(): T
}

/** How fresh a read must be. `unset` is a consistent read, `any` is resourceVersion 0. */
export type Freshness =
  | { readonly kind: 'unset' }
  | { readonly kind: 'any' }
  | { readonly kind: 'notOlderThan'; readonly revision: bigint }
  | { readonly kind: 'exact'; readonly revision: bigint }

/** A label that everything a selector takes carries, with one of some values. */
export interface LabelPin {
  readonly label: string
  readonly values: readonly string[]
}

/** Label and field selectors, joined. */
export interface EntrySelector<T> {
  /** True for the selector that takes everything. */
  readonly isEmpty: boolean
  /** Where there is one, lists of the newest state look only at the entries that carry it. */
  readonly pin?: LabelPin | undefined
  matches(entry: CacheEntry<T>): boolean
}

/** Who reads. The signal is asked for only where the read has to wait: making one is no small part of a get. */
export interface ReadCaller {
  readonly signal?: AbortSignal | undefined
}

/** What to list. */
export interface ListRequest<T> {
  /**
   * Store keys to read: the cache's prefix (the default), or that and more, ending in `/`. A continue token is
   * relative to it.
   */
  readonly prefix?: string
  /** Read this one key only (a selector on `metadata.name`): costs a look-up. `prefix` still names the scope. */
  readonly key?: string
  /** @default unset */
  readonly freshness?: Freshness
  /** Most entries of a page; 0 is all. */
  readonly limit?: number
  /** The token of the page before. It decides the revision; `freshness` must then be `unset` or `any`. */
  readonly continueToken?: string
  readonly selector?: EntrySelector<T>
  readonly caller?: ReadCaller
}

/** One page of a list. All pages of one list are of one revision. */
export interface ListPage<T> {
  /** The list's resourceVersion. */
  readonly revision: bigint
  /**
   * Newest change of the cache that the page can show: lists of one prefix and selector with the same content
   * revision have the same entries, so ready bytes may be kept by it.
   */
  readonly contentRevision: bigint
  readonly entries: readonly CacheEntry<T>[]
  /** Token of the next page; `undefined` at the end of the list. */
  readonly continue: string | undefined
  /** Entries after this page; `undefined` at the end of the list and with a selector. */
  readonly remainingItemCount: number | undefined
}

/** Where a watch begins: `unset` and `any` with the state as synthetic ADDED events, `exact` after a revision. */
export type WatchStart =
  | { readonly kind: 'unset' }
  | { readonly kind: 'any' }
  | { readonly kind: 'exact'; readonly revision: bigint }

/** A change as one watch sees it. Watches that see the same thing share the same object, and its lines. */
export interface ChangeEvent<T> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** After the change; for DELETED the last state that was visible, at the revision of the change. */
  readonly entry: CacheEntry<T>
  readonly revision: bigint
  /**
   * The event as one representation spells it, made by the first watcher that asks and kept for those that come after
   * it (the newest 4 MiB of them). `representation` is compared by identity: a string, or an object kept by the caller.
   */
  line(representation: unknown, make: (event: ChangeEvent<T>) => Uint8Array): Uint8Array
}

/** Nothing of this watch is missing up to `revision`. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK'
  readonly revision: bigint
  /** True for the one that ends the initial events of a streaming list; it carries the annotation. */
  readonly initialEventsEnd: boolean
  line(representation: unknown, make: (event: BookmarkEvent) => Uint8Array): Uint8Array
}

/** What a watch delivers. */
export type WatchEvent<T> = ChangeEvent<T> | BookmarkEvent

/** Where a watch delivers. A sink that throws ends its own watch and nothing else. */
export interface WatchSink<T> {
  /** Events of one tick, in order; never empty. The array is shared: do not keep or change it. */
  onEvents(events: readonly WatchEvent<T>[]): void
  /**
   * Bytes taken and not yet sent. Above `watcherBufferBytes` nothing more is delivered until it falls; a watch that
   * stays above for `slowWatcherMs`, or falls `watcherBufferEvents` behind, is ended. Absent: never behind.
   */
  bufferedBytes?(): number
  /**
   * The watch is over and nothing more comes. With an error, send it as the ERROR event; without one, just end the
   * stream (timeout, too slow, the cache was closed). Not called after the watch was disposed by its holder.
   */
  onEnd(error: StatusError | undefined): void
}

/** What to watch. */
export interface WatchRequest<T> {
  /** As for a list. */
  readonly prefix?: string
  /** Watch this one key only. */
  readonly key?: string
  readonly start: WatchStart
  readonly selector?: EntrySelector<T>
  /** Send bookmarks about every minute, and just before the timeout. @default false */
  readonly bookmarks?: boolean
  /**
   * `true`: the state at least as fresh as `start` as ADDED events, then the bookmark that ends them (where bookmarks
   * are allowed). `false`: no synthetic events. Absent: as `start` says.
   */
  readonly sendInitialEvents?: boolean
  /** How long the watch lasts. @default random between 30 and 60 minutes */
  readonly timeoutMs?: number
  readonly sink: WatchSink<T>
}

/** A running watch. Disposing it twice does no harm. */
export interface CacheWatch extends Disposable {
  /** Nothing of this watch is missing up to this revision. */
  readonly deliveredRevision: bigint
}

/** Parsed objects that are kept; shared by as many caches as wanted. */
export interface ObjectCache {
  /** Most objects kept. */
  readonly limit: number
  /** Objects kept now. */
  readonly size: number
  clear(): void
}

/** Options for `createWatchCache`. */
export interface WatchCacheOptions<T> {
  readonly store: Store
  /** Store keys of the resource; ends in `/`. */
  readonly prefix: string
  /** Parses a value and freezes it deeply. */
  readonly decode: (value: Uint8Array) => T
  /** Labels and selectable fields of an object; asked only for entries without an {@link EntryNote}. */
  readonly describe: (object: T) => EntryNote
  /** Fields every note must have; one without them was made when other fields could be selected on. @default none */
  readonly noteFields?: readonly string[]
  /** The `v` of continue tokens: `meta.<group domain>/v1`. */
  readonly continueVersion: string
  readonly clock?: Clock
  readonly random?: Random
  /** Changes kept for watches and exact lists. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept; at least 75,000. @default 300000 */
  readonly historyMs?: number
  /** Bytes of values that only the history holds. @default 67108864 */
  readonly historyBytes?: number
  /** A watcher with more unsent bytes is behind. @default 1048576 */
  readonly watcherBufferBytes?: number
  /** A watcher that is behind by more events is ended. @default 10000 */
  readonly watcherBufferEvents?: number
  /** A watcher that is behind for longer is ended. @default 5000 */
  readonly slowWatcherMs?: number
  /** How long a read waits for a revision that has not been seen yet. @default 3000 */
  readonly freshnessTimeoutMs?: number
  /** Parsed objects kept, where `objectCache` is absent. @default 4096 */
  readonly objectCacheLimit?: number
  readonly objectCache?: ObjectCache
}

/** The serving copy of one resource. It fills itself on first use and holds no timer while nobody watches or waits. */
export interface WatchCache<T> extends Disposable {
  readonly prefix: string
  /** Newest revision the cache has seen, of any key. */
  readonly revision: bigint
  /** Oldest revision that can still be listed exactly or watched from. */
  readonly oldestRevision: bigint
  /** Number of keys; 0 before the first use. */
  readonly size: number
  readonly watchers: number
  /**
   * What `contentRevision` of a list of everything would be now: while it stays the same, so does every list. Undefined
   * where that has to be waited for.
   */
  newestChange(): number | undefined
  /** One object, by its store key. `exact` is not asked of a get. Answers at once over a store in process. */
  get(key: string, freshness?: Freshness, caller?: ReadCaller): Awaitable<CacheEntry<T> | undefined>
  /**
   * A page of objects in key order.
   *
   * Throws StatusError: 400 for a malformed continue token or one with another explicit version, 410 Expired for a
   * revision or token out of the history, 504 Timeout for a revision from the future.
   */
  list(request?: ListRequest<T>): Awaitable<ListPage<T>>
  /**
   * Follows changes. Refusals (410 for a start out of the history, 504 for initial events from the future) come
   * through `sink.onEnd`, as the protocol sends them inside the stream. The first delivery is after the current turn.
   */
  watch(request: WatchRequest<T>): Awaitable<CacheWatch>
  /**
   * Keeps an object the caller has parsed already, at the revision it was written with, so that nobody parses it
   * again. It must be deeply frozen and equal to the stored value. Ignored when the key has moved on.
   */
  remember(key: string, modRevision: bigint, object: T): void
  /** The same cache over a fork of its store, in constant time; watchers stay here. Both go on independently. */
  fork(store: Store): WatchCache<T>
  /** Drops what the clock says is too old; happens by itself on writes. */
  trim(): void
  /** Ends every watch without an error, so that whoever watches begins again where it was. */
  endWatches(): void
  /** Ends every watch and lets the store go. */
  close(): void
}
