import { catchMaybe, thenMaybe, randomBetween, StatusError, type Awaitable } from '@pinnace/meta'
import { StoreError, type Store, type StoreEvent } from '@pinnace/store'
import { RevisionedTree, type OrderedTree } from '@pinnace/store/history'
import { Bookmark } from './bookmarks.ts'
import { CacheChange } from './cache-change.ts'
import { maxWatchTimeoutMs, minWatchTimeoutMs, resolveSettings, type CacheSettings } from './cache-settings.ts'
import { parseContinueToken } from './continue-token.ts'
import { Dispatcher } from './dispatcher.ts'
import { FreshnessWaiters } from './freshness-waiters.ts'
import { LabelIndex } from './label-index.ts'
import { readPage, type PageOptions } from './list-page.ts'
import { watchExpired } from './resource-expired.ts'
import { RunningWatch, type InitialState, type WatchHost } from './running-watch.ts'
import { openState, readState, type OpenStateOptions, type StateSource } from './open-state.ts'
import { StoreFeed } from './store-feed.ts'
import { StoredEntry } from './stored-entry.ts'
import type {
  CacheEntry,
  CacheWatch,
  Freshness,
  ListPage,
  ListRequest,
  ReadCaller,
  WatchCache,
  WatchCacheOptions,
  WatchRequest,
} from './watch-cache.ts'

/**
 * Creates the watch cache of a resource: an ordered copy with history, and its watches.
 *
 * @example
 * const cache = createWatchCache({ store, prefix: '/pods/', decode, describe, continueVersion: 'meta.example.dev/v1' })
 * const page = await cache.list({ prefix: '/pods/default/', limit: 100 })
 */
export function createWatchCache<T>(options: WatchCacheOptions<T>): WatchCache<T> {
  const settings = resolveSettings(options)
  return new Cache(settings, options.store, undefined)
}

/** Changes, of any key, after which the history is compacted as far as that of the store. */
const compactionInterval = 16

/** How often at most a remote store is asked how far it is compacted: it compacts in intervals of minutes. */
const compactionQuestionSeconds = 10

/** The same where a request asks for a past state. */
const pastQuestionSeconds = 1

type State<T> = RevisionedTree<StoredEntry<T>, CacheChange<T>>

class Cache<T> implements WatchCache<T> {
  readonly prefix: string
  readonly #settings: CacheSettings<T>
  readonly #store: Store
  readonly #dispatcher: Dispatcher<T>
  readonly #waiters: FreshnessWaiters
  readonly #host: WatchHost
  #state: State<T> | undefined
  /** The label index of the newest state. */
  #index = new LabelIndex()
  /** The watch on the store; undefined while the cache is not open. */
  #feed: StoreFeed | undefined
  /** Whether the store answers asynchronously: it may be ahead of the changes it has delivered. */
  #isRemote = false
  #closed = false
  /** Why the store has ended the last watch, if it was a value that cannot be read. */
  #unreadable: StoreError | undefined
  /** Set by a get whose cache could not be opened because of such a value, until the cache has opened. */
  #cannotOpen = false
  #isFork = false
  /** Changes since the history was last compacted as that of the store. */
  #sinceCompaction = 0
  /** When a remote store was last asked how far it is compacted. */
  #askedSecond = -Infinity
  #lastBookmark: Bookmark | undefined
  #lastSnapshot: { readonly revision: number; readonly tree: OrderedTree<StoredEntry<T>> } | undefined

