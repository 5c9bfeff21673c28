import type { Clock, Timer } from '@pinnace/meta'
import { revisionNotReached } from './too-large-resource-version.ts'

interface Waiter {
  readonly revision: bigint
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
  readonly timer: Timer
}

/** Reads that wait for a revision the cache has not seen yet, each until a timeout. The server limits requests in flight. */
export class FreshnessWaiters {
  readonly #clock: Clock
  readonly #timeoutMs: number
  #waiters: Waiter[] = []

  constructor(clock: Clock, timeoutMs: number) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
  }

  get size(): number {
    return this.#waiters.length
  }

  /** Resolves when `revision` is reached; rejects with a 504 at the timeout, or when the signal is aborted. */
  wait(revision: bigint, current: () => bigint, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason)
        return
      }
      const onAbort = (): void => waiter.reject(signal?.reason)
      const finish = (): void => {
        timer.cancel()
        signal?.removeEventListener('abort', onAbort)
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
      }
      // upstream: apiserver/pkg/storage/cacher/watch_cache.go, waitUntilFreshAndBlock
      const timer = this.#clock.after(this.#timeoutMs, () => waiter.reject(revisionNotReached(revision, current())))
      const waiter: Waiter = {
        revision,
        timer,
        resolve: () => {
          finish()
          resolve()
        },
        reject: (reason) => {
          finish()
          reject(reason)
        },
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiters.push(waiter)
    })
  }

  reached(revision: number): void {
    if (this.#waiters.length === 0) return
    // A bigint compares with a number exactly, however large.
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.resolve()
  }

  failAll(reason: unknown): void {
    for (const waiter of this.#waiters) waiter.reject(reason)
  }
}
