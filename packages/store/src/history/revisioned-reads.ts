import type { HistoryClock } from './clock.ts'
import type { Expiring } from './expiry.ts'
import type { Change, RevisionedTree } from './revisioned-tree.ts'
import {
  StoreError,
  type RangeOptions,
  type RangePage,
  type StoreEntry,
  type StoreEvent,
  type StoreWatcher,
} from '../store.ts'
import { WatcherQueue } from './watcher-queue.ts'

/** Options of {@link RevisionedReads}. */
export interface RevisionedReadsOptions<E extends Expiring, C extends Change<E>> {
  readonly state: RevisionedTree<E, C>
  readonly clock: HistoryClock
  /** Deletes an entry that has expired, if it is still the newest of its key. */
  readonly expire: (entry: E) => void
  /**
   * When entries expire: before the next operation, and by a timer while there are watches; or always by a timer, for a
   * store whose writes are asynchronous.
   */
  readonly expires: 'before operations' | 'by timer'
  /** The entry with its value, as callers get it. */
  readonly toEntry: (entry: E) => StoreEntry
  readonly toEvent: (change: C) => StoreEvent
}

/** The number of entries that expire at once, and the shortest time between two such turns. */
const expiredAtOnce = 1_000
const expiryPauseMs = 500

/** The reads, watches and expiry of a store whose keys and history are a {@link RevisionedTree}. */
export class RevisionedReads<E extends Expiring, C extends Change<E>> {
  readonly #options: RevisionedReadsOptions<E, C>
  readonly #state: RevisionedTree<E, C>
  readonly #watchers = new WatcherQueue(() => this.scheduleExpiry())
  #closed = false
  #failure: StoreError | undefined
  #timer: { cancel(): void } | undefined
  /** The expiry that the timer waits for; Infinity without a timer. */
  #timerMs = Infinity

  constructor(options: RevisionedReadsOptions<E, C>) {
    this.#options = options
    this.#state = options.state
  }

  get isClosed(): boolean {
    return this.#closed
  }

  revision(): bigint {
    this.enter()
    return BigInt(this.#state.revision)
  }

  get(key: string, revision: bigint | undefined): StoreEntry | undefined {
    const entry = this.#state.get(key, this.#readRevision(revision))
    return entry === undefined ? undefined : this.#options.toEntry(entry)
  }

  list(prefix: string, { revision, from, limit = 0 }: RangeOptions): RangePage {
    const at = this.#readRevision(revision)
    if (from !== undefined && !from.startsWith(prefix)) throw new TypeError('from must start with the prefix')
    const { entries, remaining } = this.#state.page(prefix, from ?? '', at, limit)
    return { revision: BigInt(at), entries: entries.map(this.#options.toEntry), remaining }
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    this.enter()
    this.trim()
    const after = Number(afterRevision)
    if (after < this.#state.oldest) throw this.#compacted(afterRevision)
    return this.#watchers.add(prefix, after, watcher, (delivered) => {
      const events: StoreEvent[] = []
      for (const change of this.#state.changesAfter(delivered)) {
        if (change.entry.key.startsWith(prefix)) events.push(this.#options.toEvent(change))
      }
      return { events, revision: this.#state.revision }
    })
  }

  /** Delivers the change of a revision to the watches. */
  push(event: StoreEvent, revision: number): void {
    this.#watchers.push(event, revision)
  }

  compact(revision: bigint): void {
    this.assertOpen()
    if (revision > BigInt(this.#state.revision)) throw this.#future(revision)
    this.#state.compact(Number(revision))
  }

  compactedRevision(): bigint {
    this.assertOpen()
    this.trim()
    return BigInt(this.#state.oldest)
  }

  trim(): void {
    this.#state.trim(this.second())
  }

  /** The second of the clock, for history that is compacted by age. */
  second(): number {
    return Math.floor(this.#options.clock.nowMs() / 1000)
  }

  /** Sets the timer for the first entry that expires; to be called after changes have been applied. */
  scheduleExpiry(pauseMs = 0): void {
    const { clock, expires } = this.#options
    const isTimed = !this.#closed && (expires === 'by timer' || this.#watchers.size > 0)
    const nextMs = isTimed ? this.#state.nextExpiryMs : Infinity
    if (nextMs === this.#timerMs) return
    this.#timer?.cancel()
    this.#timerMs = nextMs
    if (nextMs === Infinity) return
    this.#timer = clock.after(Math.max(pauseMs, nextMs - clock.nowMs()), () => {
      this.#expireDue()
      this.#timerMs = Infinity
      this.scheduleExpiry(expiryPauseMs)
    })
  }

  /** Ends the watches; with an error if the store has failed, which later operations throw too. */
  close(error?: StoreError): void {
    this.#closed = true
    this.#failure = error
    this.#watchers.endAll(error)
    this.scheduleExpiry()
  }

  /** Begins an operation: what has expired is deleted before it, where the store does that. */
  enter(): void {
    this.assertOpen()
    if (this.#state.nextExpiryMs !== Infinity && this.#options.expires === 'before operations') this.#expireDue()
  }

  assertOpen(): void {
    if (this.#closed) throw this.#failure ?? new StoreError('Closed', 'the store is closed')
  }

  #expireDue(): void {
    const { clock, expire } = this.#options
    for (const entry of this.#state.expired(clock.nowMs(), expiredAtOnce)) expire(entry)
  }

  #readRevision(revision: bigint | undefined): number {
    this.enter()
    if (revision === undefined) return this.#state.revision
    if (revision > BigInt(this.#state.revision)) throw this.#future(revision)
    this.trim()
    if (revision < BigInt(this.#state.oldest)) throw this.#compacted(revision)
    return Number(revision)
  }

  #compacted(revision: bigint): StoreError {
    return new StoreError('Compacted', `revision ${revision} is compacted, the oldest is ${this.#state.oldest}`)
  }

  #future(revision: bigint): StoreError {
    return new StoreError(
      'FutureRevision',
      `revision ${revision} does not exist yet, the newest is ${this.#state.revision}`,
    )
  }
}
