import { Buffer } from 'node:buffer'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { startTimeLimit, type Clock, type Timer } from '@pinnace/meta'
import type { Connections, Connector } from './connections.ts'
import { HttpClientError, toHttpClientError } from './http-client-error.ts'
import { timeoutError, toIncomingReply, type AnyReply } from './incoming-reply.ts'
import type { ConnectAddress, OutgoingRequest, StreamedBody } from './outgoing-request.ts'
import { sendStreamedBody, type SentBody } from './send-streamed-body.ts'

/** Options for {@link Exchange}. */
export interface ExchangeOptions {
  readonly request: OutgoingRequest
  readonly connections: Connections
  readonly clock: Clock
  /** Whether the server may switch protocols; otherwise that is an error. */
  readonly acceptsUpgrade: boolean
  /** Called once, when the exchange is over. */
  readonly onEnd: (exchange: Exchange) => void
}

/** A request is sent so often at most over kept connections that turn out to be closed. */
const maxStaleConnections = 10

/**
 * One request and its reply.
 *
 *     opening ──▶ replying ──▶ ended
 *        └─────────────────────▲
 *
 * While `opening` a request may be sent several times: see `#mayResend`.
 */
export class Exchange {
  readonly #request: OutgoingRequest
  readonly #connections: Connections
  readonly #clock: Clock
  readonly #onEnd: ExchangeOptions['onEnd']
  readonly #url: URL
  /** Bytes, because Node writes the headers in the encoding of a text that follows them. */
  readonly #body: Uint8Array | StreamedBody | undefined
  #sentBody: SentBody | undefined
  readonly #timer: Timer | undefined
  readonly #closed = createDeferred<void>()
  readonly #reply = createDeferred<AnyReply>()
  #state: 'opening' | 'replying' | 'ended' = 'opening'
  #outgoing: ClientRequest | undefined
  #incoming: IncomingMessage | undefined
  /** The connection after the server has switched protocols. */
  #upgraded: Socket | undefined
  readonly #acceptsUpgrade: boolean
  /** Why the exchange was broken off. */
  #failure: { readonly error: unknown } | undefined
  #staleConnections = 0

