import { Buffer } from 'node:buffer'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { Clock } from '@pinnace/meta'
import type { Credential } from '../credentials/credentials.ts'

/** How a server is reached and recognised. */
export interface Endpoint {
  /** An http or https URL; a path in it comes before every path. */
  readonly server: string
  /** PEM authorities to trust. @default those of the machine */
  readonly ca?: string
  /** The name to expect in the server's certificate. @default the host of the URL */
  readonly serverName?: string
  /** Takes any certificate. @default false */
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
  /** Until the headers of the answer; the whole answer has as long again. */
  readonly timeoutMs: number
  /** The answer does not end by itself: it takes no connection that others wait for. @default false */
  readonly isWatch?: boolean
}

/** Sends requests to one server over connections that are kept. */
export interface HttpConnection {
  /** Resolves when the headers of the answer are there. */
  send(call: OutgoingCall, credential: Credential): Promise<IncomingMessage>
  /** Closes every connection, also those in use. */
  close(): void
}

// Calls beyond these wait for one to end. Watches have no bound but the number of informers: they would never.
const maxSockets = 128
const keptSockets = 16

interface Agents {
  readonly forCalls: HttpAgent
  readonly forWatches: HttpAgent
}

/** Connections to one server. Another client certificate means other connections: the old ones are closed. */
export function createHttpConnection(endpoint: Endpoint, clock: Clock): HttpConnection {
  const url = new URL(endpoint.server)
  const isTls = url.protocol === 'https:'
  const base = url.pathname.replace(/\/+$/, '')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  let agents: Agents | undefined
  let certificate: Credential['certificate']

  const createAgent = (limit: { readonly maxSockets?: number }): HttpAgent => {
    const pool = { keepAlive: true, maxFreeSockets: keptSockets, ...limit }
    const servername = endpoint.serverName ?? (isIP(hostname) === 0 ? hostname : '')
    return isTls
      ? new HttpsAgent({
          ...pool,
          minVersion: 'TLSv1.2',
          ...(endpoint.ca === undefined ? {} : { ca: endpoint.ca }),
          ...(certificate === undefined ? {} : { cert: certificate.cert, key: certificate.key }),
          servername,
          // upstream: Go's crypto/x509 – whatever is in the bundle is believed, a server's own certificate too.
          allowPartialTrustChain: true,
          rejectUnauthorized: endpoint.insecureSkipTlsVerify !== true,
        })
      : new HttpAgent(pool)
  }
  const destroyAgents = (): void => {
    agents?.forCalls.destroy()
    agents?.forWatches.destroy()
    agents = undefined
  }
  const agentsFor = (wanted: Credential['certificate']): Agents => {
    if (agents !== undefined && certificate?.cert === wanted?.cert && certificate?.key === wanted?.key) return agents
    destroyAgents()
    certificate = wanted
    agents = { forCalls: createAgent({ maxSockets }), forWatches: createAgent({}) }
    return agents
  }
  return {
    send(call, credential) {
      const { forCalls, forWatches } = agentsFor(credential.certificate)
      const options: RequestOptions = {
        agent: call.isWatch === true ? forWatches : forCalls,
        hostname,
        port: url.port === '' ? (isTls ? 443 : 80) : url.port,
        method: call.method,
        path: base + call.path,
        headers: headersOf(call, credential),
      }
      const where = `${call.method} ${url.origin}${base}${call.path.split('?')[0]}`
      return exchange({ send: isTls ? httpsRequest : httpRequest, options, call, where, clock })
    },
    close: destroyAgents,
  }
}

function headersOf({ headers, body }: OutgoingCall, { authorization }: Credential): RequestOptions['headers'] {
  const sent: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(headers)) sent[name] = typeof value === 'string' ? value : [...value]
  if (authorization !== undefined) sent['authorization'] = authorization
  if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
  return sent
}

interface Exchange {
  readonly send: typeof httpRequest | typeof httpsRequest
  readonly options: RequestOptions
  readonly call: OutgoingCall
  readonly where: string
  readonly clock: Clock
}

function exchange({ send, options, call, where, clock }: Exchange): Promise<IncomingMessage> {
  const { signal, timeoutMs, body } = call
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const outgoing = send(options, (incoming) => {
      timer.cancel()
      incoming.once('close', () => signal?.removeEventListener('abort', onAbort))
      resolve(incoming)
    })
    const fail = (error: unknown): void => {
      timer.cancel()
      signal?.removeEventListener('abort', onAbort)
      reject(error)
    }
    const onAbort = (): void => void outgoing.destroy(asError(signal!.reason))
    const timer = clock.after(timeoutMs, () => outgoing.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    signal?.addEventListener('abort', onAbort, { once: true })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) fail(signal.reason)
      else fail(toConnectionError(where, error, outgoing.reusedSocket))
    })
    // Bytes, for beside text node writes the header in the encoding of the text.
    outgoing.end(body === undefined ? undefined : Buffer.from(body))
  })
}

/** A failure of the connection, not an answer: {@link wasStale} says whether the server may not have seen the request. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly code: string | undefined
  /** The connection had been kept, and was closed from the other side meanwhile. */
  readonly wasStale: boolean

  constructor(
    message: string,
    options: { readonly code?: string | undefined; readonly wasStale: boolean; readonly cause: unknown },
  ) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.wasStale = options.wasStale
  }
}

/** What node says of a failed exchange, with where it was. `reused`: the connection had been kept. */
export function toConnectionError(where: string, error: NodeJS.ErrnoException, reused = false): ConnectionError {
  // A name with several addresses fails with all of their errors and no words of its own.
  const said = error.message === '' ? (error.code ?? error.name) : error.message
  const wasStale = reused && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
  return new ConnectionError(`${where}: ${said}`, { code: error.code, wasStale, cause: error })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

/** The whole body of an answer; more than `maxBytes` is an error. */
export async function readAll(incoming: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return chunks
}
