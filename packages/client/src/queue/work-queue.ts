import { systemClock, type Clock, type Timer } from '@pinnace/meta'

/**
 * Keys that need work, each once however often it was added. A key that is being worked on and is added again waits
 * until that work is done. It holds as many keys as there are different ones: the objects they name are the bound.
 */
export interface WorkQueue<K = string> {
  /** Keys that wait for a worker; those of {@link addAfter} are not counted before their time. */
  readonly size: number
  readonly isShutDown: boolean
  add(key: K): void
  /** Adds the key later; of several times the earliest counts. */
  addAfter(key: K, delayMs: number): void
  /** Adds the key after its back-off, which doubles with every call until {@link forget}. */
  addRateLimited(key: K): void
  /** Ends the key's back-off: its work went well, or is given up. */
  forget(key: K): void
  /** How often the key has been added by {@link addRateLimited}. */
  retries(key: K): number
  /** The next key, when there is one; `undefined` when the queue has been shut down or the signal is aborted. */
  get(signal?: AbortSignal): Promise<K | undefined>
  /** Says that the work of a key from {@link get} has ended, well or not. */
  done(key: K): void
  /** Takes no more keys, drops those that wait for their time. Keys that are due are still handed out with `drain`. */
  shutDown(options?: { readonly drain?: boolean }): void
}

/** Options for {@link createWorkQueue}. */
export interface WorkQueueOptions {
  /** The first back-off of a key. @default 5 */
  readonly baseDelayMs?: number
  /** The longest. @default 1000000 */
  readonly maxDelayMs?: number
  readonly clock?: Clock
  /** Hears how many keys wait for a worker whenever that changes, and whether one was added or handed out. */
  readonly onSize?: (size: number, change: 'added' | 'handed out') => void
}

/** A queue of keys that need work. */
// upstream: client-go/util/workqueue – queue.go, delaying_queue.go, default_rate_limiters.go, ItemExponentialFailureRateLimiter
export function createWorkQueue<K = string>(options: WorkQueueOptions = {}): WorkQueue<K> {
  const { baseDelayMs = 5, maxDelayMs = 1_000_000, clock = systemClock, onSize = () => {} } = options
  if (!(baseDelayMs > 0) || !(maxDelayMs >= baseDelayMs)) {
    throw new TypeError('baseDelayMs must be positive and not above maxDelayMs')
  }
  /** Due, in order; a set, so that the first is found and removed in constant time. */
  const due = new Set<K>()
  const working = new Set<K>()
  /** Added again while being worked on. */
  const again = new Set<K>()
  const later = new Map<K, { readonly at: number; readonly timer: Timer }>()
  const failures = new Map<K, number>()
  const getters = new Set<() => void>()
  let isShutDown = false

  const addDue = (key: K): void => {
    due.add(key)
    onSize(due.size, 'added')
  }
  const wakeOne = (): void => {
    for (const wake of getters) {
      wake()
      return
    }
  }
  const queue: WorkQueue<K> = {
    get size() {
      return due.size
    },
    get isShutDown() {
      return isShutDown
    },
    add(key) {
      if (isShutDown) return
      if (working.has(key)) {
        again.add(key)
        return
      }
      if (due.has(key)) return
      addDue(key)
      wakeOne()
    },
    addAfter(key, delayMs) {
      if (isShutDown) return
      if (!(delayMs > 0)) {
        queue.add(key)
        return
      }
      const at = clock.monotonic() + delayMs
      const waiting = later.get(key)
      if (waiting !== undefined && waiting.at <= at) return
      waiting?.timer.cancel()
      const timer = clock.after(delayMs, () => {
        later.delete(key)
        queue.add(key)
      })
      later.set(key, { at, timer })
    },
    addRateLimited(key) {
      const failed = failures.get(key) ?? 0
      failures.set(key, failed + 1)
      queue.addAfter(key, Math.min(baseDelayMs * 2 ** failed, maxDelayMs))
    },
    forget: (key) => void failures.delete(key),
    retries: (key) => failures.get(key) ?? 0,
    async get(signal) {
      for (;;) {
        if (signal?.aborted) {
          // It may have been woken for a key that another can take.
          if (due.size > 0) wakeOne()
          return undefined
        }
        for (const key of due) {
          due.delete(key)
          working.add(key)
          onSize(due.size, 'handed out')
          return key
        }
        if (isShutDown && again.size === 0) return undefined
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            getters.delete(wake)
            signal?.removeEventListener('abort', wake)
            resolve()
          }
          getters.add(wake)
          signal?.addEventListener('abort', wake, { once: true })
        })
      }
    },
    done(key) {
      working.delete(key)
      if (again.delete(key)) addDue(key)
      if (isShutDown) for (const wake of getters) wake()
      else if (due.has(key)) wakeOne()
    },
    shutDown({ drain = false } = {}) {
      isShutDown = true
      for (const { timer } of later.values()) timer.cancel()
      later.clear()
      failures.clear()
      if (!drain) {
        due.clear()
        again.clear()
      }
      for (const wake of getters) wake()
    },
  }
  return queue
}
