import type { ConnectAddress, HttpClient, IncomingReply } from '@pinnace/http-client'
import type { HeaderLines } from './proxy-headers.ts'
import type { RemoteTarget } from './registration.ts'

/** Where an aggregated server is reached. */
export type BackendAddress = ConnectAddress

/** One request to an aggregated server. */
export interface BackendRequest {
  readonly address: BackendAddress
  readonly method: string
  /** Path and query, as they stood on the wire. */
  readonly target: string
  readonly headers: HeaderLines
  readonly body?: Uint8Array | undefined
  /** Until the headers of the reply, in milliseconds. @default no limit */
  readonly timeoutMs?: number
  /** Ends the exchange, whatever its state. */
  readonly signal: AbortSignal
}

/** One aggregated server. */
export interface Backend {
  /** Sends a request; the body of the reply is still to be read. */
  open(request: BackendRequest): Promise<IncomingReply>
}

/** Sends requests to an aggregated server over the connections of `client`, under the name of its service. */
export function createBackend({ namespace, service, port }: RemoteTarget, client: HttpClient): Backend {
  const url = `https://${service}.${namespace}.svc:${port}`
  const host = `${service}.${namespace}.svc:${port}`
  return {
    open: ({ address, target, headers, ...request }) =>
      client.open({ ...request, url, path: target, headers: ['Host', host, ...headers], connectTo: address }),
  }
}