  constructor(settings: CacheSettings<T>, store: Store, state: State<T> | undefined) {
    this.#settings = settings
    this.prefix = settings.prefix
    this.#store = store
    this.#state = state
    this.#dispatcher = new Dispatcher(settings.clock, settings.prefix)
    this.#waiters = new FreshnessWaiters(settings.clock, settings.freshnessTimeoutMs)
    this.#host = {
      clock: settings.clock,
      watcherBufferBytes: settings.watcherBufferBytes,
      watcherBufferEvents: settings.watcherBufferEvents,
      slowWatcherMs: settings.slowWatcherMs,
      views: settings.home.objects.views,
      newestRevision: () => this.#state?.revision ?? 0,
      oldestRevision: () => this.#state?.oldest ?? 0,
      bookmark: (revision, initialEventsEnd) => this.#bookmark(revision, initialEventsEnd),
    }
  }

  get revision(): bigint {
    return BigInt(this.#state?.revision ?? 0)
  }

  get oldestRevision(): bigint {
    return BigInt(this.#state?.oldest ?? 0)
  }

  get size(): number {
    return this.#state?.size ?? 0
  }

  get watchers(): number {
    return this.#dispatcher.size
  }

  get(
    key: string,
    freshness: Freshness = { kind: 'unset' },
    caller?: ReadCaller,
  ): Awaitable<CacheEntry<T> | undefined> {
    // upstream: apiserver/pkg/storage/cacher/delegator.go, Get – the store itself answers a read of the newest state.
    const isUnset = freshness.kind === 'unset'
    if (isUnset && this.#isRemote) return this.#getStored(key)
    const read = (): Awaitable<CacheEntry<T> | undefined> =>
      thenMaybe(this.#freshState(freshness, caller), (state) => state.get(key))
    if (!isUnset && freshness.kind !== 'any') return read()
    if (this.#cannotOpen) return this.#getStored(key)
    return this.#state === undefined ? catchMaybe(read, (error) => this.#getUnopened(key, error)) : read()
  }

  list(request: ListRequest<T> = {}): Awaitable<ListPage<T>> {
    const { freshness = { kind: 'unset' }, continueToken, caller } = request
    const prefix = this.#checkPrefix(request.prefix)
    const { continueVersion, clock } = this.#settings
    if (continueToken === undefined) {
      return thenMaybe(this.#freshState(freshness, caller), (state) => {
        const revision = freshness.kind === 'exact' ? Number(freshness.revision) : state.revision
        return this.#readPage(state, { continueVersion, prefix, from: '', revision, request, clock })
      })
    }
    if (freshness.kind === 'exact' || freshness.kind === 'notOlderThan') {
      // The server refuses that request; the rule is in its list options.
      throw new TypeError('freshness must be unset or any with a continueToken')
    }
    const { revision, from } = parseContinueToken(continueVersion, prefix, continueToken)
    const wanted: Freshness = revision === undefined ? { kind: 'unset' } : { kind: 'exact', revision }
    return thenMaybe(this.#freshState(wanted, caller), (state) =>
      this.#readPage(state, {
        continueVersion,
        prefix,
        from,
        revision: Number(revision ?? state.revision),
        request,
        clock,
      }),
    )
  }

  newestChange(): number | undefined {
    const state = this.#state
    if (this.#closed || this.#isRemote || this.#feed?.isLive !== true || state === undefined) return undefined
    const revision = this.#store.revision()
    if (revision instanceof Promise || revision > state.revision) return undefined
    return state.lastChange(state.revision)
  }

  watch(request: WatchRequest<T>): Awaitable<CacheWatch> {
    const prefix = this.#checkPrefix(request.prefix)
    const { start, sendInitialEvents } = request
    const initial = sendInitialEvents ?? start.kind !== 'exact'
    const freshness: Freshness =
      start.kind !== 'exact' ? start : initial ? { kind: 'notOlderThan', revision: start.revision } : { kind: 'any' }
    const refuse = (error: unknown): CacheWatch => this.#refuse(request, error)
    try {
      const started = thenMaybe(this.#freshState(freshness, undefined), (state) =>
        this.#run(state, prefix, request, initial),
      )
      return started instanceof Promise ? started.catch(refuse) : started
    } catch (error) {
      return refuse(error)
    }
  }

  cacheObject(key: string, modRevision: bigint, object: T): void {
    const entry = this.#state?.get(key)
    if (entry !== undefined && entry.modRevision === modRevision) entry.cacheObject(object)
  }

  fork(store: Store): WatchCache<T> {
    const fork = new Cache(this.#settings, store, this.#feed?.isLive === true ? this.#state?.fork() : undefined)
    fork.#isFork = true
    return fork
  }

  trim(): void {
    this.#state?.trim(this.#second())
  }

  endWatches(): void {
    this.#dispatcher.endAll()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#stop(this.#ended())
    const { home } = this.#settings
    // Objects a fork has parsed are shared with the cache it was forked from.
    if (!this.#isFork) home.objects.evictAll(home)
  }

  [Symbol.dispose](): void {
    this.close()
  }

  /** Returns the state, once it is as fresh as requested. */
  #freshState(freshness: Freshness, caller: ReadCaller | undefined): Awaitable<State<T>> {
    return thenMaybe(this.#open(), () => {
      if (freshness.kind === 'any') return this.#current()
      const wanted = freshness.kind === 'unset' ? this.#store.revision() : freshness.revision
      return thenMaybe(wanted, (revision) => {
        const state = this.#current()
        if (revision <= state.revision) return state
        const waiting = this.#waiters.wait(revision, () => this.revision, caller?.signal).then(() => this.#current())
        return freshness.kind === 'unset' ? waiting.catch((error: unknown) => this.#readBehind(error)) : waiting
      })
    })
  }

  /** The newest state from the store itself, for a read that has waited too long for its changes. */
  // upstream: apiserver/pkg/storage/cacher/delegator.go, GetList – a consistent read falls back to etcd.
  #readBehind(error: unknown): Promise<State<T>> {
    if (!(error instanceof StatusError && error.reason === 'Timeout')) throw error
    return this.#readState(undefined)
  }

  async #readState(revision: bigint | undefined): Promise<State<T>> {
    return readState(this.#openOptions, revision)
  }

  #readPage(state: State<T>, page: PageOptions<T>): Awaitable<ListPage<T>> {
    if (page.revision >= state.revision) return this.#readKnownPage(state, page)
    // A past state is answered for as long as the store has it.
    return thenMaybe(this.#askCompaction(pastQuestionSeconds), () => this.#readKnownPage(state, page))
  }

  #readKnownPage(state: State<T>, page: PageOptions<T>): Awaitable<ListPage<T>> {
    const index = state === this.#state ? this.#index : new LabelIndex()
    if (page.revision >= state.oldest || !this.#isRemote) return readPage({ state, index }, page)
    // The store may still have what the cache never had, or no longer has.
    const older = this.#readState(BigInt(page.revision)).catch((error: unknown) => {
      if (error instanceof StoreError && error.code === 'Compacted') return state
      throw error
    })
    return older.then((read) => readPage({ state: read, index: new LabelIndex() }, page))
  }

  /** Reads one object although another one, whose value cannot be read, has kept the cache from opening. */
  // upstream: apiserver/pkg/storage/cacher/delegator.go, Get – what the cache cannot answer is forwarded to the storage.
  #getUnopened(key: string, error: unknown): Awaitable<CacheEntry<T> | undefined> {
    if (!isCorrupt(error)) throw error
    this.#cannotOpen = true
    return this.#getStored(key)
  }

  /** Reads one object from the store; an entry of the cache is returned if it is the same. */
  #getStored(key: string): Awaitable<CacheEntry<T> | undefined> {
    if (this.#closed) throw this.#ended()
    return thenMaybe(this.#store.get(key), (stored) => {
      if (stored === undefined) return undefined
      const known = this.#state?.get(key)
      return known?.modRevision === stored.modRevision ? known : new StoredEntry(stored, this.#settings.home)
    })
  }

  #current(): State<T> {
    const state = this.#state
    if (state === undefined) throw this.#ended()
    state.trim(this.#second())
    return state
  }

  get #openOptions(): StateSource<T> & Pick<OpenStateOptions<T>, 'historyLimit'> {
    return {
      store: this.#store,
      clock: this.#settings.clock,
      prefix: this.prefix,
      historyLimit: this.#settings.tree.bounds.limit,
      empty: (revision) => new RevisionedTree(revision, this.#settings.tree),
      toEntry: (entry) => new StoredEntry(entry, this.#settings.home),
    }
  }

  /** Reads the state and watches the store, unless the cache is open. */
  #open(): Awaitable<void> {
    if (this.#closed) throw this.#ended()
    return (this.#feed ??= this.#createFeed()).open()
  }

  #createFeed(): StoreFeed {
    const onState = (state: State<T>): void => {
      // A feed that has been replaced may still read.
      if (this.#feed === feed) this.#setState(state)
    }
    const feed = new StoreFeed({
      clock: this.#settings.clock,
      follow: (watcher) =>
        openState({
          ...this.#openOptions,
          withoutHistory: this.#unreadable !== undefined,
          known: this.#state,
          onState,
          watcher,
        }),
      catchUp: () => {
        const revision = this.#store.revision()
        this.#isRemote = this.#store.replicated !== true && revision instanceof Promise
        return thenMaybe(revision, (newest) => this.#catchUp(newest))
      },
      onEvents: (events) => this.#apply(events),
      onProgress: (revision) => this.#advance(Number(revision)),
      onClosed: (error) => {
        this.#unreadable = isCorrupt(error) ? error : undefined
        this.#stop(error ?? this.#ended())
      },
    })
    return feed
  }

  #setState(state: State<T>): void {
    if (this.#state === state) return
    // Changes have been missed: watches end, so that clients resume or list again.
    if (this.#state !== undefined) this.#dispatcher.endAll()
    this.#state = state
    this.#cannotOpen = false
    this.#index = new LabelIndex()
    this.#lastSnapshot = undefined
    this.#waiters.reached(state.revision)
  }

  /** Waits until the store has replayed its history, at most for the freshness timeout. */
  #catchUp(revision: bigint): Awaitable<void> {
    if (this.#state === undefined || this.#state.revision >= revision) return undefined
    return this.#waiters.wait(revision, () => this.revision).catch(() => undefined)
  }

  #apply(events: readonly StoreEvent[]): void {
    const state = this.#state
    if (state === undefined) return
    const second = this.#second()
    this.#lastSnapshot = undefined
    for (const { type, entry, previous } of events) {
      const known = state.get(entry.key)
      const { home } = this.#settings
      // The cached entry, with its parsed object, rather than that of the store.
      const before = known ?? (previous === undefined ? undefined : new StoredEntry(previous, home))
      const after = new StoredEntry(entry, home)
      const change = new CacheChange(Number(entry.modRevision), type === 'delete', after, before)
      // An object that was replaced is hardly read again, and would take the place of one that is.
      if (before !== undefined) home.objects.remove(before)
      state.apply(change, second)
      this.#index.apply(change)
      this.#dispatcher.push(change)
    }
    state.trim(second)
    this.#followCompaction()
    this.#waiters.reached(state.revision)
  }

  #advance(revision: number): void {
    this.#state?.advance(revision)
    this.#followCompaction()
    this.#waiters.reached(revision)
  }

  // The values of the history are those of the store: kept longer than there, they would be in memory for this cache only.
  #followCompaction(): void {
    if (++this.#sinceCompaction < compactionInterval) return
    this.#sinceCompaction = 0
    void this.#askCompaction(compactionQuestionSeconds)
  }

  /** Forgets what the store has compacted; a remote store is asked once in so many seconds. */
  #askCompaction(seconds: number): Awaitable<void> {
    if (this.#isRemote) {
      const second = this.#second()
      if (second - this.#askedSecond < seconds) return
      this.#askedSecond = second
    }
    const forget = (revision: bigint): void => this.#state?.compact(Number(revision))
    const compacted = this.#store.compactedRevision()
    if (compacted instanceof Promise) return compacted.then(forget, () => undefined)
    forget(compacted)
  }

  #ended(): StoreError {
    if (this.#closed) return new StoreError('Closed', 'the cache is closed')
    return this.#unreadable ?? new StoreError('Unavailable', 'the store has ended the watch')
  }

  #stop(reason: unknown): void {
    this.#feed?.[Symbol.dispose]()
    this.#feed = undefined
    this.#state = undefined
    this.#index = new LabelIndex()
    this.#lastSnapshot = undefined
    this.#dispatcher.endAll()
    this.#waiters.failAll(reason)
  }

  #run(state: State<T>, prefix: string, request: WatchRequest<T>, initial: boolean): CacheWatch {
    const { start, key, selector, sink, bookmarks = false, sendInitialEvents = false } = request
    const after = start.kind === 'exact' && !initial ? Number(start.revision) : state.revision
    if (after < state.oldest) throw watchExpired(after, state.oldest)
    const backlog: CacheChange<T>[] = []
    if (!initial && after < state.revision) {
      for (const change of state.changesAfter(after)) {
        if (key === undefined ? change.entry.key.startsWith(prefix) : change.entry.key === key) backlog.push(change)
      }
    }
    const wanted = selector === undefined || selector.isEmpty ? undefined : selector
    const watch = new RunningWatch<T>(
      {
        scope: this.#dispatcher.scope(key ?? prefix, wanted),
        selector: wanted,
        sink,
        bookmarks,
        timeoutMs: request.timeoutMs ?? this.#defaultTimeoutMs(),
        after,
        initial: initial ? this.#initialState(state, prefix, key) : undefined,
        markInitialEnd: initial && sendInitialEvents,
        backlog,
      },
      this.#host,
      this.#dispatcher,
    )
    this.#dispatcher.join(watch)
    return watch
  }

  #initialState(state: State<T>, prefix: string, key: string | undefined): InitialState<T> {
    // Watches that start at a revision share one snapshot, so that later writes copy nodes once.
    if (this.#lastSnapshot?.revision !== state.revision) {
      this.#lastSnapshot = { revision: state.revision, tree: state.snapshot() }
    }
    return { tree: this.#lastSnapshot.tree, prefix, key }
  }

  #bookmark(revision: number, initialEventsEnd: boolean): Bookmark {
    const last = this.#lastBookmark
    if (last?.initialEventsEnd === initialEventsEnd && last.revision === BigInt(revision)) return last
    return (this.#lastBookmark = new Bookmark(BigInt(revision), initialEventsEnd))
  }

  #refuse(request: WatchRequest<T>, error: unknown): CacheWatch {
    if (!(error instanceof StatusError)) throw error
    let disposed = false
    this.#settings.clock.soon(() => {
      if (!disposed) request.sink.onEnd(error)
    })
    return { deliveredRevision: 0n, [Symbol.dispose]: () => void (disposed = true) }
  }

  #defaultTimeoutMs(): number {
    return Math.floor(randomBetween(this.#settings.random, minWatchTimeoutMs, maxWatchTimeoutMs))
  }

  #checkPrefix(prefix: string = this.prefix): string {
    if (!prefix.startsWith(this.prefix) || !prefix.endsWith('/')) {
      throw new TypeError(`prefix must start with ${this.prefix} and end in a slash`)
    }
    return prefix
  }

  #second(): number {
    return Math.floor(this.#settings.clock.monotonic() / 1000)
  }
}

function isCorrupt(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'Corrupt'
}
