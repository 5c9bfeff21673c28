import { delay, randomBetween, systemClock, type Clock, type Random } from '@pinnace/meta'
import { StoreError, type Awaitable, type Store, type StoreValue, type StoreWatcher } from '@pinnace/store'

/** Options for {@link createFaultyStore}. */
export interface FaultyStoreOptions {
  /** The store that keeps the objects; several faulty stores over one are like connections of several processes. */
  readonly store: Store
  readonly random: Random
  readonly clock?: Clock
  /** The longest time that an answer takes, in milliseconds. @default 1 */
  readonly maxDelayMs?: number
  /** The longest time that a change takes to a watcher, in milliseconds. @default 3 */
  readonly maxWatchDelayMs?: number
}

/** A store with faults, for tests: an asynchronous connection to another store. */
export interface FaultyStore {
  readonly store: Store
  /** From now on no operation is answered and no change delivered, as when the engine hangs. */
  pause(): void
  /** From now on every operation fails with `Unavailable`, and no change is delivered, as when the engine is gone. */
  fail(): void
  /** Answers and delivers again, also what was held back. */
  recover(): void
  /** From now on this part of the writes, from 0 to 1, is done and fails with `Unavailable`: the answer is lost. */
  loseAnswers(part: number): void
  /** Ends every watch with a StoreError. */
  endWatches(error?: StoreError): void
}

/** Creates a faulty store, without faults at first. Its answers are delayed at random; each watch keeps its order. */
export function createFaultyStore(options: FaultyStoreOptions): FaultyStore {
  const connection = new Connection(options)
  const { store, random } = options
  let lost = 0
  const write = <T>(work: () => Awaitable<T>): Promise<T> =>
    connection.call(async () => {
      const outcome = await work()
      if (lost > 0 && randomBetween(random, 0, 1) < lost) throw new StoreError('Unavailable', 'the answer was lost')
      return outcome
    })
  return {
    store: {
      ...(store.bytesOnly ? { bytesOnly: true as const } : {}),
      revision: () => connection.call(() => store.revision()),
      get: (key, read) => connection.call(() => store.get(key, read)),
      list: (prefix, range) => connection.call(() => store.list(prefix, range)),
      put: (key, value, condition) => write(() => store.put(key, withoutNote(value), condition)),
      delete: (key, tombstone, condition) => write(() => store.delete(key, withoutNote(tombstone), condition)),
      async watch(prefix, after, watcher) {
        let started: Disposable | undefined
        try {
          return await connection.call(
            async () => (started = await connection.deliver(watcher, (delayed) => store.watch(prefix, after, delayed))),
          )
        } catch (error) {
          started?.[Symbol.dispose]()
          throw error
        }
      },
      compact: (revision) => connection.call(() => store.compact(revision)),
      compactedRevision: () => connection.call(() => store.compactedRevision()),
      close: () => store.close(),
    },
    pause: () => connection.stop('paused'),
    fail: () => connection.stop('failing'),
    recover: () => connection.recover(),
    loseAnswers: (part) => void (lost = part),
    endWatches: (error = new StoreError('Unavailable', 'the connection was lost')) => connection.endWatches(error),
  }
}

// A store in another process cannot keep notes.
function withoutNote(value: StoreValue): StoreValue {
  const { note: _dropped, ...rest } = value
  return rest
}

class Connection {
  readonly #options: FaultyStoreOptions
  readonly #watches = new Set<DelayedWatch>()
  #state: 'open' | 'paused' | 'failing' = 'open'
  /** Resolves when the connection is open again. */
  #opened: Promise<void> = Promise.resolve()
  #open: () => void = () => {}

  constructor(options: FaultyStoreOptions) {
    this.#options = options
  }

  stop(state: 'paused' | 'failing'): void {
    if (this.#state === 'open') this.#opened = new Promise((resolve) => (this.#open = resolve))
    this.#state = state
  }

  recover(): void {
    this.#state = 'open'
    this.#open()
  }

  endWatches(error: StoreError): void {
    for (const watch of this.#watches) watch.end(error)
  }

  async call<T>(work: () => Awaitable<T>): Promise<T> {
    const { maxDelayMs = 1 } = this.#options
    await this.#wait(maxDelayMs / 2)
    const result = await work()
    await this.#wait(maxDelayMs / 2)
    return result
  }

  /** Starts a watch whose watcher gets everything later, in order. */
  async deliver(watcher: StoreWatcher, start: (delayed: StoreWatcher) => Awaitable<Disposable>): Promise<Disposable> {
    const { maxWatchDelayMs = 3 } = this.#options
    const watch = new DelayedWatch({
      watcher,
      wait: async () => {
        await this.#sleep(maxWatchDelayMs)
        await this.#opened
      },
      onDone: () => void this.#watches.delete(watch),
    })
    this.#watches.add(watch)
    watch.hold(await start(watch))
    return watch
  }

  async #wait(maxMs: number): Promise<void> {
    await this.#sleep(maxMs)
    if (this.#state === 'failing') throw new StoreError('Unavailable', 'the store is gone')
    await this.#opened
  }

  #sleep(maxMs: number): Promise<void> {
    const { random, clock = systemClock } = this.#options
    const ms = randomBetween(random, 0, maxMs)
    // Short delays are turns of the event loop: timers of Node take a millisecond at least.
    if (ms < 1) return new Promise((resolve) => clock.soon(resolve))
    return delay(clock, ms)
  }
}

interface DelayedWatchOptions {
  readonly watcher: StoreWatcher
  readonly wait: () => Promise<void>
  readonly onDone: () => void
}

class DelayedWatch implements StoreWatcher, Disposable {
  readonly #options: DelayedWatchOptions
  #source: Disposable | undefined
  #last: Promise<void> = Promise.resolve()
  #isDone = false

  constructor(options: DelayedWatchOptions) {
    this.#options = options
  }

  hold(source: Disposable): void {
    this.#source = source
    if (this.#isDone) source[Symbol.dispose]()
  }

  onEvents(...[events]: Parameters<StoreWatcher['onEvents']>): void {
    this.#later((watcher) => watcher.onEvents(events))
  }

  onProgress(revision: bigint): void {
    this.#later((watcher) => watcher.onProgress?.(revision))
  }

  onEnd(error: StoreError | undefined): void {
    this.#later(() => this.end(error))
  }

  end(error: StoreError | undefined): void {
    if (this.#isDone) return
    this[Symbol.dispose]()
    this.#options.watcher.onEnd(error)
  }

  [Symbol.dispose](): void {
    this.#isDone = true
    this.#source?.[Symbol.dispose]()
    this.#options.onDone()
  }

  #later(deliver: (watcher: StoreWatcher) => void): void {
    const { wait, watcher } = this.#options
    this.#last = this.#last.then(wait).then(() => {
      if (this.#isDone) return
      try {
        deliver(watcher)
      } catch (cause) {
        this.end(new StoreError('Unavailable', 'the watcher failed', { cause }))
      }
    })
  }
}
