import { badRequest, durationError, parseDuration, type Clock, type RequestInfo } from '@pinnace/meta'
import type { IncomingRequest } from './incoming-request.ts'
import type { Received } from './stages.ts'

const requestTimeoutMs = 60_000
const writeTimeoutMs = 34_000

/** Parses the target and sets the deadline. Throws 400 for an invalid `?timeout=`, before authentication. */
export function receive({ clock }: { readonly clock: Clock }, request: IncomingRequest<unknown>): Received {
  const info = request.readInfo()
  const { warnings } = request
  return { info, deadlineMs: clock.monotonic() + readTimeout(info), warnings }
}

// upstream: endpoints/filters/request_deadline.go – only requests that end are given a deadline by the client; a write is
// given up after 34 seconds whatever the client allows (handlers/finisher and rest.go, requestTimeoutUpperBound).
function readTimeout({ query, verb }: RequestInfo): number {
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

/** The message of the 504 after the deadline of a request. */
// upstream: a request is given up by the timeout filter, a write after 34 seconds by its own handler (handlers/finisher).
export function deadlineMessage(info: RequestInfo): string {
  return writes.has(info.verb) && readTimeout(info) === writeTimeoutMs
    ? 'request did not complete within requested timeout - context deadline exceeded'
    : 'request did not complete within the allotted timeout'
}

const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])
