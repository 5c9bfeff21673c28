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

/** What a server shows on a TLS port. PEM texts. */
export interface ServingTls {
  /** The serving certificate, leaf first. */
  readonly cert: string
  readonly key: string
  /** Authorities whose client certificates are worth sending; verifying them is the authenticator's business. */
  readonly clientCa?: string
}

/** Options of {@link listen}. */
export interface ListenOptions extends HttpServerOptions {
  /** @default 0 – any free port */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** Without it the port speaks HTTP/1.1 in the clear; with it HTTP/2 and HTTP/1.1, as the client chooses. */
  readonly tls?: ServingTls
  readonly clock?: Clock
}

/** Options of {@link Listening.close}. */
export interface CloseOptions {
  /** How long requests that are under way may still take. @default 5000 */
  readonly graceMs?: number
}

/** A port that is being served. */
export interface Listening {
  readonly address: string
  readonly port: number
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /**
   * Stops: no new connection is taken, streaming replies end, HTTP/2 clients are told to go, replies under way finish;
   * after the grace what is left is cut off. Resolves when every connection is closed.
   */
  close(options?: CloseOptions): Promise<void>
}

const pollMs = 20

/** Serves `handle` on a port of this process. Rejects where the port cannot be had. */
export async function listen(handle: HttpHandler, options: ListenOptions = {}): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls, clock = systemClock } = options
  const openStreams = createOpenStreams()
  const hostOptions = { ...options, openStreams, clock }
  const sessions = tls === undefined ? undefined : createHttp2Sessions(handle, hostOptions)
  const server =
    tls === undefined
      ? createHttpServer(handle, hostOptions)
      : createTlsServer(handle, { ...hostOptions, tls }, sessions!)
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

/** One TLS port, two protocols: HTTP/2 connections go to `sessions`, the others stay. */
function createTlsServer(
  handle: HttpHandler,
  options: ListenOptions & { readonly tls: ServingTls },
  sessions: Http2Sessions,
): HttpsServer {
  const { cert, key, clientCa } = options.tls
  const server = createServer({
    ...nodeServerOptions(options),
    cert,
    key,
    ...(clientCa === undefined ? {} : { ca: clientCa }),
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion: 'TLSv1.2',
    // A certificate is asked for and not needed: tokens are as good, and who it names is decided by the authenticator.
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

interface Serving {
  readonly server: HttpServer | HttpsServer
  readonly sessions: Http2Sessions | undefined
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
