import type { Clock, StatusError, Timer } from '@pinnace/meta'
import type { OrderedTree } from '@pinnace/store/history'
import { EventView, type Bookmark, type CacheChange } from './cache-change.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { CacheWatch, EntrySelector, WatchEvent, WatchSink } from './watch-cache.ts'
import type { ViewKeeper } from './view-keeper.ts'
import type { WatchScope } from './watch-scope.ts'

/** What a watch needs of the cache it runs in. */
export interface WatchHost {
  readonly clock: Clock
  readonly watcherBufferBytes: number
  readonly watcherBufferEvents: number
  readonly slowWatcherMs: number
  readonly views: ViewKeeper
  /** The newest revision the cache has seen. */
  newestRevision(): number
  /** The bookmark of a revision. */
  bookmark(revision: number, initialEventsEnd: boolean): Bookmark
}

/** The dispatcher, as a watch sees it. */
export interface WatchQueue<T> {
  enqueue(watch: RunningWatch<T>): void
  leave(watch: RunningWatch<T>): void
}

/** The state a watch begins with: what the prefix held, told as ADDED events. */
export interface InitialState<T> {
  readonly tree: OrderedTree<StoredEntry<T>>
  readonly prefix: string
  readonly key: string | undefined
}

/** How a watch runs; what the request said, resolved. */
export interface RunningWatchOptions<T> {
  readonly scope: WatchScope<T, RunningWatch<T>>
  readonly selector: EntrySelector<T> | undefined
  readonly sink: WatchSink<T>
  readonly bookmarks: boolean
  readonly timeoutMs: number
  /** Changes up to here are not told. */
  readonly after: number
  readonly initial: InitialState<T> | undefined
  /** Tell the end of the initial state by a bookmark. */
  readonly markInitialEnd: boolean
  /** Changes between `after` and the newest, where the watch resumes. */
  readonly backlog: readonly CacheChange<T>[]
}

const batchLength = 512
const bookmarkMs = 60_000
/** The last bookmark comes this long before the watch ends. */
// upstream: apiserver/pkg/storage/cacher/cache_watcher.go, nextBookmarkTime
const lastBookmarkMs = 2_000
const pollMs = 50

/**
 * One watch. It is stepped by the dispatcher, a batch at a time: first the initial state, then the changes it resumes
 * from, then those of its scope as they come. A watch whose sink is full is left alone and looked at again; it keeps
 * its position, so nothing is skipped, and is ended when it stays full.
 */
