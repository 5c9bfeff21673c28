import { formatJson, type HttpReply, type HttpRequest, type StatusError } from '@pinnace/meta'
import { findChoice, formatYaml, mediaTypes, type MediaOffers } from '@pinnace/versioning'
import { replyHeaders, type AnswerHeaders } from './headers.ts'

const statusOffers: MediaOffers = Object.freeze({ formats: ['json', 'yaml'] as const, transforms: [] })

/** The Status of a failure as a reply. `answer` is undefined for a request that could not be parsed. */
export function errorReply(request: HttpRequest, answer: AnswerHeaders | undefined, error: StatusError): HttpReply {
  const status = error.toStatus()
  const yaml = findChoice(request.header('accept'), statusOffers)?.format === 'yaml'
  const contentType = yaml ? mediaTypes.yaml : mediaTypes.json
  const headers = answer === undefined ? { 'content-type': contentType } : replyHeaders(answer, contentType)
  const retryAfter = error.details?.retryAfterSeconds
  return {
    status: error.code,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) },
    body: Buffer.from(yaml ? formatYaml(status) : formatJson(status)),
  }
}

/** The reply for a path that has no handler. */
// upstream: net/http.NotFound
export function pageNotFound(answer: AnswerHeaders): HttpReply {
  return {
    status: 404,
    headers: { ...replyHeaders(answer, 'text/plain; charset=utf-8'), 'x-content-type-options': 'nosniff' },
    body: Buffer.from('404 page not found\n'),
  }
}