  /** Throws a TypeError for a URL that is none. */
  constructor({ request, connections, clock, acceptsUpgrade, onEnd }: ExchangeOptions) {
    this.#acceptsUpgrade = acceptsUpgrade
    this.#request = request
    this.#connections = connections
    this.#clock = clock
    this.#onEnd = onEnd
    this.#body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body
    this.#url = typeof request.url === 'string' ? new URL(request.url) : request.url
    const { timeoutMs, signal } = request
    this.#timer =
      timeoutMs === undefined
        ? undefined
        : startTimeLimit(clock, timeoutMs, () => this.fail(timeoutError(this.#url.host)))
    signal?.addEventListener('abort', this.#onAbort, { once: true })
  }

  /** Sends the request; the headers of the reply. Call it once. */
  open(): Promise<AnyReply> {
    if (this.#request.signal?.aborted === true) this.#onAbort()
    else this.#connect().catch((error: unknown) => this.fail(error))
    return this.#reply.promise
  }

  /** Breaks the exchange off. Nothing happens once it is over. */
  fail(error: unknown): void {
    if (this.#state === 'ended') return
    this.#failure ??= { error }
    this.#reply.reject(error)
    this.#outgoing?.destroy()
    this.#incoming?.destroy()
    this.#upgraded?.destroy()
    this.#end()
  }

  readonly #onAbort = (): void => this.fail(this.#request.signal?.reason)

  async #connect(): Promise<void> {
    const { connectTo } = this.#request
    const [connector, address] = await Promise.all([
      this.#connections.connector(this.#url.protocol),
      typeof connectTo === 'function' ? connectTo() : connectTo,
    ])
    const options = this.#toOptions(address)
    connector.start(() => this.#send(connector, options))
  }

  #send(connector: Connector, options: RequestOptions): void {
    if (this.#state !== 'opening') return
    const attempt: Attempt = { isReused: false, isSent: false }
    let outgoing: ClientRequest
    try {
      outgoing = connector.request(options)
    } catch (error) {
      this.fail(toHttpClientError(error, { reason: 'invalid-request' }))
      return
    }
    this.#outgoing = outgoing
    const isCurrent = (): boolean => this.#state === 'opening' && outgoing === this.#outgoing
    const send = (): void => {
      if (!isCurrent()) return
      attempt.isSent = true
      const body = this.#body
      if (body === undefined || body instanceof Uint8Array) outgoing.end(body)
      else this.#sentBody = sendStreamedBody(outgoing, body, { clock: this.#clock, fail: (error) => this.fail(error) })
    }
    outgoing.once('socket', (socket: Socket) => {
      attempt.isReused = connector.isReused(socket)
      if (attempt.isReused && !isReadOnly(this.#request.method)) this.#afterNextPoll(send)
      else send()
    })
    outgoing.on('response', (incoming) => this.#onResponse(incoming))
    outgoing.once('upgrade', (incoming, socket, head) => this.#onUpgrade(incoming, socket as Socket, head))
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (!isCurrent()) return
      const wasStale = attempt.isReused && isClosedByPeer(error)
      if (wasStale && this.#mayResend(attempt) && ++this.#staleConnections <= maxStaleConnections) {
        this.#send(connector, options)
      } else this.fail(toHttpClientError(error, { reason: 'connection', wasStale }))
    })
    outgoing.once('close', () => {
      if (isCurrent()) this.fail(new HttpClientError('socket hang up', { reason: 'connection', code: 'ECONNRESET' }))
    })
  }

  /**
   * Whether the request may be sent again after the server closed the kept connection: one that only reads may, unless
   * its body is a stream; any other only as long as nothing of it was sent.
   */
  // upstream: net/http/transport.go, persistConn.shouldRetryRequest
  #mayResend({ isSent }: Attempt): boolean {
    return !isSent || (isReadOnly(this.#request.method) && this.#sentBody === undefined)
  }

  #toOptions(address: ConnectAddress | undefined): RequestOptions {
    const url = this.#url
    const { method, path = url.pathname + url.search, headers = {} } = this.#request
    const urlHost = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
    const urlPort = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
    const { host = urlHost, port = urlPort } = address ?? {}
    const framing = framingOf(this.#body)
    // Where the server is reached does not change who it is: name and certificate are those of the URL.
    const options = { method, path, host, port, ...(isIP(urlHost) === 0 ? { servername: urlHost } : {}) }
    if (isLines(headers)) {
      return { ...options, headers: [...headers, ...framing], setHost: false }
    }
    const sent: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(headers)) sent[name] = typeof value === 'string' ? value : [...value]
    if (!Object.keys(sent).some((name) => name.toLowerCase() === 'host')) sent['host'] = url.host
    const [name, value] = framing
    if (name !== undefined && value !== undefined) sent[name.toLowerCase()] = value
    return { ...options, headers: sent }
  }

  /**
   * A server may have closed a kept connection, and Node not have read that yet. What must not be sent twice is sent
   * once the event loop has looked.
   */
  #afterNextPoll(callback: () => void): void {
    this.#clock.soon(() => this.#clock.soon(callback))
  }

  #onUpgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    if (!this.#acceptsUpgrade || this.#state !== 'opening') {
      socket.destroy()
      this.fail(new HttpClientError('the server switched protocols', { reason: 'connection' }))
      return
    }
    this.#state = 'replying'
    this.#upgraded = socket
    this.#timer?.cancel()
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#end())
    if (head.length > 0) socket.unshift(head)
    const { rawHeaders, headers } = incoming
    this.#reply.resolve({ status: 101, rawHeaders, headers, connection: socket })
  }

  #onResponse(incoming: IncomingMessage): void {
    if (this.#state !== 'opening') {
      incoming.destroy()
      return
    }
    this.#state = 'replying'
    this.#incoming = incoming
    this.#timer?.cancel()
    incoming.once('close', () => this.#end())
    this.#reply.resolve(
      toIncomingReply(incoming, {
        clock: this.#clock,
        host: this.#url.host,
        fail: (error) => this.fail(error),
        failureOf: (error) =>
          this.#failure === undefined ? toHttpClientError(error, { reason: 'connection' }) : this.#failure.error,
        hasFailed: () => this.#failure !== undefined,
        closed: this.#closed.promise,
      }),
    )
  }

  #end(): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#timer?.cancel()
    this.#request.signal?.removeEventListener('abort', this.#onAbort)
    this.#sentBody?.stop()
    this.#closed.resolve()
    this.#onEnd(this)
  }
}

interface Attempt {
  /** The connection has carried an earlier request. */
  isReused: boolean
  /** The request has been handed to the connection. */
  isSent: boolean
}

/** The header line that says where a body ends: name and value, or nothing. */
function framingOf(body: Uint8Array | StreamedBody | undefined): readonly string[] {
  if (body === undefined) return []
  const { byteLength } = body
  // For GET and DELETE, Node sends a body without Transfer-Encoding unless the header is set.
  return byteLength === undefined ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(byteLength)]
}

function isReadOnly(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isClosedByPeer({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE'
}

function isLines(headers: NonNullable<OutgoingRequest['headers']>): headers is readonly string[] {
  return Array.isArray(headers)
}

interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {}
  let reject: Deferred<T>['reject'] = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
