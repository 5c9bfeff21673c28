import { createServer, type Server } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { paceInTurns, systemClock } from '@pinnace/meta'
import type { HttpHandler } from './http-handler.ts'
import {
  attachHandler,
  connectionLimits,
  nodeServerOptions,
  type Http1Server,
  type HttpServerOptions,
} from './http-server.ts'
import type { Http2Sessions } from './http2-sessions.ts'
import { certificatesByName } from './certificates-by-name.ts'
import type { RequestTurns } from './request-turns.ts'
import type { ServingCertificate, ServingTls } from './serving-tls.ts'

/**
 * OpenSSL verifies no client. Without `ca`, the first context of a process reads the 140 authorities that Node.js contains,
 * some 40 ms of CPU time. Authorities that are named would be sent to clients, which choose a certificate by them, and Node
 * 24.21 and 26.8 would drop intermediates from what a client has sent (nodejs/node#65579).
 */
const noAuthorities: string[] = []

/** Options of {@link createTlsServer}. */
export interface TlsServerOptions extends HttpServerOptions {
  readonly tls: ServingTls
  /** Shared with the sessions. */
  readonly turns: RequestTurns
  /** Called when a handshake fails or times out. */
  readonly onHandshakeError?: () => void
}

/** The HTTP/2 sessions that begin in one turn of the event loop: clients send their first hundred requests with it. */
const sessionsInTurn = 1

/** A TLS server for both protocols: HTTP/2 connections are passed to `sessions`. */
export function createTlsServer(
  handle: HttpHandler,
  options: TlsServerOptions,
  sessions: Http2Sessions,
): Http1Server<Server> & { readonly beforeHandshake: () => void } {
  const { cert, key, minVersion = 'TLSv1.2', ciphers, sni = [] } = options.tls
  const server = createServer({
    ...nodeServerOptions(options),
    cert,
    key,
    ALPNProtocols: ['h2', 'http/1.1'],
    minVersion,
    ...(ciphers === undefined ? {} : { ciphers: ciphers.join(':') }),
    // Requested, not required: there are tokens too. Authenticators verify it.
    requestCert: true,
    rejectUnauthorized: false,
    ca: noAuthorities,
    handshakeTimeout: options.headersTimeoutMs ?? connectionLimits.headersTimeoutMs,
  })
  for (const { name, certificate } of certificatesByName(sni)) {
    server.addContext(name, {
      cert: certificate.cert,
      key: certificate.key,
      ca: noAuthorities,
      minVersion,
      ...(ciphers === undefined ? {} : { ciphers: ciphers.join(':') }),
    })
  }
  const http1 = attachHandler(server, handle, options, options.turns)
  // A connection whose handshake failed or timed out has no keys: nothing can be written to it, and a reply that waits
  // to be written would keep its descriptor open. Node.js would pass it to `clientError`, which replies.
  server.removeAllListeners('tlsClientError')
  server.on('tlsClientError', (_error, socket) => {
    options.onHandshakeError?.()
    socket.destroy()
  })
  const startSession = paceInTurns<TLSSocket>(systemClock, sessionsInTurn, (socket) => {
    if (!socket.destroyed) sessions.begin(socket)
  })
  const serveHttp1 = server.listeners('secureConnection') as ((this: Server, socket: TLSSocket) => void)[]
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol === 'h2') {
      startSession(socket)
      return
    }
    http1.opened(socket)
    for (const serve of serveHttp1) serve.call(server, socket)
  })
  return { server, http1, beforeHandshake: certificateChoice(server, options.tls) }
}

/** Shows the certificate of `certificateOf` to a connection whose handshake is to begin, and the port's own to others. */
function certificateChoice(server: Server, tls: ServingTls): () => void {
  const { certificateOf, minVersion = 'TLSv1.2', ciphers } = tls
  if (certificateOf === undefined) return () => undefined
  let shown: ServingCertificate = tls
  return () => {
    const wanted = certificateOf() ?? tls
    if (wanted.cert === shown.cert && wanted.key === shown.key) return
    shown = wanted
    // A context of its own: sessions of the other certificate are not resumed.
    server.setSecureContext({
      cert: wanted.cert,
      key: wanted.key,
      ca: noAuthorities,
      minVersion,
      ...(ciphers === undefined ? {} : { ciphers: ciphers.join(':') }),
    })
  }
}
