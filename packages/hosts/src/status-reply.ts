import { Buffer } from 'node:buffer'
import { StatusError, toStatusError, type HttpReply, type Status } from '@pinnace/meta'

/** A reply with a Status as JSON. */
export function statusReply(status: Status): HttpReply {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
  }
  const retryAfterSeconds = status.details?.retryAfterSeconds
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  return { status: status.code, headers, body: Buffer.from(JSON.stringify(status)) }
}

/** The reply to an error of a handler: its Status, or a 500 without details. */
export function failureReply(error: unknown, onError: ((error: unknown) => void) | undefined): HttpReply {
  if (!(error instanceof StatusError)) onError?.(error)
  return statusReply(toStatusError(error).toStatus())
}

/** The Status of a request that is rejected before a handler is called. */
export function transportStatus(code: number, message: string): Status {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(code === 400 ? { reason: 'BadRequest' } : {}),
    code,
  }
}

/** The reply to requests outside the prefix. */
// upstream: net/http, NotFound – the text for paths that are not served.
export const notFoundReply: HttpReply = Object.freeze({
  status: 404,
  headers: Object.freeze({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }),
  body: Buffer.from('404 page not found\n'),
})
