import { UnauditedRequest } from '@pinnace/audit'
import {
  quote,
  RefusedTarget,
  textReply,
  thenMaybe,
  type Awaitable,
  type HttpReply,
  type HttpRequest,
  type StatusError,
  type Vocabulary,
} from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import { findChoice, formatYaml, loadProtobuf, mediaTypes, wantsPretty, type MediaOffers } from '@pinnace/versioning'
import { FilterRefusal } from '../pipeline/filter-refusal.ts'
import { NoSeat } from '../pipeline/max-in-flight.ts'
import { PageNotFound } from '../pipeline/page-not-found.ts'
import { escapeMarkup } from '../pipeline/escape-markup.ts'
import { replyHeaders, type AnswerHeaders } from './headers.ts'
import { formatText, indentJson } from './json-text.ts'

/** A failed request. `answer` is undefined if the server is closed, `query` also if the target could not be parsed. */
export interface FailedRequest {
  readonly request: HttpRequest
  readonly answer: AnswerHeaders | undefined
  readonly query: URLSearchParams | undefined
}

/** The Status of a failure as a reply, in the media type that the request accepts; JSON if it accepts none. */
// upstream: endpoints/handlers/responsewriters/writers.go, ErrorNegotiated and WriteObjectNegotiated
export function errorReply(
  { vocabulary }: { readonly vocabulary: Vocabulary },
  { request, answer, query = noQuery }: FailedRequest,
  error: StatusError,
): Awaitable<HttpReply> {
  if (error instanceof RefusedTarget) return refusedTarget(error, answer)
  if (error instanceof PageNotFound && answer !== undefined) return pageNotFound(answer)
  if (error instanceof NoSeat && answer !== undefined) return noSeat(answer, error)
  if (error instanceof UnauditedRequest && answer !== undefined) return unaudited(answer, request)
  const status = error.toStatus()
  const choice = findChoice(request.header('accept'), statusOffers(vocabulary))
  const reply = (mediaType: string, body: Uint8Array): HttpReply => ({
    status: error.code,
    headers: {
      ...(answer === undefined ? { 'content-type': mediaType } : replyHeaders(answer, mediaType)),
      ...extra(error),
    },
    body,
  })
  if (choice === undefined) return reply(mediaTypes.json, Buffer.from(indentJson(status)))
  switch (choice.format) {
    case 'yaml':
      return reply(mediaTypes.yaml, Buffer.from(formatYaml(status)))
    case 'protobuf':
      return thenMaybe(loadProtobuf(), (protobuf) =>
        reply(vocabulary.protobufMediaType, protobuf.writeEnvelope(loadType('meta.v1.Status'), status)),
      )
    case 'json':
      return reply(
        mediaTypes.json,
        Buffer.from(formatText(status, wantsPretty(choice, query, request.header('user-agent')))),
      )
  }
}

const noQuery = new URLSearchParams()

function refusedTarget({ code, text }: RefusedTarget, answer: AnswerHeaders | undefined): HttpReply {
  const { headers, ...reply } = textReply(code, text)
  const { 'x-content-type-options': _nosniff, ...plain } = headers
  // upstream: a path that cannot be decoded is refused by the HTTP server, which sends no other headers.
  if (code === 400) return { ...reply, headers: plain }
  return { ...reply, headers: answer === undefined ? headers : { 'audit-id': answer.auditId, ...headers } }
}

function extra(error: StatusError): Record<string, string> {
  const retryAfter = error.details?.retryAfterSeconds
  return {
    ...(error instanceof FilterRefusal ? { 'x-content-type-options': 'nosniff' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  }
}

const offers = new WeakMap<Vocabulary, MediaOffers>()

function statusOffers(vocabulary: Vocabulary): MediaOffers {
  let found = offers.get(vocabulary)
  if (found === undefined) {
    const { protobufMediaType } = vocabulary
    found = Object.freeze({ formats: ['json', 'yaml', 'protobuf'] as const, protobufMediaType, transforms: [] })
    offers.set(vocabulary, found)
  }
  return found
}

function noSeat(answer: AnswerHeaders, error: NoSeat): HttpReply {
  const { headers, ...reply } = plainText(answer, error.code, `${error.message}\n`)
  return { ...reply, headers: { ...headers, ...extra(error) } }
}

// upstream: endpoints/handlers/responsewriters/errors.go, InternalError
function unaudited(answer: AnswerHeaders, { target }: HttpRequest): HttpReply {
  return plainText(answer, 500, `Internal Server Error: ${escapeMarkup(quote(target))}: failed to store audit event\n`)
}

/** The reply for a path that has no handler. */
// upstream: net/http.NotFound
export function pageNotFound(answer: AnswerHeaders): HttpReply {
  return plainText(answer, 404, '404 page not found\n')
}

function plainText(answer: AnswerHeaders, status: number, text: string): HttpReply {
  return {
    status,
    headers: { ...replyHeaders(answer, 'text/plain; charset=utf-8'), 'x-content-type-options': 'nosniff' },
    body: Buffer.from(text),
  }
}
