import { createServer, type Server as HttpsServer } from 'node:https'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { delay, systemClock, type Clock } from '@pinnace/meta'
import type { HttpHandler } from './http-handler.ts'
import {
  attachHandler,
  connectionLimits,
  createHttpServer,
  nodeServerOptions,
  type HttpServerOptions,
} from './http-server.ts'
import { createHttp2Sessions, type Http2Sessions } from './http2-sessions.ts'
import { createOpenStreams, type OpenStreams } from './open-streams.ts'

/** The certificate of a TLS port. PEM texts. */
export interface ServingTls {
  /** The serving certificate, leaf first. */
  readonly cert: string
  readonly key: string
}

/** Options of {@link listen}. */
export interface ListenOptions extends HttpServerOptions {
  /** @default 0 (any free port) */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** Serves HTTP/2 and HTTP/1.1 over TLS. Without it the port serves HTTP/1.1 without TLS. */
  readonly tls?: ServingTls
  readonly clock?: Clock
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
  /**
   * Stops gracefully: no new connections, streaming replies end, HTTP/2 sessions get GOAWAY, requests in progress finish.
   * After `graceMs` the remaining connections are destroyed. Resolves when every connection is closed.
   */
  close(options?: CloseOptions): Promise<void>
}

const pollMs = 20

/** Serves `handle` on a port. Rejects if the port cannot be opened. */
export async function listen(handle: HttpHandler, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls, clock = systemClock } = options
  const openStreams = createOpenStreams()
  const hostOptions = { ...options, openStreams, clock }
  const { server, sessions } = createServers(handle, hostOptions)
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
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
    close({ graceMs = 5000 } = {}) {
      closing ??= stop({ server, sessions, openStreams, connections, clock }, graceMs)
      return closing
    },
  }
}

interface Servers {
  readonly server: HttpServer | HttpsServer
  /** Undefined without TLS. */
  readonly sessions: Http2Sessions | undefined
}

function createServers(handle: HttpHandler, options: ListenOptions & { readonly clock: Clock }): Servers {
  const { tls } = options
  if (tls === undefined) return { server: createHttpServer(handle, options), sessions: undefined }
  const sessions = createHttp2Sessions(handle, options)
  return { server: createTlsServer(handle, { ...options, tls }, sessions), sessions }
}

/** A TLS server for both protocols: HTTP/2 connections are passed to `sessions`. */
function createTlsServer(
  handle: HttpHandler,
  options: ListenOptions & { readonly tls: ServingTls },
  sessions: Http2Sessions,
): HttpsServer {
  const { cert, key } = options.tls
  const server = createServer({
    ...nodeServerOptions(options),
    cert,
    key,
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    // Requested, not required: there are tokens too. Authenticators verify it. No authorities are named (`ca`), so clients
    // send any certificate they have: with `ca`, Node 24.21 and 26.8 drop intermediates from what was sent (nodejs/node#65579).
    requestCert: true,
    rejectUnauthorized: false,
    handshakeTimeout: connectionLimits.headersTimeoutMs,
  })
  attachHandler(server, handle, options)
  const serveHttp1 = server.listeners('secureConnection') as ((this: HttpsServer, socket: TLSSocket) => void)[]
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol === 'h2') sessions.server.emit('connection', socket)
    else for (const serve of serveHttp1) serve.call(server, socket)
  })
  return server
}

interface Serving extends Servers {
  readonly openStreams: OpenStreams
  readonly connections: ReadonlySet<Socket>
  readonly clock: Clock
}

async function stop({ server, sessions, openStreams, connections, clock }: Serving, graceMs: number): Promise<void> {
  const closed = new Promise<true>((resolve) => {
    server.close(() => resolve(true))
  })
  openStreams.endAll()
  sessions?.close()
  const end = clock.monotonic() + graceMs
  let done = false
  while (!done && clock.monotonic() < end) {
    server.closeIdleConnections()
    done = await Promise.race([closed, delay(clock, Math.min(pollMs, graceMs)).then(() => false)])
  }
  sessions?.destroy()
  for (const socket of connections) socket.destroy()
  await closed
}

function urlHost(address: string): string {
  if (address === '::') return '[::1]'
  if (address === '0.0.0.0') return '127.0.0.1'
  return address.includes(':') ? `[${address}]` : address
}
