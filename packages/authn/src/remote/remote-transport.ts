import { createHttpClient, type OutgoingRequest, type WholeReply } from '@pinnace/http-client'
import { systemClock, type Clock } from '@pinnace/meta'
import type { RemoteService } from './remote-service.ts'

/** Options for {@link createRemoteTransport}. */
export interface RemoteTransportOptions {
  /** For one exchange, milliseconds. @default 30000 */
  readonly timeoutMs?: number
  /** A longer reply is an error. @default 1048576 */
  readonly maxBytes?: number
  /** Exchanges under way at once; one more is an error. @default 400 */
  readonly maxPending?: number
  readonly clock?: Clock
}

/** Posts JSON texts to a remote service and waits for whole replies. */
export interface RemoteTransport {
  /** @param limits of this exchange; by default those of the transport */
  post(body: string, limits?: Pick<OutgoingRequest, 'timeoutMs' | 'signal'>): Promise<WholeReply>
  /** Closes idle connections; requests in progress are completed. */
  close(): void
}

/** A client of a remote service, with bounds on time, size and number. */
export function createRemoteTransport(remote: RemoteService, options: RemoteTransportOptions = {}): RemoteTransport {
  const { timeoutMs = 30_000, maxBytes = 1_048_576, maxPending = 400, clock = systemClock } = options
  const tls = {
    ...(remote.ca !== undefined && { ca: remote.ca }),
    ...(remote.clientCertificate !== undefined && { cert: remote.clientCertificate }),
    ...(remote.clientKey !== undefined && { key: remote.clientKey }),
    ...(remote.serverName !== undefined && { serverName: remote.serverName }),
    insecureSkipVerify: remote.insecureSkipTlsVerify,
  }
  const http = createHttpClient({ tls, maxPending, clock })
  return {
    post(body, limits) {
      const authorization = remote.authorization()
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(authorization !== undefined && { authorization }),
      }
      return http.send({ method: 'POST', url: remote.server, headers, body, timeoutMs, maxBytes, ...limits })
    },
    close: () => http.close(),
  }
}
