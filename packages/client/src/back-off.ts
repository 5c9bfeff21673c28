import { delay, randomBetween, type Clock, type Random } from '@pinnace/meta'

/** Waits longer after every failure. */
export interface BackOff {
  /** Waits before the next try; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void>
  /** Something went well: the next failure is the first again. */
  reset(): void
}

/** Options for {@link createBackOff}. */
export interface BackOffOptions {
  readonly clock: Clock
  readonly random: Random
  readonly firstMs: number
  readonly maxMs: number
  /** A wait is as long again at most as it would be, by this part. @default 1 */
  readonly jitter?: number
  /** Whether a wait keeps the process alive; false for background loops. @default true */
  readonly keepAlive?: boolean
}

/** Twice as long each time, and by chance up to `jitter` longer, so that clients that failed together come apart. */
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