export class RunningWatch<T> implements CacheWatch {
  readonly scope: WatchScope<T, RunningWatch<T>>
  /** Place in the scope's changes. */
  position: number
  /** Waiting for its step. */
  queued = false
  ended = false
  readonly #options: RunningWatchOptions<T>
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
    this.#options = options
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
    this.#bookmarkAt = now + bookmarkMs
    this.#arm(now)
  }

  get deliveredRevision(): bigint {
    return BigInt(this.#isCaughtUp() ? Math.max(this.#host.newestRevision(), this.#delivered) : this.#delivered)
  }

  /** Delivers one batch; true when there is more to deliver at once. A sink or selector that throws ends the watch. */
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
      this.#options.sink.onEvents([this.#host.bookmark(this.#options.after, true)])
      return !this.#isIdle()
    }
    if (this.#backlogAt < this.#backlog.length) return this.#stepBacklog()
    if (this.position < this.scope.end) return this.#stepLive()
    if (this.#bookmarkDue) {
      this.#bookmarkDue = false
      const revision = this.#host.newestRevision()
      // upstream: apiserver/pkg/storage/cacher/cache_watcher.go, process – none before the revision it began at.
      if (revision >= this.#delivered) this.#options.sink.onEvents([this.#host.bookmark(revision, false)])
    }
    return false
  }

  end(error: StatusError | undefined): void {
    if (this.ended) return
    this[Symbol.dispose]()
    try {
      this.#options.sink.onEnd(error)
    } catch {
      // The watch is over; its sink has nobody left to tell.
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
    const { selector } = this.#options
    const events: EventView<T>[] = []
    const add = (entry: StoredEntry<T>): void => {
      if (selector === undefined || selector.matches(entry))
        events.push(new EventView('ADDED', entry, entry.modRevision, undefined))
    }
    let seen = 0
    let next: string | undefined
    if (key !== undefined) {
      const entry = tree.get(key)
      if (entry !== undefined) add(entry)
    } else {
      tree.scan(this.#initialFrom === '' ? prefix : this.#initialFrom, (entry) => {
        if (!entry.key.startsWith(prefix)) return false
        if (seen++ === batchLength) {
          next = entry.key
          return false
        }
        add(entry)
        return true
      })
    }
    if (next === undefined) {
      this.#initial = undefined
      this.#delivered = this.#options.after
    } else this.#initialFrom = next
    return this.#deliver(events)
  }

  #stepBacklog(): boolean {
    const events: EventView<T>[] = []
    const stop = Math.min(this.#backlogAt + batchLength, this.#backlog.length)
    for (; this.#backlogAt < stop; this.#backlogAt++) this.#take(this.#backlog[this.#backlogAt]!, events)
    if (stop === this.#backlog.length) {
      this.#backlog = []
      this.#backlogAt = 0
    }
    return this.#deliver(events)
  }

  #stepLive(): boolean {
    const from = this.position
    const stop = Math.min(from + batchLength, this.scope.end)
    this.position = stop
    const last = this.scope.at(stop - 1).revision
    if (this.#options.selector === undefined && this.scope.at(from).revision > this.#options.after) {
      const events = this.scope.batch(from, stop, this.#host.views)
      this.#delivered = last
      return this.#deliver(events)
    }
    const events: EventView<T>[] = []
    for (let position = from; position < stop; position++) this.#take(this.scope.at(position), events)
    if (last > this.#delivered) this.#delivered = last
    return this.#deliver(events)
  }

  #take(change: CacheChange<T>, events: EventView<T>[]): void {
    // INVARIANT: a watch from a revision that is still to come hears nothing before it.
    if (change.revision <= this.#options.after) return
    this.#delivered = change.revision
    const event = change.seenBy(this.#options.selector, this.#host.views)
    if (event !== undefined) events.push(event)
  }

  #isIdle(): boolean {
    return this.#isCaughtUp() && !this.#bookmarkDue
  }

  /** True when there is more to deliver at once. */
  #deliver(events: readonly WatchEvent<T>[]): boolean {
    if (events.length > 0) this.#options.sink.onEvents(events)
    return !this.#isIdle()
  }

  /** True while the sink must be left alone. Ends the watch when that has lasted too long. */
  #isFull(): boolean {
    const { clock, watcherBufferBytes, watcherBufferEvents, slowWatcherMs } = this.#host
    const bytes = this.#options.sink.bufferedBytes?.() ?? 0
    if (bytes <= watcherBufferBytes) {
      this.#fullSince = undefined
      return false
    }
    const now = clock.monotonic()
    // A client that takes bytes, if slowly, is not stuck: a long initial state may take its time.
    if (this.#fullSince === undefined || bytes < this.#fullBytes) this.#fullSince = now
    this.#fullBytes = bytes
    if (now - this.#fullSince >= slowWatcherMs || this.scope.end - this.position > watcherBufferEvents) {
      this.end(undefined)
      return true
    }
    this.#poll ??= clock.after(pollMs, () => {
      this.#poll = undefined
      this.#queue.enqueue(this)
    })
    return true
  }

  /** One timer for what comes next: a bookmark, the last bookmark, or the end. */
  #arm(now: number): void {
    const { bookmarks } = this.#options
    const last = this.#endsAt - lastBookmarkMs
    const bookmarkAt = last > now ? Math.min(this.#bookmarkAt, last) : this.#bookmarkAt
    const at = bookmarks ? Math.min(bookmarkAt, this.#endsAt) : this.#endsAt
    this.#timer = this.#host.clock.after(Math.max(at - now, 0), () => {
      const then = this.#host.clock.monotonic()
      if (then >= this.#endsAt) {
        this.end(undefined)
        return
      }
      if (bookmarks && then >= bookmarkAt) {
        this.#bookmarkDue = true
        this.#bookmarkAt = then + bookmarkMs
        this.#queue.enqueue(this)
      }
      this.#arm(then)
    })
  }
}
