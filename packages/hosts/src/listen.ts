import type { Server as HttpServer } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { delay, noMetrics, paceInTurns, systemClock, type Clock, type Metrics } from '@pinnace/meta'
import {
  createOpenConnections,
  type ConnectionBounds,
  type OpenConnections,
  type RefusalReason,
} from './connection-bounds.ts'
import { connectionsWithin, readDescriptorLimit } from './descriptor-limit.ts'
import type { HttpHandler } from './http-handler.ts'
import { createPlainServer, type Http1Server, type HttpServerOptions } from './http-server.ts'
import { createHttp2Sessions, type Http2Sessions } from './http2-sessions.ts'
import { createOpenStreams, type OpenStreams } from './open-streams.ts'
import { RequestTurns } from './request-turns.ts'
import { createTlsServer } from './tls-server.ts'
import type { ServingTls } from './serving-tls.ts'

/** Options of {@link listen}. */
export interface ListenOptions extends HttpServerOptions, Partial<ConnectionBounds> {
  /** @default 0 (any free port) */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** Serves HTTP/2 and HTTP/1.1 over TLS. Without it the port serves HTTP/1.1 without TLS. */
  readonly tls?: ServingTls
  /**
   * The most connections; further ones are closed. 0 means no limit. Where the limit of file descriptors of the process
   * is known (Linux), there are never more than it has room for. @default 10000
   */
  readonly maxConnections?: number
  /**
   * The most connections of one IPv4 address, or of one IPv6 network (/64); further ones are closed. 0 means no limit.
   * @default 2500
   */
  readonly maxConnectionsPerAddress?: number
  /** Counts refused connections. @default no metrics */
  readonly metrics?: Metrics
}

/** Options of {@link Listening.close}. */
export interface CloseOptions {
  /** How long requests in progress may still take, milliseconds. @default 5000 */
  readonly graceMs?: number
}

/** A port that is being served. */
export interface Listening {
  readonly address: string
  readonly port: number
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** The number of connections that were closed because there were too many. */
  refusedConnections(): number
  /** From now on replies over HTTP/1.1 say `Connection: close`, so that few connections are left when the port closes. */
  drain(): void
  /** Ends every connection as soon as its requests are answered, so that clients connect again. The port stays open. */
  endConnections(): void
  /**
   * Stops gracefully: no new connections, streaming replies end, HTTP/2 sessions get GOAWAY, requests in progress are
   * answered to their last byte.
   * After `graceMs` the remaining connections are destroyed. Resolves when every connection is closed.
   */
  close(options?: CloseOptions): Promise<void>
}

const defaultBounds: ConnectionBounds = Object.freeze({ maxConnections: 10_000, maxConnectionsPerAddress: 2_500 })

/** Serves `handle` on a port. Rejects if the port cannot be opened. */
export async function listen(handle: HttpHandler, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls, clock = systemClock } = options
  const openStreams = createOpenStreams()
  const servers = createServers(handle, { ...options, openStreams, clock })
  const { server, http1 } = servers
  const connections = createOpenConnections(
    {
      maxConnections: connectionsWithin(options.maxConnections ?? defaultBounds.maxConnections, readDescriptorLimit()),
      maxConnectionsPerAddress: options.maxConnectionsPerAddress ?? defaultBounds.maxConnectionsPerAddress,
    },
    countRefusals(options.metrics ?? noMetrics),
  )
  boundConnections(server, { connections, beforeHandshake: servers.beforeHandshake, hasTls: tls !== undefined })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const bound = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  return {
    address: bound.address,
    port: bound.port,
    url: `${tls === undefined ? 'http' : 'https'}://${urlHost(bound.address)}:${bound.port}`,
    refusedConnections: () => connections.refused,
    drain: () => http1.drain(),
    endConnections() {
      http1.endAnswered()
      http1.endIdle()
      servers.sessions?.close()
    },
    close({ graceMs = 5000 } = {}) {
      closing ??= stop({ ...servers, openStreams, connections, clock }, graceMs)
      return closing
    },
  }
}

