import { timeout } from '@pinnace/meta'
import type { ServerCore } from '../core.ts'
import { isLongRunning } from './acquire-seat.ts'
import type { Received } from './receive.ts'

/**
 * What `work` ends with, or 504 where the request's time is over first: the work may still be done, and the client is
 * told that nobody knows. Requests that last have no deadline.
 */
// upstream: endpoints/filters/request_deadline.go and handlers/finisher
export function beforeDeadline<T>(
  core: ServerCore,
  { info, deadlineMs }: Received,
  work: Promise<T> | T,
): Promise<T> | T {
  if (!(work instanceof Promise) || isLongRunning(info.verb, info.subresource)) return work
  return new Promise<T>((resolve, reject) => {
    const timer = core.clock.after(Math.max(0, deadlineMs - core.clock.monotonic()), () =>
      reject(timeout('request did not complete within the allotted timeout', 0)),
    )
    void work.then(resolve, reject).finally(() => timer.cancel())
  })
}
