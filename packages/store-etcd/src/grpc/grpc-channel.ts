import { isIP, connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock, Timer } from '@pinnace/meta'
import { maxFrameBytes } from './frames.ts'
import { GrpcError, grpcStatus, unavailable } from './grpc-error.ts'
import type { GrpcStream, StreamHandlers } from './grpc-stream.ts'
import { encodeHeaders } from './hpack.ts'
import { Http2Connection } from './http2-connection.ts'

/** Options of {@link GrpcChannel}. */
export interface GrpcChannelOptions {
  readonly host: string
  readonly port: number
  /** Certificates and keys in PEM; undefined for a connection without TLS. */
  readonly tls:
    | { readonly ca?: string | Buffer; readonly cert?: string | Buffer; readonly key?: string | Buffer }
    | undefined
  readonly clock: Clock
}

/** Names and values that are sent with a call. */
export type Metadata = readonly (readonly [name: string, value: string])[]

/** A call to be made. */
export interface GrpcCall {
  readonly path: string
  /** The same array for calls with the same metadata: what was encoded of it is kept. */
  readonly metadata: Metadata
  /** The time until it is canceled; undefined for none. */
  readonly timeoutMs: number | undefined
}

const connectTimeoutMs = 3_000
// etcd closes connections that ask more often than every 5 seconds.
const keepAliveMs = 6_000
const keepAliveTimeoutMs = 3_000
/** Encoded headers that are kept: one for each path and timeout. */
const maxEncoded = 256

/** A call that waits for a connection. */
interface Waiting {
  readonly onConnected: (connection: Http2Connection) => void
  readonly onFailed: (error: GrpcError) => void
}

/** A connection that is being opened. */
interface Attempt {
  readonly fail: (cause: Error) => void
}

/**
 * Calls of gRPC to one server. Its connection is opened by the first call, and again by the next one after it has ended. A
 * call that finds no connection fails in time and was not sent; whether to repeat it is up to the caller.
 */
export class GrpcChannel {
  readonly #options: GrpcChannelOptions
  readonly #authority: string
  readonly #waiting = new Set<Waiting>()
  readonly #connections = new Set<Http2Connection>()
  readonly #encoded = new WeakMap<Metadata, Map<string, Buffer>>()
  #current: Http2Connection | undefined
  #attempt: Attempt | undefined
  #isClosed = false

