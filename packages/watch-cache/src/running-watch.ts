import type { Clock, StatusError, Timer } from '@pinnace/meta'
import type { OrderedTree } from '@pinnace/store/history'
import { nextBookmarkAt, type Bookmark } from './bookmarks.ts'
import { EventView, ScannedView, type CacheChange } from './cache-change.ts'
import { bookmarkIntervalMs, maxBatchLength, slowWatcherPollMs } from './cache-settings.ts'
import { longestCached } from './object-cache.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { CacheWatch, EntrySelector, WatchEvent, WatchSink } from './watch-cache.ts'
import type { RecentViews } from './recent-views.ts'
import type { WatchScope } from './watch-scope.ts'

/** The dependencies of a watch in its cache. */
export interface WatchHost {
  readonly clock: Clock
  readonly watcherBufferBytes: number
  readonly watcherBufferEvents: number
  readonly slowWatcherMs: number
  readonly views: RecentViews
  /** The newest revision of the cache. */
  newestRevision(): number
  /** The oldest revision that the history of the cache holds. */
  oldestRevision(): number
  /** The bookmark of a revision. */
  bookmark(revision: number, initialEventsEnd: boolean): Bookmark
}

/** The part of the dispatcher that a watch needs. */
export interface WatchQueue<T> {
  enqueue(watch: RunningWatch<T>): void
  leave(watch: RunningWatch<T>): void
}

/** The state a watch starts with, sent as ADDED events. */
export interface InitialState<T> {
  readonly tree: OrderedTree<StoredEntry<T>>
  readonly prefix: string
  readonly key: string | undefined
}

/** Options of a {@link RunningWatch}: the request with defaults. */
export interface RunningWatchOptions<T> {
  readonly scope: WatchScope<T, RunningWatch<T>>
  readonly selector: EntrySelector<T> | undefined
  readonly sink: WatchSink<T>
  readonly bookmarks: boolean
  readonly timeoutMs: number
  /** Changes up to this revision are not sent. */
  readonly after: number
  readonly initial: InitialState<T> | undefined
  /** Whether a bookmark marks the end of the initial state. */
  readonly markInitialEnd: boolean
  /** Changes after `after`, for a watch that resumes. */
  readonly backlog: readonly CacheChange<T>[]
}

/**
 * A watch. The dispatcher steps it, one batch at a time: first the initial state, then the backlog of a watch that
 * resumes, then live changes of its scope. While its sink is full, a watch is not stepped and keeps its position, so that
 * no change is skipped; it ends if the sink stays full.
 */
export class RunningWatch<T> implements CacheWatch {
  readonly scope: WatchScope<T, RunningWatch<T>>
  /** The position in the changes of the scope. */
  position: number
  /** Whether the watch waits for its next step. */
  queued = false
  ended = false
  // Not the options: they have the state that the watch starts with, and may outlive all of its objects.
  readonly #selector: EntrySelector<T> | undefined
  readonly #sink: WatchSink<T>
  readonly #bookmarks: boolean
  readonly #after: number
  readonly #host: WatchHost
  readonly #queue: WatchQueue<T>
  readonly #endsAt: number
  #initial: InitialState<T> | undefined
  #initialFrom = ''
  #markInitialEnd: boolean
  #backlog: readonly CacheChange<T>[]
  #backlogAt = 0
  #delivered: number
  #bookmarkAt: number
  #bookmarkDue = false
  #timer: Timer | undefined
  #poll: Timer | undefined
  #fullSince: number | undefined
  #fullBytes = 0

  constructor(options: RunningWatchOptions<T>, host: WatchHost, queue: WatchQueue<T>) {
    this.#selector = options.selector
    this.#sink = options.sink
    this.#bookmarks = options.bookmarks
    this.#after = options.after
    this.#host = host
    this.#queue = queue
    this.scope = options.scope
    this.position = options.scope.end
    this.#initial = options.initial
    this.#markInitialEnd = options.markInitialEnd && options.bookmarks
    this.#backlog = options.backlog
    this.#delivered = options.initial === undefined ? options.after : 0
    const now = host.clock.monotonic()
    this.#endsAt = now + options.timeoutMs
    this.#bookmarkAt = now + bookmarkIntervalMs
    this.#arm(now)
  }

