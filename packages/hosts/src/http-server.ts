import { createServer, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { toClientErrorListener } from './client-error.ts'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { toNodeListener } from './node.ts'
import { writeRefusal } from './write-refusal.ts'

/** Limits of a connection, as an API server keeps them. */
// upstream: apiserver/pkg/server/secure_serving.go – 1 MiB of headers (and the slack net/http adds), 32 s, 90 s.
export const connectionLimits: {
  readonly maxHeaderBytes: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  readonly idleTimeoutMs: number
  readonly maxStreams: number
} = Object.freeze({
  maxHeaderBytes: 1024 * 1024 + 4096,
  headersTimeoutMs: 32_000,
  requestTimeoutMs: 300_000,
  idleTimeoutMs: 90_000,
  maxStreams: 100,
})

/** Limits of {@link connectionLimits} that a host may change. */
export interface HttpServerOptions extends HostOptions {
  /** How long the headers of a request may take to arrive. @default 32000 */
  readonly headersTimeoutMs?: number
  /** How long a whole request, body included, may take to arrive. @default 300000 */
  readonly requestTimeoutMs?: number
  /** How long a connection may stay without a request. @default 90000 */
  readonly idleTimeoutMs?: number
}

/** Options of node's own servers that carry the limits. */
export function nodeServerOptions(options: HttpServerOptions): ServerOptions {
  const headersTimeout = options.headersTimeoutMs ?? connectionLimits.headersTimeoutMs
  return {
    maxHeaderSize: connectionLimits.maxHeaderBytes,
    headersTimeout,
    requestTimeout: options.requestTimeoutMs ?? connectionLimits.requestTimeoutMs,
    keepAliveTimeout: options.idleTimeoutMs ?? connectionLimits.idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    // Answered by the listener, with a Status.
    requireHostHeader: false,
    noDelay: true,
  }
}

/** Attaches everything a node server needs to serve `handle`: requests, "100 Continue", and what the parser refuses. */
export function attachHandler(server: Server, handle: HttpHandler, options: HostOptions): void {
  // Beyond this number node drops header lines without a word; bytes are the limit.
  server.maxHeadersCount = 0
  const responses = new WeakMap<Duplex, ServerResponse>()
  const onRequest = toNodeListener(handle, options)
  const onContinue = toNodeListener(handle, { ...options, answersContinue: true })
  server.on('request', (incoming, response) => {
    responses.set(incoming.socket, response)
    onRequest(incoming, response)
  })
  server.on('checkContinue', (incoming, response) => {
    responses.set(incoming.socket, response)
    onContinue(incoming, response)
  })
  server.on('clientError', toClientErrorListener(responses))
  server.on('connect', (_incoming, socket) => {
    writeRefusal(socket, 405, 'the server does not allow this method on the requested resource')
  })
}

/** A node:http server for `handle`, not yet listening, with the limits of an API server. It speaks HTTP/1.1 without TLS. */
export function createHttpServer(handle: HttpHandler, options: HttpServerOptions = {}): Server {
  const server = createServer(nodeServerOptions(options))
  attachHandler(server, handle, options)
  return server
}
