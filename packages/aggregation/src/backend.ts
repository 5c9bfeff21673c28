import type {
  AnyReply,
  ConnectAddress,
  HttpClient,
  IncomingReply,
  OutgoingRequest,
  StreamedBody,
} from '@pinnace/http-client'
import type { ServiceTarget } from './api-service-info.ts'
import type { HeaderLines } from './proxy-headers.ts'

/** The address of a server. */
export type BackendAddress = ConnectAddress

/** A request to the server of an APIService. */
export interface BackendRequest {
  readonly address: BackendAddress
  readonly method: string
  /** Path and query as the client sent them. */
  readonly target: string
  readonly headers: HeaderLines
  readonly body?: Uint8Array | StreamedBody | undefined
  /** Until the headers of the reply, in milliseconds. @default no limit */
  readonly timeoutMs?: number
  /** Aborts the exchange at any point. */
  readonly signal: AbortSignal
}

/** The server of an APIService. */
export interface Backend {
  /** Sends a request. Resolves when the headers of the reply have arrived; the body is still to be read. */
  open(request: BackendRequest): Promise<IncomingReply>
  /** Sends a request to switch protocols. */
  upgrade(request: BackendRequest): Promise<AnyReply>
}

/** Creates a backend that sends requests over the connections of `client`, under the name of the service. */
export function createBackend({ namespace, service, port }: ServiceTarget, client: HttpClient): Backend {
  const host = `${service}.${namespace}.svc:${port}`
  const url = `https://${host}`
  const toRequest = ({ address, target, headers, ...request }: BackendRequest): OutgoingRequest => ({
    ...request,
    url,
    path: target,
    headers: ['Host', host, ...headers],
    connectTo: address,
  })
  return {
    open: (request) => client.open(toRequest(request)),
    upgrade: (request) => client.upgrade(toRequest(request)),
  }
}
