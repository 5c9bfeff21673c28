import { createServer, type Server, type ServerOptions } from 'node:http'
import { toClientErrorListener } from './client-error.ts'
import { Http1Connections } from './http1-connections.ts'
import type { HostOptions, HttpHandler } from './http-handler.ts'
import { createNodeListener } from './node.ts'
import { ReplyBatch } from './reply-batch.ts'
import { RequestTurns } from './request-turns.ts'
import { toUpgradeListener } from './upgrade.ts'
import { writeRefusal } from './write-refusal.ts'

/** The limits of a connection. */
// upstream: apiserver/pkg/server/secure_serving.go – 1 MiB of headers (plus what net/http adds), 32 s, 90 s.
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
  /** Timeout for the headers of a request, milliseconds. @default 32000 */
  readonly headersTimeoutMs?: number
  /** Timeout for a whole request with its body, milliseconds. @default 300000 */
  readonly requestTimeoutMs?: number
  /** Timeout of an idle connection, milliseconds. @default 90000 */
  readonly idleTimeoutMs?: number
}

/** The limits as options of node:http and node:https servers. */
export function nodeServerOptions(options: HttpServerOptions): ServerOptions {
  const headersTimeout = options.headersTimeoutMs ?? connectionLimits.headersTimeoutMs
  return {
    maxHeaderSize: connectionLimits.maxHeaderBytes,
    headersTimeout,
    requestTimeout: options.requestTimeoutMs ?? connectionLimits.requestTimeoutMs,
    keepAliveTimeout: options.idleTimeoutMs ?? connectionLimits.idleTimeoutMs,
    connectionsCheckingInterval: Math.min(1000, headersTimeout),
    // Rejected by the listener, with a Status.
    requireHostHeader: false,
    noDelay: true,
  }
}

/**
 * Attaches all listeners a Node.js server needs to serve `handle`: requests, upgrades, "100 Continue" and parser errors. The caller
 * tells the connections that are returned about each new one.
 */
export function attachHandler(
  server: Server,
  handle: HttpHandler,
  options: HostOptions,
  turns: RequestTurns = new RequestTurns(),
): Http1Connections {
  // Node.js silently drops headers beyond this number; the limit is in bytes.
  server.maxHeadersCount = 0
  const connections = new Http1Connections()
  const batch = new ReplyBatch()
  const onRequest = createNodeListener(handle, options, batch)
  const onContinue = createNodeListener(handle, { ...options, answersContinue: true }, batch)
  server.on('request', (incoming, response) => {
    connections.answering(incoming.socket, response)
    turns.start(incoming.socket, incoming.url, () => onRequest(incoming, response))
  })
  server.on('checkContinue', (incoming, response) => {
    connections.answering(incoming.socket, response)
    turns.start(incoming.socket, incoming.url, () => onContinue(incoming, response))
  })
  server.on(
    'upgrade',
    toUpgradeListener(handle, { ...options, onResponse: (socket, response) => connections.replied(socket, response) }),
  )
  const onClientError = toClientErrorListener(connections)
  server.on('clientError', (error, socket) => {
    // Not in this turn: a request that is refused whatever its body is has its own answer, though the body is malformed.
    turns.defer(socket, () => {
      batch.sendAll()
      onClientError(error, socket)
    })
  })
  server.on('connect', (_incoming, socket) => {
    writeRefusal(socket, 405, 'the server does not allow this method on the requested resource')
  })
  return connections
}

/** A node:http server for `handle` with the limits of an API server, not yet listening: HTTP/1.1 without TLS. */
export function createHttpServer(handle: HttpHandler, options: HttpServerOptions = {}): Server {
  return createPlainServer(handle, options).server
}

/** A server, and its HTTP/1.1 connections. */
export interface Http1Server<S> {
  readonly server: S
  readonly http1: Http1Connections
}

/** As {@link createHttpServer}, with its connections. */
export function createPlainServer(handle: HttpHandler, options: HttpServerOptions): Http1Server<Server> {
  const server = createServer(nodeServerOptions(options))
  const http1 = attachHandler(server, handle, options)
  server.on('connection', (socket) => http1.opened(socket))
  return { server, http1 }
}
