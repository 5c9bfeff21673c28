import { systemClock, type Clock } from '@pinnace/meta'
import { createDelayedKeys } from './delayed-keys.ts'
import { createKeyStates } from './key-states.ts'
import { createWaiters } from './waiters.ts'

/**
 * Keys that need work, each once however often it was added. A key that is added while it is being worked on waits
 * until that work is done. The queue holds each different key once: the number of objects they name is its limit.
 */
export interface WorkQueue<K = string> {
  /** Number of keys that wait for a worker; keys of {@link addAfter} count from when they are due. */
  readonly size: number
  readonly isShutDown: boolean
  add(key: K): void
  /** Adds the key later; of several times the earliest counts. */
  addAfter(key: K, delayMs: number): void
  /** Adds the key after its back-off, which doubles with every call until {@link forget}. */
  addRateLimited(key: K): void
  /** Resets the key's back-off, after success or when it is given up. */
  forget(key: K): void
  /** How often the key has been added by {@link addRateLimited}. */
  retries(key: K): number
  /**
   * The next key, when there is one; `undefined` when the queue has been shut down or the signal is aborted. Waiting
   * keeps the process alive unless `keepAlive` is false.
   */
  get(signal?: AbortSignal, options?: { readonly keepAlive?: boolean }): Promise<K | undefined>
  /** Ends the work on a key from {@link get}, whether it succeeded or not. */
  done(key: K): void
  /** Accepts no further keys and drops all, with `drain` only those that are not due: due keys are still handed out. */
  shutDown(options?: { readonly drain?: boolean }): void
}

/** Options for {@link createWorkQueue}. */
export interface WorkQueueOptions {
  /** The first back-off of a key, in milliseconds. @default 5 */
  readonly baseDelayMs?: number
  /** The longest back-off, in milliseconds. @default 1000000 */
  readonly maxDelayMs?: number
  readonly clock?: Clock
  /** Called whenever {@link WorkQueue.size} changes. */
  readonly onSize?: (size: number, change: 'added' | 'handed out') => void
}

/** A queue of keys that need work. */
// upstream: client-go/util/workqueue – queue.go, delaying_queue.go, default_rate_limiters.go, ItemExponentialFailureRateLimiter
export function createWorkQueue<K = string>(options: WorkQueueOptions = {}): WorkQueue<K> {
  const { baseDelayMs = 5, maxDelayMs = 1_000_000, clock = systemClock, onSize = () => {} } = options
  if (!(baseDelayMs > 0) || !(maxDelayMs >= baseDelayMs)) {
    throw new TypeError('baseDelayMs must be positive and not above maxDelayMs')
  }
  const keys = createKeyStates<K>(onSize)
  const failures = new Map<K, number>()
  const waiters = createWaiters()
  const delayed = createDelayedKeys<K>(clock, (key) => queue.add(key))
  let isShutDown = false

  const queue: WorkQueue<K> = {
    get size() {
      return keys.dueCount
    },
    get isShutDown() {
      return isShutDown
    },
    add(key) {
      if (!isShutDown && keys.add(key)) waiters.wakeOne()
    },
    addAfter(key, delayMs) {
      if (isShutDown) return
      if (delayMs > 0) delayed.add(key, delayMs)
      else queue.add(key)
    },
    addRateLimited(key) {
      const failed = failures.get(key) ?? 0
      failures.set(key, failed + 1)
      queue.addAfter(key, Math.min(baseDelayMs * 2 ** failed, maxDelayMs))
    },
    forget: (key) => void failures.delete(key),
    retries: (key) => failures.get(key) ?? 0,
    async get(signal, { keepAlive = true } = {}) {
      for (;;) {
        if (signal?.aborted) {
          // It may have been woken for a key that another consumer can take.
          if (keys.dueCount > 0) waiters.wakeOne()
          return undefined
        }
        const taken = keys.take()
        if (taken !== undefined) return taken.key
        if (isShutDown && !keys.hasAgain) return undefined
        await waiters.wait({ signal, keepAlive })
      }
    },
    done(key) {
      const isDue = keys.done(key)
      if (isShutDown) waiters.wakeAll()
      else if (isDue) waiters.wakeOne()
    },
    shutDown({ drain = false } = {}) {
      isShutDown = true
      delayed.clear()
      failures.clear()
      if (!drain) keys.clear()
      waiters.wakeAll()
    },
  }
  return queue
}
