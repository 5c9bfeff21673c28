import { validateHeaderValue } from 'node:http'
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import { chunksOf, isReplyStream, systemClock, type HttpReply } from '@pinnace/meta'
import { startClosed } from './closed-sink.ts'
import { abortStream, Http2Sink } from './http2-sink.ts'
import type { OpenStreams } from './open-streams.ts'
import { abortWhenStalled, isWrittenInSlices, sliceBytes, writeSlices, type StallLimit } from './write-slices.ts'

/** How replies are written to streams of node:http2. */
export interface Http2Writing extends StallLimit {
  readonly openStreams?: OpenStreams | undefined
}

/** Writes a reply to a stream of node:http2. Does nothing if the client is gone or a reply has started. */
export function writeHttp2Reply(
  stream: ServerHttp2Stream,
  method: string,
  reply: HttpReply,
  writing: Http2Writing,
): void {
  const { status, body } = reply
  if (stream.headersSent || stream.destroyed || stream.closed) {
    if (isReplyStream(body)) startClosed(body)
    else if (stream.headersSent && !stream.writableEnded) abortStream(stream)
    return
  }
  // A body that has not been read to its end is discarded once the reply has been sent.
  // Not in the same turn of the event loop: in Node 22 the reset would overtake the reply.
  const hasUnreadBody = !stream.endAfterHeaders && !stream.readableEnded
  if (hasUnreadBody) stream.once('finish', () => systemClock.soon(() => discardBody(stream)))
  const headers = outgoingHeaders(reply)
  if (isReplyStream(body)) {
    if (method === 'HEAD') {
      stream.respond(headers, { endStream: true })
      startClosed(body)
      return
    }
    stream.respond(headers)
    const sink = new Http2Sink(stream)
    if (writing.openStreams === undefined) body.start(sink)
    else writing.openStreams.start(body, sink)
    return
  }
  const { chunks, byteLength: length } = chunksOf(body)
  if (headers['content-length'] === undefined && status !== 204 && status !== 304) headers['content-length'] = length
  if (length === 0 || method === 'HEAD') {
    stream.respond(headers, { endStream: true })
    return
  }
  stream.respond(headers)
  if (isWrittenInSlices(body, length)) {
    writeSlices(stream, chunks, writing, () => abortStream(stream))
    return
  }
  if (length > sliceBytes) abortWhenStalled(stream, writing, () => abortStream(stream))
  if (body instanceof Uint8Array) {
    stream.end(body)
    return
  }
  stream.cork()
  for (const chunk of chunks) stream.write(chunk)
  stream.end()
  stream.uncork()
}

function outgoingHeaders(reply: HttpReply): OutgoingHttpHeaders {
  // A webhook may deny with a code that Node.js sends over HTTP/1.1 only; the Status has it in any case.
  const headers: OutgoingHttpHeaders = { ':status': reply.status > 599 ? 500 : reply.status }
  for (const name in reply.headers) {
    const value = reply.headers[name]
    if (value === undefined) continue
    // node:http2 sends values that node:http would reject, and clients then reset the stream.
    if (typeof value === 'string') validateHeaderValue(name, value)
    else for (const one of value) validateHeaderValue(name, one)
    headers[name] = value as string | string[]
  }
  return headers
}

function discardBody(stream: ServerHttp2Stream): void {
  if (!stream.readableEnded && !stream.closed) stream.close(constants.NGHTTP2_NO_ERROR)
}
