import type { Clock } from '@pinnace/meta'
import type { ResourceStorage } from '../storage/resource-storage.ts'

/** The longest wait for writes before: one of them may wait for a webhook that writes the same object. */
const maxWaitMs = 5_000

/** The last write in the queue of each object; as many as there are requests. */
const queues = new WeakMap<ResourceStorage, Map<string, Promise<void>>>()

/**
 * The place of a write in the queue of a large object. Writes of a large object take several turns of the event loop, and
 * most of those that are done at the same time would conflict.
 */
export class WriteTurn {
  readonly #clock: Clock
  #end: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits until the writes that came before have ended, at most for five seconds; true if there were any. */
  async take(storage: ResourceStorage, key: string): Promise<boolean> {
    if (this.#end !== undefined) return false
    let queue = queues.get(storage)
    if (queue === undefined) queues.set(storage, (queue = new Map<string, Promise<void>>()))
    const before = queue.get(key)
    const ended = new Promise<void>((resolve) => (this.#end = resolve))
    const last = before === undefined ? ended : before.then(() => ended)
    queue.set(key, last)
    void last.then(() => queue.get(key) === last && queue.delete(key))
    if (before === undefined) return false
    await waitFor(this.#clock, before)
    return true
  }

  /** Ends the turn, if it was taken. */
  end(): void {
    this.#end?.()
  }
}

function waitFor(clock: Clock, before: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.after(maxWaitMs, resolve)
    void before.then(() => {
      timer.cancel()
      resolve()
    })
  })
}
