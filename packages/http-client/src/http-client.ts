import type { Buffer } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { systemClock, type Clock } from '@pinnace/meta'
import { createConnections, type TlsOptions } from './connections.ts'
import { Exchange } from './exchange.ts'
import { HttpClientError } from './http-client-error.ts'
import type { AnyReply, IncomingReply } from './incoming-reply.ts'
import type { OutgoingRequest } from './outgoing-request.ts'

/** Options for {@link createHttpClient}. */
export interface HttpClientOptions {
  readonly tls?: TlsOptions
  /** Concurrent requests, including replies that are being read; one more is an error. @default 10000 */
  readonly maxPending?: number
  /** Connections to one host and port; further requests wait for one of them. @default no limit */
  readonly maxConnections?: number
  /** Idle connections that are kept to one host and port. @default 16 */
  readonly maxIdleConnections?: number
  /** How long an idle connection is kept, in milliseconds. @default 90000 */
  readonly idleTimeoutMs?: number
  /** Measures time limits. @default the system clock */
  readonly clock?: Clock
}

/** A reply that was read to its end. */
export interface WholeReply {
  readonly status: number
  /** The reason phrase of the status line. */
  readonly statusText: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends requests over kept connections. Idle connections do not keep the process alive; requests in progress do. */
export interface HttpClient {
  /** Sends a request; the body of the reply is still to be read. */
  open(request: OutgoingRequest): Promise<IncomingReply>
  /** Sends a request and reads the reply; `timeoutMs` is for both together, and a body over `maxBytes` is an error. */
  send(request: OutgoingRequest & { readonly maxBytes: number }): Promise<WholeReply>
  /**
   * Sends a request to switch protocols, whose headers name them (`Connection: Upgrade`). The reply has the connection if
   * the server switches; otherwise it is one like any other.
   */
  upgrade(request: OutgoingRequest): Promise<AnyReply>
  /** Closes idle connections. Current and later requests are completed; their connections are not kept. */
  close(): void
  /** Closes every connection: requests in progress fail. */
  destroy(): void
}

/** A client over HTTP/1.1. Redirects are not followed: they are replies like any other. */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const { tls = {}, maxPending = 10_000, maxConnections = Infinity, clock = systemClock } = options
  const { maxIdleConnections = 16, idleTimeoutMs = 90_000 } = options
  const connections = createConnections({ tls, maxConnections, maxIdleConnections, idleTimeoutMs, clock })
  const exchanges = new Set<Exchange>()
  const onEnd = (exchange: Exchange): void => void exchanges.delete(exchange)
  const start = async (request: OutgoingRequest, acceptsUpgrade: boolean): Promise<AnyReply> => {
    if (exchanges.size >= maxPending) throw tooManyRequests(request)
    const exchange = new Exchange({ request, connections, clock, acceptsUpgrade, onEnd })
    exchanges.add(exchange)
    return exchange.open()
  }
  const client: HttpClient = {
    // An exchange that does not accept an upgrade has no other reply.
    open: async (request) => (await start(request, false)) as IncomingReply,
    upgrade: (request) => start(request, true),
    async send({ maxBytes, ...request }) {
      const { timeoutMs } = request
      const startedMs = clock.monotonic()
      const reply = await client.open(request)
      const { status, statusText, headers } = reply
      const body = await reply.readBody({
        maxBytes,
        ...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs - (clock.monotonic() - startedMs) }),
      })
      return { status, statusText, headers, body }
    },
    close: () => connections.close(),
    destroy() {
      connections.close()
      for (const exchange of exchanges) {
        exchange.fail(new HttpClientError('the client has been closed', { reason: 'closed' }))
      }
    },
  }
  return client
}

function tooManyRequests({ url }: OutgoingRequest): HttpClientError {
  return new HttpClientError(`too many requests to ${new URL(url).host} at once`, { reason: 'too-many-requests' })
}
