import { formatJson, toStatusError, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { findChoice, formatYaml, mediaTypes, type MediaOffers } from '@pinnace/versioning'
import { StoreError } from '@pinnace/store'
import { fromStoreError } from '../storage/store-failure.ts'
import type { ServerCore } from '../core.ts'
import type { Received } from '../pipeline/receive.ts'
import { replyHeaders } from './headers.ts'

const statusOffers: MediaOffers = Object.freeze({ formats: ['json', 'yaml'] as const, transforms: [] })

/**
 * The one funnel from whatever was thrown to an answer: a StatusError as its Status, anything else as a 500 that tells
 * the client nothing; the cause goes to the log.
 */
export function errorReply(
  core: ServerCore,
  request: HttpRequest,
  received: Received | undefined,
  error: unknown,
): HttpReply {
  const refusal = error instanceof StoreError ? fromStoreError(error) : toStatusError(error)
  if (refusal.code >= 500 && refusal.cause !== undefined) {
    core.logger.error({ err: refusal.cause, method: request.method, target: request.target }, 'request failed')
  }
  const status = refusal.toStatus()
  const yaml = findChoice(request.header('accept'), statusOffers)?.format === 'yaml'
  const contentType = yaml ? mediaTypes.yaml : mediaTypes.json
  const headers = received === undefined ? { 'content-type': contentType } : replyHeaders(received, contentType)
  const retryAfter = refusal.details?.retryAfterSeconds
  return {
    status: refusal.code,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) },
    body: Buffer.from(yaml ? formatYaml(status) : formatJson(status)),
  }
}

/** The answer for a path that is nobody's. */
// upstream: net/http.NotFound, which the original falls back to
export function pageNotFound(received: Received): HttpReply {
  return {
    status: 404,
    headers: { ...replyHeaders(received, 'text/plain; charset=utf-8'), 'x-content-type-options': 'nosniff' },
    body: Buffer.from('404 page not found\n'),
  }
}
