import { startTimeLimit, timeout, type Awaitable, type Clock } from '@pinnace/meta'
import { isLongRunning } from './max-in-flight.ts'
import { deadlineMessage } from './receive.ts'
import type { Received } from './stages.ts'

/**
 * The result of `work`, or 504 if the deadline of the request passes first; the work may still be done. Long-running
 * requests have no deadline.
 */
// upstream: endpoints/filters/request_deadline.go and handlers/finisher
export function beforeDeadline<T>(
  { clock }: { readonly clock: Clock },
  { info, deadlineMs }: Received,
  work: Awaitable<T>,
): Awaitable<T> {
  if (!(work instanceof Promise) || isLongRunning(info.verb, info.subresource)) return work
  return new Promise<T>((resolve, reject) => {
    // An in-process caller has no socket that would keep the process alive.
    const timer = startTimeLimit(clock, Math.max(0, deadlineMs - clock.monotonic()), () =>
      reject(timeout(deadlineMessage(info), 0)),
    )
    work.then(
      (result) => {
        timer.cancel()
        resolve(result)
      },
      (error: unknown) => {
        timer.cancel()
        reject(error as Error)
      },
    )
  })
}
