import { Buffer } from 'node:buffer'
import { StatusError, toStatusError, type HttpReply, type Status } from '@pinnace/meta'

/** A reply that carries a Status as JSON. */
export function statusReply(status: Status): HttpReply {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, private',
  }
  const retryAfterSeconds = status.details?.retryAfterSeconds
  if (retryAfterSeconds) headers['retry-after'] = String(retryAfterSeconds)
  return { status: status.code, headers, body: Buffer.from(JSON.stringify(status)) }
}

/** The reply to something a handler threw: its Status, or a 500 that does not say what happened. */
export function failureReply(error: unknown, onError: ((error: unknown) => void) | undefined): HttpReply {
  if (!(error instanceof StatusError)) onError?.(error)
  return statusReply(toStatusError(error).toStatus())
}

/** A refusal of the transport itself, before any handler is asked. */
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

/** What is answered outside the mounted prefix. */
// upstream: net/http, NotFound – the text of a path nobody serves.
export const notFoundReply: HttpReply = Object.freeze({
  status: 404,
  headers: Object.freeze({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }),
  body: Buffer.from('404 page not found\n'),
})
