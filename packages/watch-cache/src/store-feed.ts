import { delay, type Awaitable, type Clock } from '@pinnace/meta'
import { StoreError, type StoreEvent, type StoreWatcher } from '@pinnace/store'
import { firstResumeMs, maxResumeMs } from './cache-settings.ts'

/** Options for {@link StoreFeed}. */
export interface StoreFeedOptions {
  readonly clock: Clock
  /** Watches the store from the known state, or from a state that it reads. */
  readonly follow: (watcher: StoreWatcher) => Awaitable<Disposable>
  /** Waits, after the first watch has started, until its history has been replayed. */
  readonly catchUp: () => Awaitable<void>
  readonly onEvents: (events: readonly StoreEvent[]) => void
  readonly onProgress: (revision: bigint) => void
  /** The store was closed, or has a value that cannot be read: another watch would end in the same way. */
  readonly onClosed: (error: StoreError | undefined) => void
}

/**
 * The watch of a cache on its store. It starts on first use. If the store ends it, because the store is unavailable or its
 * history compacted, it is resumed: after 100 ms, and after each failure with a delay that doubles up to 5 s.
 */
export class StoreFeed implements Disposable {
  readonly #options: StoreFeedOptions
  readonly #stop = new AbortController()
  /** Whether it was stopped; read for every change of the store, where the signal would take longer. */
  #isStopped = false
  #watch: Disposable | undefined
  #starting: Promise<void> | undefined
  /** Whether the first watch has started. */
  #isStarted = false

  constructor(options: StoreFeedOptions) {
    this.#options = options
  }

  /** Whether changes arrive; false before the start and while the watch is being resumed. */
  get isLive(): boolean {
    return this.#watch !== undefined
  }

  /** Starts the first watch, unless it has started. A failed start is tried again by the next call. */
  open(): Awaitable<void> {
    if (this.#isStarted) return undefined
    if (this.#starting !== undefined) return this.#starting
    const following = this.#follow()
    if (!(following instanceof Promise)) return this.#options.catchUp()
    this.#starting = following.then(this.#options.catchUp).finally(() => (this.#starting = undefined))
    return this.#starting
  }

  [Symbol.dispose](): void {
    this.#isStopped = true
    this.#stop.abort()
    this.#watch?.[Symbol.dispose]()
    this.#watch = undefined
  }

  #follow(): Awaitable<void> {
    const { follow, onEvents, onProgress } = this.#options
    let isStarting = true
    // INVARIANT: one watch delivers. Another one takes the place of a watch that has ended, or whose start has failed.
    let isOver = false
    let ended: { readonly error: StoreError | undefined } | undefined
    const following = follow({
      onEvents: (events) => this.#isStopped || isOver || onEvents(events),
      onProgress: (revision) => this.#isStopped || isOver || onProgress(revision),
      onEnd: (error) => {
        if (this.#isStopped || isOver) return
        isOver = true
        ended = { error }
        if (!isStarting) this.#ended(error)
      },
    })
    const started = (watch: Disposable): void => {
      isStarting = false
      this.#isStarted = true
      if (this.#isStopped) watch[Symbol.dispose]()
      else if (ended === undefined) this.#watch = watch
      else this.#ended(ended.error)
    }
    const failed = (error: unknown): never => {
      isOver = true
      throw error
    }
    return following instanceof Promise ? following.then(started, failed) : started(following)
  }

  #ended(error: StoreError | undefined): void {
    this.#watch = undefined
    if (isFinal(error)) this.#options.onClosed(error)
    else void this.#resume()
  }

  async #resume(): Promise<void> {
    const { signal } = this.#stop
    for (let waitMs = firstResumeMs; !signal.aborted; waitMs = Math.min(2 * waitMs, maxResumeMs)) {
      try {
        await delay(this.#options.clock, waitMs, signal, { keepAlive: false })
        return await this.#follow()
      } catch (error) {
        if (signal.aborted || !(error instanceof StoreError && isFinal(error))) continue
        this.#options.onClosed(error)
        return
      }
    }
  }
}

function isFinal(error: StoreError | undefined): boolean {
  return error === undefined || error.code === 'Closed' || error.code === 'Corrupt'
}
