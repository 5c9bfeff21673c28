import type { AdmissionStep } from '@pinnace/admission'
import type { Awaitable, ApiObject, HttpReply, HttpRequest, RequestInfo, UserInfo } from '@pinnace/meta'
import type { WatchSink } from '@pinnace/watch-cache'

/** A request as an interceptor sees it. */
export interface InterceptedRequest {
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  readonly info: RequestInfo
  /** The user that the request acts as. */
  readonly user: UserInfo
  readonly userAgent: string | undefined
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal | undefined
  /** Passes the JSON of the body when it has been read; not called for a request without a body. */
  keepBody(keep: (bytes: Uint8Array) => void): void
}

/** How an answer goes over the connection. In process, only `reset` has a meaning. */
export type Delivery =
  /** The connection is closed without an answer. */
  | { readonly type: 'reset' }
  /** A stream: so many chunks, half of the next one, and the connection is closed. */
  | { readonly type: 'cut'; readonly afterChunks: number }
  /** The body is sent at this rate. */
  | { readonly type: 'slow'; readonly bytesPerSecond: number }

/** What an interceptor does with one request. */
export interface Intervention {
  /** Runs before the request is executed. What it throws is the answer. */
  before?(): Awaitable<void>
  /** Runs when the request has been executed, before its answer is sent. What it throws is the answer. */
  after?(): Awaitable<void>
  /** The receiver of a watch's events, around that of the client. */
  wrapSink?(sink: WatchSink<ApiObject>): WatchSink<ApiObject>
  /** Called after each admission plugin that the request goes through. */
  readonly admitted?: ((step: AdmissionStep) => void) | undefined
  readonly delivery?: Delivery | undefined
  /** The fork of the server that answers the request instead: for reads that lag behind. */
  readonly servedBy?: object | undefined
  /** The answer is known; for a stream, it has started. Undefined: the connection was closed without an answer. */
  answered?(status: number | undefined): void
}

/** Observes and disturbs requests, for tests: see {@link ConnectionReset} too. */
export interface RequestInterceptor {
  /** Called for each request whose user is known, before it is authorized. Undefined leaves the request alone. */
  intercept(request: InterceptedRequest): Intervention | undefined
  /** Answers a non-resource path over HTTP, which has been authorized; undefined leaves it to the server. */
  answerPath?(request: HttpRequest, info: RequestInfo): Awaitable<HttpReply | undefined>
}

/** Thrown by an {@link Intervention}: the client gets no answer, the connection is closed. */
export class ConnectionReset extends Error {
  override readonly name = 'ConnectionReset'
  /** As the error of a socket has it. */
  readonly code = 'ECONNRESET'

  constructor(message = 'the connection was closed without an answer') {
    super(message)
  }
}
