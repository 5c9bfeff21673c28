import { isReplyStream, type HttpReply, type HttpRequest, type ReplyBody, type RequestInfo } from '@pinnace/meta'
import type { AnsweredRequest, RequestMetrics } from '@pinnace/metrics'

/** A request and the reply to it. */
export interface Answered {
  readonly request: HttpRequest
  /** Absent if the request could not be read: it is not counted. */
  readonly info: RequestInfo | undefined
  readonly reply: HttpReply
  /** When the request began, by the monotonic clock. */
  readonly startedMs: number
}

/** Counts a request. Returns the reply to send: a stream is counted when it ends. */
export function countReply(
  requests: RequestMetrics | undefined,
  { request, info, reply, startedMs }: Answered,
): HttpReply {
  if (requests === undefined || info === undefined) return reply
  const { body, status: code } = reply
  const answered: AnsweredRequest = { info, method: request.method, isApply: isApply(request, info), code, startedMs }
  if (!isReplyStream(body)) {
    requests.answered({ ...answered, bytes: sizeOf(body) })
    return reply
  }
  return {
    ...reply,
    body: {
      start(sink) {
        const ended = requests.started(answered)
        sink.onClose(ended)
        body.start(sink)
      },
    },
  }
}

function isApply(request: HttpRequest, { verb }: RequestInfo): boolean {
  return verb === 'patch' && request.header('content-type')?.startsWith('application/apply-patch') === true
}

function sizeOf(body: Exclude<ReplyBody, { start: unknown }>): number {
  if (body === undefined) return 0
  if (body instanceof Uint8Array) return body.byteLength
  return body.reduce((bytes, chunk) => bytes + chunk.byteLength, 0)
}
