import type { Clock, Timer } from '@pinnace/meta'
import type { StoreWatcher } from '@pinnace/store'
import { ChangeSource } from './change-source.ts'
import type { EtcdConnection } from './connection.ts'
import { EtcdEvent } from './etcd-event.ts'
import type { KeySpace } from './key-space.ts'
import { putMethod, type KeyRange } from './messages.ts'
import { LocalWatch } from './local-watch.ts'
import { RecentChanges } from './recent-changes.ts'
import type { RawEvent } from './watch-messages.ts'

/** Options of {@link ChangeFeed}. */
export interface ChangeFeedOptions {
  readonly connection: EtcdConnection
  readonly clock: Clock
  readonly keys: KeySpace
  /** The most bytes of changes that are kept for watches that start a little in the past. */
  readonly recentBytes: number
  /** Whether etcd reports its revision when asked, in order with the changes. */
  readonly reportsProgress: boolean
}

/** A watch that is behind the others, with a source of its own. */
interface Straggler {
  readonly watch: LocalWatch
  readonly source: ChangeSource
}

const firstTickMs = 10
const tickMs = 100
/** A source that does not get to a revision of etcd in this time continues on another member. */
const stuckMs = 3_000

/**
 * The watches of a store. One watch of etcd, of all its keys, feeds them: a change anywhere tells all of them how far they
 * are. A watch that starts before the changes that are kept gets a watch of etcd of its own, until it has caught up.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  #source: ChangeSource | undefined
  #recent = new RecentChanges(0n, 0)
  #watches: readonly LocalWatch[] = []
  readonly #stragglers = new Set<Straggler>()
  /** The newest revision that a caller waits for. */
  #wanted = 0n
  #tick: Timer | undefined
  #lastAdvanceMs = 0

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  /**
   * Starts a watch. `newest` is a revision that etcd has reported after it confirmed that `after` is not compacted; it may
   * be left out if {@link ChangeFeed.hasChangesAfter}.
   */
  watch(prefix: string, after: bigint, watcher: StoreWatcher, newest: bigint = after): Disposable {
    const watch = new LocalWatch(prefix, { after, watcher, onLeave: () => this.#leave(watch) })
    const source = (this.#source ??= this.#openShared(after < newest ? after : newest, after < newest))
    const missed = after >= source.position ? [] : this.#recent.after(after)
    if (missed === undefined) this.#startBehind(watch, after)
    else {
      watch.deliver(missed, source.position)
      if (watch.active) this.#watches = [...this.#watches, watch]
    }
    this.want(newest)
    return watch
  }

  /** Makes the watches report this revision soon, even without a change under the prefix of the store. */
  want(revision: bigint): void {
    if (revision > this.#wanted) this.#wanted = revision
    if (this.#tick === undefined && this.#isBehind()) this.#schedule(firstTickMs)
  }

  /** Forgets the changes before a revision. */
  forget(revision: bigint): void {
    this.#recent.forget(revision)
  }

  /** Whether a watch from this revision can start without asking etcd. */
  hasChangesAfter(revision: bigint): boolean {
    return this.#source !== undefined && this.#recent.start <= revision
  }

  close(): void {
    this.#tick?.cancel()
    this.#source?.close()
    for (const watch of this.#watches) watch.end(undefined)
    for (const { watch } of this.#stragglers) watch.end(undefined)
  }

  #openShared(after: bigint, isPast: boolean): ChangeSource {
    const { connection, clock, keys, recentBytes } = this.#options
    this.#recent = new RecentChanges(after, recentBytes)
    const source: ChangeSource = new ChangeSource({
      connection,
      clock,
      range: keys.everything,
      after,
      isPast,
      onEvents: (events) => {
        const changes = this.#toChanges(events)
        this.#recent.push(changes)
        for (const watch of this.#watches) watch.deliver(changes, source.position)
        this.#advanced()
      },
      onProgress: () => {
        for (const watch of this.#watches) watch.deliver([], source.position)
        this.#advanced()
      },
      onEnd: (error) => {
        this.#source = undefined
        for (const watch of this.#watches) watch.end(error)
      },
    })
    return source
  }

  #startBehind(watch: LocalWatch, after: bigint): void {
    const { connection, clock, keys, reportsProgress } = this.#options
    // Without reports of progress, only a change under the prefix of the store tells that the watch has caught up.
    const range: KeyRange = reportsProgress ? keys.range(watch.prefix) : keys.everything
    const source: ChangeSource = new ChangeSource({
      connection,
      clock,
      range,
      after,
      isPast: true,
      onEvents: (events) => {
        watch.deliver(this.#toChanges(events), source.position)
        this.#rejoin(straggler)
      },
      onProgress: () => {
        watch.deliver([], source.position)
        this.#rejoin(straggler)
      },
      onEnd: (error) => watch.end(error),
    })
    const straggler: Straggler = { watch, source }
    this.#stragglers.add(straggler)
  }

  /** A watch that has all changes of the shared source goes on with it. */
  #rejoin(straggler: Straggler): void {
    const { watch, source } = straggler
    this.#lastAdvanceMs = this.#options.clock.monotonic()
    if (!watch.active || this.#source === undefined || watch.delivered < this.#source.position) return
    source.close()
    this.#stragglers.delete(straggler)
    this.#watches = [...this.#watches, watch]
  }

  #leave(watch: LocalWatch): void {
    this.#watches = this.#watches.filter((other) => other !== watch)
    for (const straggler of this.#stragglers) {
      if (straggler.watch !== watch) continue
      straggler.source.close()
      this.#stragglers.delete(straggler)
    }
  }

  #toChanges(events: readonly RawEvent[]): EtcdEvent[] {
    const { keys } = this.#options
    return events.filter(({ kv }) => !isTouched(kv.key, keys)).map((event) => new EtcdEvent(event, keys))
  }

  #advanced(): void {
    this.#lastAdvanceMs = this.#options.clock.monotonic()
  }

  #isBehind(): boolean {
    return this.#stragglers.size > 0 || (this.#source !== undefined && this.#source.position < this.#wanted)
  }

  #schedule(delayMs: number): void {
    const { clock } = this.#options
    if (delayMs === firstTickMs) this.#advanced()
    this.#tick = clock.after(delayMs, () => {
      this.#tick = undefined
      if (this.#options.connection.isClosed || !this.#isBehind()) return
      this.#requestProgress()
      this.#schedule(tickMs)
    })
  }

  #requestProgress(): void {
    const { clock, connection, keys, reportsProgress } = this.#options
    const sources = Array.from(this.#stragglers, ({ source }) => source)
    if (this.#source !== undefined) sources.push(this.#source)
    if (clock.monotonic() - this.#lastAdvanceMs > stuckMs) {
      this.#advanced()
      for (const source of sources) source.restart()
    } else if (reportsProgress) for (const source of sources) source.requestProgress()
    else {
      // A change of a key of its own tells the revision. If it fails, the next tick tries again.
      const touch = { key: keys.touched, value: new Uint8Array() }
      connection.send(putMethod, touch, 'unapplied', tickMs).catch(() => undefined)
    }
  }
}

function isTouched(key: Uint8Array, { touched }: KeySpace): boolean {
  return key.byteLength === touched.byteLength && Buffer.compare(key, touched) === 0
}
