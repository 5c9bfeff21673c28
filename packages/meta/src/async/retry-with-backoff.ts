import { randomBetween, type Random } from '../random.ts'
import { delay, type Clock } from '../time/clock.ts'

/** Options for {@link retryWithBackoff}. */
export interface RetryOptions {
  /** Most attempts, the first one included. */
  readonly attempts: number
  /** Delay before the second attempt, in milliseconds; 1.5 times as long before each further one, plus up to 20 %. */
  readonly initialBackoffMs: number
  /** Whether another attempt can succeed after this error. */
  readonly isTemporary: (error: unknown) => boolean
  readonly clock: Clock
  readonly random: Random
  /** Ends the attempts and the delays between them. */
  readonly signal?: AbortSignal | undefined
  /** No attempt is made after this time of the monotonic clock. @default no limit */
  readonly deadlineMs?: number
}

/** Calls `attempt` until it succeeds, and rejects with the error of the last attempt. */
// upstream: apiserver/pkg/util/webhook, WithExponentialBackoff and DefaultRetryBackoffWithInitialDelay
export async function retryWithBackoff<T>(options: RetryOptions, attempt: () => Promise<T>): Promise<T> {
  const { attempts, initialBackoffMs, isTemporary, clock, random, signal, deadlineMs = Infinity } = options
  let backoffMs = initialBackoffMs
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const waitMs = randomBetween(random, backoffMs, backoffMs * 1.2)
      const isLate = clock.monotonic() + waitMs >= deadlineMs || signal?.aborted === true
      if (count >= attempts || isLate || !isTemporary(error)) throw error
      await delay(clock, waitMs, signal)
      backoffMs *= 1.5
    }
  }
}

/** Whether a reply means that another attempt can succeed: 429, 500, 504, and any with a Retry-After header. */
// upstream: apiserver/pkg/util/webhook, DefaultShouldRetry
export function isTemporaryReply({
  status,
  headers,
}: {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}): boolean {
  return [429, 500, 504].includes(status) || headers['retry-after'] !== undefined
}

/** Whether an error is that of a connection which the other side has closed. */
// upstream: apimachinery/pkg/util/net, IsConnectionReset and IsProbableEOF
export function isConnectionReset(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return code === 'ECONNRESET' || code === 'EPIPE'
}
