import { setMaxListeners } from 'node:events'
import type { WorkQueue } from './work-queue.ts'

/** Options for {@link runWorkers}. */
export interface WorkersOptions<K> {
  readonly queue: WorkQueue<K>
  /** Moves the actual state closer to what the object of the key specifies; after an error it is called again. */
  readonly reconcile: (key: K, signal: AbortSignal) => Promise<{ readonly requeueAfterMs: number } | void>
  /** Keys that are worked on at the same time. @default 1 */
  readonly workers?: number
  /** Retries of a key before it is given up, until it is added again. @default 15 */
  readonly maxRetries?: number
  /** Called with every failure; `isGivenUp` after the last retry. */
  readonly onError?: (error: unknown, key: K, details: { readonly isGivenUp: boolean }) => void
}

/** Running workers. */
export interface Workers {
  /** Shuts the queue down, aborts the signal of running work and waits for its end. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Works on the keys of a queue until stopped, never on the same key twice at a time. Workers that wait do not keep the
 * process alive.
 */
export function runWorkers<K>(options: WorkersOptions<K>): Workers {
  const { queue, reconcile, workers = 1, maxRetries = 15, onError = () => {} } = options
  if (!Number.isInteger(workers) || workers < 1) throw new TypeError('workers must be a positive integer')
  const stopping = new AbortController()
  // Every worker listens, and every call one of them makes: that many listeners are no leak.
  setMaxListeners(0, stopping.signal)
  const work = async (): Promise<void> => {
    for (;;) {
      const key = await queue.get(stopping.signal, { keepAlive: false })
      if (key === undefined) return
      try {
        const result = await reconcile(key, stopping.signal)
        queue.forget(key)
        if (result !== undefined) queue.addAfter(key, result.requeueAfterMs)
      } catch (error) {
        if (!stopping.signal.aborted) retry(key, error)
      } finally {
        queue.done(key)
      }
    }
  }
  const retry = (key: K, error: unknown): void => {
    const isGivenUp = queue.retries(key) >= maxRetries
    onError(error, key, { isGivenUp })
    if (isGivenUp) queue.forget(key)
    else queue.addRateLimited(key)
  }
  const running = Promise.all(Array.from({ length: workers }, work))
  const handle: Workers = {
    async stop() {
      queue.shutDown()
      stopping.abort()
      await running
    },
    [Symbol.asyncDispose]: () => handle.stop(),
  }
  return handle
}