function countRefusals(metrics: Metrics): (reason: RefusalReason) => void {
  const refused = metrics.counter({
    name: 'apiserver_connections_refused_total',
    help: 'Connections that were closed because there were too many of their address, or in all.',
    labelNames: ['reason'],
  })
  return (reason) => refused.add([reason])
}

// upstream: apiserver/pkg/server/secure_serving.go, tlsHandshakeErrorWriter
function countHandshakeErrors(metrics: Metrics): () => void {
  const failed = metrics.counter({
    name: 'apiserver_tls_handshake_errors_total',
    help: "Number of requests dropped with 'TLS handshake error from' error",
  })
  return () => failed.add([])
}

interface Servers extends Http1Server<HttpServer | HttpsServer> {
  /** Undefined without TLS. */
  readonly sessions: Http2Sessions | undefined
  /** Chooses the certificate of a new connection. */
  readonly beforeHandshake: () => void
}

function createServers(handle: HttpHandler, options: ListenOptions & { readonly clock: Clock }): Servers {
  const { tls } = options
  if (tls === undefined)
    return { ...createPlainServer(handle, options), sessions: undefined, beforeHandshake: () => undefined }
  const turns = new RequestTurns()
  const sessions = createHttp2Sessions(handle, { ...options, turns })
  return {
    ...createTlsServer(
      handle,
      { ...options, tls, turns, onHandshakeError: countHandshakeErrors(options.metrics ?? noMetrics) },
      sessions,
    ),
    sessions,
  }
}

/** The TLS handshakes that begin in one turn of the event loop: each takes up to a millisecond. */
const handshakesInTurn = 8

interface BoundOptions {
  readonly connections: OpenConnections
  readonly beforeHandshake: () => void
  readonly hasTls: boolean
}

/** Closes connections beyond the bounds before anything is read from them. */
function boundConnections(
  server: HttpServer | HttpsServer,
  { connections, beforeHandshake, hasTls }: BoundOptions,
): void {
  const listeners = server.listeners('connection') as ((this: object, socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const serveNow = (socket: Socket): void => {
    if (socket.destroyed) return
    beforeHandshake()
    for (const listener of listeners) listener.call(server, socket)
  }
  const serve = hasTls ? paceInTurns(systemClock, handshakesInTurn, serveNow) : serveNow
  server.on('connection', (socket: Socket) => {
    if (!connections.add(socket)) {
      socket.destroy()
      return
    }
    serve(socket)
  })
}

interface Serving extends Servers {
  readonly openStreams: OpenStreams
  readonly connections: OpenConnections
  readonly clock: Clock
}

async function stop(serving: Serving, graceMs: number): Promise<void> {
  const { server, http1, sessions, openStreams, connections, clock } = serving
  // Node.js calls a connection idle while the end of its reply is still buffered: its own sweep would cut replies.
  server.closeIdleConnections = () => undefined
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  http1.drain()
  openStreams.endAll()
  sessions?.close()
  // Requests that have arrived, and are not read yet, are read in the next turn: they are answered too.
  await turn()
  await turn()
  http1.endIdle()
  if (graceMs > 0) await within(closed, clock, graceMs)
  sessions?.destroy()
  for (const socket of connections) socket.destroy()
  await closed
}

async function within(work: Promise<void>, clock: Clock, limitMs: number): Promise<void> {
  const done = new AbortController()
  const limit = delay(clock, limitMs, done.signal).catch(() => undefined)
  await Promise.race([work, limit])
  done.abort()
}

// A turn of the event loop, whichever clock is in use.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    systemClock.soon(resolve)
  })
}

function urlHost(address: string): string {
  if (address === '::') return '[::1]'
  if (address === '0.0.0.0') return '127.0.0.1'
  return address.includes(':') ? `[${address}]` : address
}
