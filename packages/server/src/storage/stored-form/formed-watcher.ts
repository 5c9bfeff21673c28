import { thenMaybe, type Awaitable } from '@pinnace/meta'
import { StoreError, type StoreEvent, type StoreWatcher } from '@pinnace/store'

/** Events that wait for their values; a watch with more of them is ended. */
const maxPendingEvents = 10_000

/** Passes the events of a watch on with their values read, in order. A value that cannot be read ends the watch. */
export class FormedWatcher implements StoreWatcher {
  readonly #watcher: StoreWatcher
  readonly #readEvent: (event: StoreEvent) => Awaitable<StoreEvent>
  #pendingEvents = 0
  /** Settles when all earlier calls have been passed on; undefined if they have. */
  #pending: Promise<void> | undefined
  #isEnded = false
  #watch: Disposable | undefined

  constructor(watcher: StoreWatcher, readEvent: (event: StoreEvent) => Awaitable<StoreEvent>) {
    this.#watcher = watcher
    this.#readEvent = readEvent
  }

  /** The handle for the caller, which stops the watch of the store. */
  started(watch: Disposable): Disposable {
    this.#watch = watch
    if (this.#isEnded) watch[Symbol.dispose]()
    return { [Symbol.dispose]: () => this.#stop() }
  }

  onEvents(events: readonly StoreEvent[]): void {
    if (this.#isEnded) return
    if (this.#pendingEvents + events.length > maxPendingEvents && this.#pending !== undefined) {
      return this.#end(new StoreError('Unavailable', `more than ${maxPendingEvents} events wait to be read`))
    }
    this.#pendingEvents += events.length
    const deliver = (read: readonly StoreEvent[]): void => {
      this.#pendingEvents -= events.length
      if (!this.#isEnded) this.#watcher.onEvents(read)
    }
    this.#inOrder(() => thenMaybe(mapInOrder(events, this.#readEvent), deliver))
  }

  onProgress(revision: bigint): void {
    this.#inOrder(() => (this.#isEnded ? undefined : this.#watcher.onProgress?.(revision)))
  }

  onEnd(error: StoreError | undefined): void {
    this.#inOrder(() => this.#end(error))
  }

  #inOrder(action: () => Awaitable<void>): void {
    if (this.#pending !== undefined) {
      this.#wait(this.#pending.then(action))
      return
    }
    try {
      const done = action()
      if (done instanceof Promise) this.#wait(done)
    } catch (error) {
      this.#fail(error)
    }
  }

  #wait(done: Promise<void>): void {
    const pending = done
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        if (this.#pending === pending) this.#pending = undefined
      })
    this.#pending = pending
  }

  // What the watcher itself throws is passed back to the store, as without this class.
  #fail(error: unknown): void {
    if (!(error instanceof StoreError)) throw error
    this.#end(error)
  }

  #end(error: StoreError | undefined): void {
    if (this.#isEnded) return
    this.#stop()
    this.#watcher.onEnd(error)
  }

  #stop(): void {
    this.#isEnded = true
    this.#watch?.[Symbol.dispose]()
  }
}

/** The results of `map` in order; a promise only if one of them is. */
export function mapInOrder<A, B>(items: readonly A[], map: (item: A) => Awaitable<B>): Awaitable<readonly B[]> {
  const mapped = items.map(map)
  return mapped.some((item) => item instanceof Promise) ? Promise.all(mapped) : (mapped as readonly B[])
}
