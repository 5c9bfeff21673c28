import {
  badRequest,
  durationError,
  parseDuration,
  startTimeLimit,
  timeout,
  type Awaitable,
  type Clock,
  type RequestInfo,
} from '@pinnace/meta'
import { isLongRunning } from './long-running.ts'
import type { Received } from './stages.ts'

const requestTimeoutMs = 60_000
const writeTimeoutMs = 34_000

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])

/** The time that a request may take, milliseconds: `?timeout=` or less. Throws 400 for one that is no duration. */
// upstream: endpoints/filters/request_deadline.go – only requests that end are given a deadline by the client; a write is
// given up after 34 seconds whatever the client allows (handlers/finisher and rest.go, requestTimeoutUpperBound).
export function readTimeout({ query, verb }: RequestInfo): number {
  const longest = writes.has(verb) ? writeTimeoutMs : requestTimeoutMs
  if (query.size === 0 || verb === 'watch') return longest
  const text = query.get('timeout')
  if (text === null || text === '') return longest
  const timeoutMs = parseDuration(text)
  if (timeoutMs === undefined) {
    throw badRequest(`invalid timeout specified in the request URL - ${durationError(text)}`)
  }
  return timeoutMs <= 0 ? longest : Math.min(timeoutMs, longest)
}

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

/** The message of the 504 after the deadline of a request. */
// upstream: a request is given up by the timeout filter, a write after 34 seconds by its own handler (handlers/finisher).
function deadlineMessage(info: RequestInfo): string {
  return writes.has(info.verb) && readTimeout(info) === writeTimeoutMs
    ? 'request did not complete within requested timeout - context deadline exceeded'
    : 'request did not complete within the allotted timeout'
}
