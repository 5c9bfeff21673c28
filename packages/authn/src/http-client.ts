import { Buffer } from 'node:buffer'
import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AgentOptions } from 'node:https'

import type { Clock } from '@pinnace/meta'

/** Options for {@link createHttpClient}. */
export interface HttpClientOptions {
  /** Authorities, client certificate, server name: as node's TLS takes them. */
  readonly tls?: Pick<AgentOptions, 'ca' | 'cert' | 'key' | 'servername' | 'rejectUnauthorized'>
  /** For the whole exchange, milliseconds. */
  readonly timeoutMs: number
  /** A longer reply is an error. */
  readonly maxBytes: number
  /** Exchanges under way at once; one more is refused with an error. */
  readonly maxPending: number
  readonly clock: Clock
}

/** One request of ours. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For this exchange. @default that of the client */
  readonly timeoutMs?: number
  /** Ends the exchange. */
  readonly signal?: AbortSignal | undefined
}

/** A whole reply. */
export interface IncomingReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends requests and waits for whole replies. */
export interface HttpClient {
  (request: OutgoingRequest): Promise<IncomingReply>
  /** Lets go of idle connections; exchanges under way end, and theirs are not kept. */
  close(): void
}

const maxRedirects = 5

/**
 * A client with bounds on time, size and number. GET follows redirects within the same origin only; any other redirect
 * is a reply like others. Connections are kept and do not keep the process alive while they are idle.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { tls = {}, maxPending } = options
  const agents = new Map<string, Promise<Connector>>()
  let pending = 0
  let isClosed = false
  const send = async (request: OutgoingRequest): Promise<IncomingReply> => {
    if (pending >= maxPending) throw new Error(`too many requests to ${new URL(request.url).host} at once`)
    pending++
    try {
      let { url } = request
      for (let hop = 0; ; hop++) {
        const { origin, protocol } = new URL(url)
        let connector = agents.get(protocol)
        if (connector === undefined) agents.set(protocol, (connector = connect(protocol, tls, maxPending)))
        const { send: open, agent } = await connector
        if (isClosed) retire(agent)
        const reply = await exchange({ ...request, url }, { send: open, agent }, options)
        const { location } = reply.headers
        if (request.method !== 'GET' || location === undefined || ![301, 302, 303, 307, 308].includes(reply.status)) {
          return reply
        }
        const next = URL.canParse(location, url) ? new URL(location, url) : undefined
        if (next?.origin !== origin) throw new Error(`${url} redirects to another host`)
        if (hop === maxRedirects) throw new Error(`${request.url} redirects too often`)
        url = next.href
      }
    } finally {
      pending--
    }
  }
  return Object.assign(send, {
    close(): void {
      isClosed = true
      for (const connector of agents.values()) connector.then(({ agent }) => retire(agent), ignore)
    },
  })
}

interface Connector {
  readonly send: typeof import('node:https').request
  readonly agent: Agent
}

const ignore = (): void => {}

// Destroying the agent would end what is under way; this ends what is idle, and keeps nothing from then on.
function retire(agent: Agent): void {
  Object.assign(agent, { keepAlive: false })
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}

async function connect(protocol: string, tls: AgentOptions, maxSockets: number): Promise<Connector> {
  if (protocol === 'https:') {
    const { Agent, request } = await import('node:https')
    // upstream: Go's crypto/x509 – whatever is in the bundle is believed, a server's own certificate too.
    const trust = { minVersion: 'TLSv1.2', allowPartialTrustChain: true } as const
    return { send: request, agent: new Agent({ ...tls, ...trust, keepAlive: true, maxSockets }) }
  }
  if (protocol !== 'http:') throw new TypeError(`not an http or https URL: ${protocol}`)
  const { Agent, request } = await import('node:http')
  return { send: request, agent: new Agent({ keepAlive: true, maxSockets }) }
}

/** One request; sent again where the other side had closed the kept connection it was sent on. */
function exchange(
  { method, url, headers = {}, body, timeoutMs, signal }: OutgoingRequest,
  { send, agent }: Connector,
  { timeoutMs: usualTimeoutMs, maxBytes, clock }: HttpClientOptions,
): Promise<IncomingReply> {
  return new Promise((resolve, reject) => {
    const lengths = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    let outgoing: ClientRequest | undefined
    let isSettled = false
    const timer = clock.after(timeoutMs ?? usualTimeoutMs, () => {
      fail(Object.assign(new Error(`no reply from ${new URL(url).host} in time`), { code: 'ETIMEDOUT' }))
    })
    const onAbort = (): void => fail(signal!.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const settle = (): void => {
      isSettled = true
      timer.cancel()
      signal?.removeEventListener('abort', onAbort)
    }
    function fail(error: unknown): void {
      settle()
      outgoing?.destroy()
      reject(error)
    }
    const open = (): void => {
      const request = send(url, { method, agent, headers: { ...headers, ...lengths } }, (incoming) => {
        readAll(incoming, maxBytes).then((bytes) => {
          settle()
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes })
        }, fail)
      })
      outgoing = request
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (isSettled || request !== outgoing) return
        if (request.reusedSocket && error.code === 'ECONNRESET') open()
        else fail(error)
      })
      request.end(body)
    }
    try {
      open()
      if (signal?.aborted) onAbort()
    } catch (error) {
      // Authorities and keys that are none are found out here.
      fail(error)
    }
  })
}

async function readAll(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`the reply is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}