  constructor(options: GrpcChannelOptions) {
    this.#options = options
    const { host, port } = options
    this.#authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  }

  /** Sends a message, and resolves with the answer. Rejects with a {@link GrpcError}. */
  unary(call: GrpcCall, message: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let answer: Buffer | undefined
      const stream = this.open(call, {
        onMessage: (received) => (answer = received),
        onEnd: (error) => {
          if (error !== undefined) reject(error)
          else if (answer === undefined) reject(new GrpcError(grpcStatus.internal, 'the answer is empty'))
          else resolve(answer)
        },
      })
      stream.write(message, true)
    })
  }

  /** Opens a call of messages in both directions. */
  open(call: GrpcCall, handlers: StreamHandlers): ChannelCall {
    const opened = new ChannelCall(handlers, this.#options.clock, call.timeoutMs)
    if (this.#current?.isOpen) {
      opened.attach(this.#current, this.#headersOf(call))
      return opened
    }
    const waiting: Waiting = {
      onConnected: (connection) => opened.attach(connection, this.#headersOf(call)),
      onFailed: (error) => opened.fail(error),
    }
    opened.onEarlyEnd = () => this.#waiting.delete(waiting)
    this.#waiting.add(waiting)
    this.#connect()
    return opened
  }

  /** Ends all calls. */
  close(): void {
    this.#isClosed = true
    const error = closed()
    this.#failWaiting(error)
    this.#attempt?.fail(error)
    for (const connection of this.#connections) connection.destroy(error)
  }

  #connect(): void {
    // Not at once: the caller does not have its call yet.
    if (this.#isClosed) return queueMicrotask(() => this.#failWaiting(closed()))
    if (this.#attempt !== undefined) return
    const { clock } = this.#options
    const socket = this.#openSocket()
    const attempt: Attempt = {
      fail: (cause) => {
        if (this.#attempt !== attempt) return
        this.#attempt = undefined
        timer.cancel()
        socket.destroy()
        this.#failWaiting(unavailable(`no connection: ${cause.message}`, { isSent: false, cause }))
      },
    }
    this.#attempt = attempt
    const timer = clock.after(connectTimeoutMs, () => attempt.fail(new Error('no answer in time')), { keepAlive: true })
    socket.on('error', attempt.fail)
    socket.once(this.#options.tls === undefined ? 'connect' : 'secureConnect', () => {
      const connection: Http2Connection = new Http2Connection({
        socket,
        clock,
        keepAliveMs,
        keepAliveTimeoutMs,
        onReady: () => {
          timer.cancel()
          this.#attempt = undefined
          this.#current = connection
          this.#connections.add(connection)
          const waiting = [...this.#waiting]
          this.#waiting.clear()
          for (const { onConnected } of waiting) onConnected(connection)
        },
        onDraining: () => this.#leave(connection),
        onClosed: (error) => {
          this.#leave(connection)
          this.#connections.delete(connection)
          attempt.fail(error)
        },
      })
    })
  }

  #openSocket(): Socket {
    const { host, port, tls } = this.#options
    if (tls === undefined) return connectPlain({ host, port })
    const { ca, cert, key } = tls
    // Only names can be asked for; certificates are checked against addresses, too.
    const servername = isIP(host) === 0 ? { servername: host } : {}
    return connectTls({ host, port, ca, cert, key, ...servername, ALPNProtocols: ['h2'] })
  }

  #leave(connection: Http2Connection): void {
    if (this.#current === connection) this.#current = undefined
  }

  #failWaiting(error: GrpcError): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const { onFailed } of waiting) onFailed(error)
  }

  #headersOf({ path, metadata, timeoutMs }: GrpcCall): Buffer {
    let encoded = this.#encoded.get(metadata)
    if (encoded === undefined || encoded.size > maxEncoded) this.#encoded.set(metadata, (encoded = new Map()))
    const timeout = timeoutMs === undefined ? undefined : formatTimeout(timeoutMs)
    const key = `${path} ${timeout}`
    const known = encoded.get(key)
    if (known !== undefined) return known
    const headers = encodeHeaders([
      [':method', 'POST'],
      [':scheme', this.#options.tls === undefined ? 'http' : 'https'],
      [':path', path],
      [':authority', this.#authority],
      ['te', 'trailers'],
      ['content-type', 'application/grpc'],
      ...(timeout === undefined ? [] : [['grpc-timeout', timeout] as const]),
      ...metadata,
    ])
    if (headers.length > maxFrameBytes) throw new TypeError('the metadata are too long')
    encoded.set(key, headers)
    return headers
  }
}

function closed(): GrpcError {
  return new GrpcError(grpcStatus.cancelled, 'the channel is closed')
}

/** Rounded up, so that few values differ; this side cancels the call in time anyway. */
function formatTimeout(timeoutMs: number): string {
  return timeoutMs < 1000 ? `${100 * Math.ceil(timeoutMs / 100)}m` : `${Math.ceil(timeoutMs / 1000)}S`
}

/** A call, from the time when it waits for a connection. */
export class ChannelCall {
  readonly #handlers: StreamHandlers
  readonly #timer: Timer | undefined
  #stream: GrpcStream | undefined
  /** Messages that were written before there was a connection. */
  #messages: { readonly message: Uint8Array; readonly isLast: boolean }[] = []
  #isEnded = false
  /** Called if the call ends before it has a connection. */
  onEarlyEnd: () => void = () => undefined

  constructor(handlers: StreamHandlers, clock: Clock, timeoutMs: number | undefined) {
    this.#handlers = handlers
    if (timeoutMs !== undefined)
      this.#timer = clock.after(timeoutMs, () => this.#expire(timeoutMs), { keepAlive: true })
  }

  write(message: Uint8Array, isLast = false): void {
    if (this.#stream === undefined) this.#messages.push({ message, isLast })
    else this.#stream.write(message, isLast)
  }

  cancel(): void {
    if (this.#stream !== undefined) this.#stream.cancel()
    else this.fail(new GrpcError(grpcStatus.cancelled, 'the call was canceled', { isSent: false }))
  }

  attach(connection: Http2Connection, headers: Buffer): void {
    if (this.#isEnded) return
    this.#stream = connection.open(headers, {
      onMessage: this.#handlers.onMessage,
      onEnd: (error) => this.#end(error),
    })
    for (const { message, isLast } of this.#messages) this.#stream.write(message, isLast)
    this.#messages = []
  }

  fail(error: GrpcError): void {
    this.onEarlyEnd()
    this.#end(error)
  }

  #expire(timeoutMs: number): void {
    const isSent = this.#stream?.hasSentHeaders ?? false
    const error = new GrpcError(grpcStatus.deadlineExceeded, `no answer within ${Math.round(timeoutMs)} ms`, { isSent })
    this.fail(error)
    this.#stream?.cancel()
  }

  #end(error: GrpcError | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#timer?.cancel()
    this.#handlers.onEnd(error)
  }
}
