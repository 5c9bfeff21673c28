import { createHttpClient, type HttpClient, type IncomingReply, type OutgoingRequest } from '@pinnace/http-client'
import type { Clock } from '@pinnace/meta'
import type { Credential } from '../credentials/credentials.ts'
import { toConnectionError } from './connection-error.ts'

/** How a server is reached and recognized. */
export interface Endpoint {
  /** An http or https URL; its path is a prefix of every path. */
  readonly server: string
  /** PEM authorities to trust. @default those of the machine */
  readonly ca?: string
  /** The name to expect in the server's certificate. @default the host of the URL */
  readonly serverName?: string
  /** Accepts any certificate. @default false */
  readonly insecureSkipTlsVerify?: boolean
}

/** One request. */
export interface OutgoingCall {
  readonly method: string
  /** Path and query, below the server's own path. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  readonly signal?: AbortSignal | undefined
  /** Until the headers of the answer, in milliseconds. */
  readonly timeoutMs: number
  /** The answer does not end by itself: it takes no connection that others wait for. @default false */
  readonly isWatch?: boolean
}

/** Sends requests to one server over connections that are kept. */
export interface HttpConnection {
  /** Resolves when the headers of the answer are there. Throws a ConnectionError, or the reason of the signal. */
  send(call: OutgoingCall, credential: Credential): Promise<IncomingReply>
  /** Closes every connection, also those in use. */
  close(): void
}

/** Further calls wait for a connection. Watches have no such limit: they would wait without end. */
const maxConnections = 128
/** Calls in progress or waiting; one more is an error. */
const maxPending = 100_000

interface Clients {
  readonly forCalls: HttpClient
  readonly forWatches: HttpClient
}

/** Connections to one server. Another client certificate means other connections: the old ones are closed. */
export function createHttpConnection(endpoint: Endpoint, clock: Clock): HttpConnection {
  const url = new URL(endpoint.server)
  const { origin, pathname } = url
  const base = pathname.replace(/\/+$/, '')
  let clients: Clients | undefined
  let certificate: Credential['certificate']

  const createClient = (limits: { readonly maxConnections?: number }): HttpClient =>
    createHttpClient({
      ...limits,
      tls: {
        ...(endpoint.ca === undefined ? {} : { ca: endpoint.ca }),
        ...(endpoint.serverName === undefined ? {} : { serverName: endpoint.serverName }),
        ...certificate,
        insecureSkipVerify: endpoint.insecureSkipTlsVerify === true,
      },
      maxPending,
      clock,
    })
  const destroyClients = (): void => {
    clients?.forCalls.destroy()
    clients?.forWatches.destroy()
    clients = undefined
  }
  const clientsFor = (wanted: Credential['certificate']): Clients => {
    if (clients !== undefined && certificate?.cert === wanted?.cert && certificate?.key === wanted?.key) return clients
    destroyClients()
    certificate = wanted
    clients = { forCalls: createClient({ maxConnections }), forWatches: createClient({}) }
    return clients
  }
  return {
    async send({ method, path, headers, body, signal, timeoutMs, isWatch = false }, credential) {
      const { authorization } = credential
      const { forCalls, forWatches } = clientsFor(credential.certificate)
      const request: OutgoingRequest = {
        method,
        url,
        path: base + path,
        headers: authorization === undefined ? headers : { ...headers, authorization },
        body,
        timeoutMs,
        signal,
      }
      try {
        return await (isWatch ? forWatches : forCalls).open(request)
      } catch (error) {
        const where = `${method} ${origin}${base}${path.split('?', 1).join('')}`
        throw toConnectionError(where, error, `no reply within ${timeoutMs} ms`)
      }
    },
    close: destroyClients,
  }
}