  get deliveredRevision(): bigint {
    return BigInt(this.#isCaughtUp() ? Math.max(this.#host.newestRevision(), this.#delivered) : this.#delivered)
  }

  /** Delivers a batch; true if there is more to deliver. A sink or selector that throws ends the watch. */
  step(): boolean {
    if (this.ended) return false
    try {
      return this.#step() && !this.ended
    } catch {
      this.end(undefined)
      return false
    }
  }

  #step(): boolean {
    if (this.#isFull()) return false
    if (this.#initial !== undefined) return this.#stepInitial(this.#initial)
    if (this.#markInitialEnd) {
      this.#markInitialEnd = false
      this.#sink.onEvents([this.#host.bookmark(this.#after, true)])
      return !this.#isIdle()
    }
    if (this.#backlogAt < this.#backlog.length) return this.#stepBacklog()
    if (this.position < this.scope.end) return this.#stepLive()
    if (this.#bookmarkDue) {
      this.#bookmarkDue = false
      const revision = this.#host.newestRevision()
      // upstream: apiserver/pkg/storage/cacher/cache_watcher.go, process – no bookmark before the start revision.
      if (revision >= this.#delivered) this.#sink.onEvents([this.#host.bookmark(revision, false)])
    }
    return false
  }

  end(error: StatusError | undefined): void {
    if (this.ended) return
    this[Symbol.dispose]()
    try {
      this.#sink.onEnd(error)
    } catch {
      // The watch has ended; there is no one to report an error of its sink to.
    }
  }

  [Symbol.dispose](): void {
    if (this.ended) return
    this.ended = true
    this.#timer?.cancel()
    this.#poll?.cancel()
    this.#backlog = []
    this.#initial = undefined
    this.#queue.leave(this)
  }

  #isCaughtUp(): boolean {
    return (
      this.#initial === undefined &&
      !this.#markInitialEnd &&
      this.#backlogAt >= this.#backlog.length &&
      this.position >= this.scope.end
    )
  }

  #stepInitial({ tree, prefix, key }: InitialState<T>): boolean {
    const selector = this.#selector
    const events: EventView<T>[] = []
    const View = tree.size > longestCached ? ScannedView : EventView
    const add = (entry: StoredEntry<T>): void => {
      if (selector === undefined || selector.matches(entry))
        events.push(new View('ADDED', entry, entry.modRevision, undefined))
    }
    let seen = 0
    let next: string | undefined
    if (key !== undefined) {
      const entry = tree.get(key)
      if (entry !== undefined) add(entry)
    } else {
      tree.scan(this.#initialFrom === '' ? prefix : this.#initialFrom, (entry) => {
        if (!entry.key.startsWith(prefix)) return false
        if (seen++ === maxBatchLength) {
          next = entry.key
          return false
        }
        add(entry)
        return true
      })
    }
    if (next === undefined) {
      this.#initial = undefined
      this.#delivered = this.#after
    } else this.#initialFrom = next
    return this.#deliver(events)
  }

  #stepBacklog(): boolean {
    const events: EventView<T>[] = []
    const stop = Math.min(this.#backlogAt + maxBatchLength, this.#backlog.length)
    for (const change of this.#backlog.slice(this.#backlogAt, stop)) this.#take(change, events)
    this.#backlogAt = stop
    if (stop === this.#backlog.length) {
      this.#backlog = []
      this.#backlogAt = 0
    }
    return this.#deliver(events)
  }

  #stepLive(): boolean {
    const from = this.position
    const stop = Math.min(from + maxBatchLength, this.scope.end)
    this.position = stop
    const first = this.scope.at(from)
    const last = this.scope.at(stop - 1)?.revision ?? this.#delivered
    if (this.#selector === undefined && first !== undefined && first.revision > this.#after) {
      const events = this.scope.batch(from, stop, this.#host.views)
      this.#delivered = last
      return this.#deliver(events)
    }
    const events: EventView<T>[] = []
    for (let position = from; position < stop; position++) {
      const change = this.scope.at(position)
      if (change !== undefined) this.#take(change, events)
    }
    if (last > this.#delivered) this.#delivered = last
    return this.#deliver(events)
  }

  #take(change: CacheChange<T>, events: EventView<T>[]): void {
    // INVARIANT: a watch from a future revision gets no changes up to it.
    if (change.revision <= this.#after) return
    this.#delivered = change.revision
    const event = change.viewFor(this.#selector, this.#host.views)
    if (event !== undefined) events.push(event)
  }

  #isIdle(): boolean {
    return this.#isCaughtUp() && !this.#bookmarkDue
  }

  /** Returns true if there is more to deliver. */
  #deliver(events: readonly WatchEvent<T>[]): boolean {
    if (events.length > 0) this.#sink.onEvents(events)
    return !this.#isIdle()
  }

  /** Whether the buffer of the sink is full. Ends the watch if it stays full for too long. */
  #isFull(): boolean {
    const { clock, watcherBufferBytes, watcherBufferEvents, slowWatcherMs } = this.#host
    const bytes = this.#sink.bufferedBytes?.() ?? 0
    if (bytes <= watcherBufferBytes) {
      this.#fullSince = undefined
      return false
    }
    const now = clock.monotonic()
    // A slow client that makes progress is not ended: sending a large initial state may take long.
    if (this.#fullSince === undefined || bytes < this.#fullBytes) this.#fullSince = now
    this.#fullBytes = bytes
    const isBehind = this.scope.end - this.position > watcherBufferEvents || this.#isBehindHistory()
    if (isBehind || now - this.#fullSince >= slowWatcherMs) {
      this.end(undefined)
      return true
    }
    this.#poll ??= clock.after(slowWatcherPollMs, () => {
      this.#poll = undefined
      this.#queue.enqueue(this)
    })
    return true
  }

  /** Whether it holds values in memory that nothing else needs anymore. */
  #isBehindHistory(): boolean {
    const oldest = this.#host.oldestRevision()
    if (this.#initial !== undefined || this.#backlogAt < this.#backlog.length) return this.#after < oldest
    const next = this.scope.at(this.position)
    return next !== undefined && next.revision < oldest
  }

  /** Sets the timer for the next bookmark, the last bookmark or the end. */
  #arm(now: number): void {
    const bookmarks = this.#bookmarks
    const bookmarkAt = nextBookmarkAt(this.#bookmarkAt, { now, endsAt: this.#endsAt })
    const at = bookmarks ? Math.min(bookmarkAt, this.#endsAt) : this.#endsAt
    this.#timer = this.#host.clock.after(Math.max(at - now, 0), () => {
      const then = this.#host.clock.monotonic()
      if (then >= this.#endsAt) {
        this.end(undefined)
        return
      }
      if (bookmarks && then >= bookmarkAt) {
        this.#bookmarkDue = true
        this.#bookmarkAt = then + bookmarkIntervalMs
        this.#queue.enqueue(this)
      }
      this.#arm(then)
    })
  }
}
