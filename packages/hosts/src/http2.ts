import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { mountPrefix, targetBelow, type HostOptions, type HttpHandler } from './http-handler.ts'
import { writeHttp2Reply } from './http2-reply.ts'
import type { ReadHostUser } from './host-user.ts'
import { Http2Request } from './http2-request.ts'
import { runHandler } from './run-handler.ts'
import { notFoundReply, statusReply, transportStatus } from './status-reply.ts'
import { stallLimit } from './write-slices.ts'

/** A listener for the `stream` event of node:http2 servers and sessions. */
export type Http2Listener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void

const ignoreError = (): void => undefined

/**
 * Serves `handle` behind a node:http2 server through its stream API: `server.on('stream', toHttp2Listener(handle))`.
 * The compatibility API (`request` events) would cost half of the throughput.
 */
export function toHttp2Listener(handle: HttpHandler, options: HostOptions = {}): Http2Listener {
  const serve = createHttp2Serving(handle, options)
  return (stream, headers, _flags, rawHeaders) => serve(stream, headers, rawHeaders)
}

/** Serves one stream, whose user the host may know. */
export type Http2Serving = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  hostUser?: ReadHostUser,
) => void

/** What {@link toHttp2Listener} calls for each stream. */
export function createHttp2Serving(handle: HttpHandler, options: HostOptions): Http2Serving {
  const prefix = mountPrefix(options)
  const { onError, openStreams } = options
  const writing = { ...stallLimit(options), openStreams }
  return (stream, headers, rawHeaders, hostUser) => {
    // A broken stream also emits `close`, which is handled.
    stream.on('error', ignoreError)
    const method = headers[':method'] as string
    const path = headers[':path'] as string | undefined
    if (path === undefined) {
      const refusal = transportStatus(405, 'the server does not allow this method on the requested resource')
      writeHttp2Reply(stream, method, statusReply(refusal), writing)
      return
    }
    const target = targetBelow(prefix, path)
    if (target === undefined) {
      writeHttp2Reply(stream, method, notFoundReply, writing)
      return
    }
    const request = new Http2Request(stream, { method, target, lines: rawHeaders, hostUser })
    // Node.js sends what the streams of a session have written in a turn at its end.
    runHandler(handle, request, { onError, write: (reply) => writeHttp2Reply(stream, method, reply, writing) })
  }
}
