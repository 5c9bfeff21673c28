import { delay, randomBetween, type Clock, type Random } from '@pinnace/meta'

/** A wait that grows with every failure. */
export interface BackOff {
  /** Waits before the next try; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void>
  /** Resets the wait after a success. */
  reset(): void
}

/** Options for {@link createBackOff}. */
export interface BackOffOptions {
  readonly clock: Clock
  readonly random: Random
  readonly firstMs: number
  readonly maxMs: number
  /** Largest part of a wait that is added to it at random. @default 1 */
  readonly jitter?: number
  /** Whether a wait keeps the process alive; false for background loops. @default true */
  readonly keepAlive?: boolean
}

/**
 * The wait doubles each time, and is randomly longer by up to `jitter`, so that clients that failed together do not
 * retry together.
 */
export function createBackOff(options: BackOffOptions): BackOff {
  const { clock, random, firstMs, maxMs, jitter = 1, keepAlive = true } = options
  let nextMs = firstMs
  return {
    wait(signal) {
      const ms = nextMs * randomBetween(random, 1, 1 + jitter)
      nextMs = Math.min(nextMs * 2, maxMs)
      return delay(clock, ms, signal, { keepAlive })
    },
    reset() {
      nextMs = firstMs
    },
  }
}
