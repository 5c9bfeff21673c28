import type { AdmissionStep, CalledWebhook } from '@pinnace/admission'
import type {
  ApiObject,
  Awaitable,
  HttpReply,
  HttpRequest,
  PeerCertificate,
  RequestInfo,
  UserInfo,
} from '@pinnace/meta'
import type { WatchSink } from '@pinnace/watch-cache'

/** A request as an interceptor sees it. */
export interface InterceptedRequest {
  readonly transport: 'http' | 'in-process'
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** One object for each request. */
  readonly info: RequestInfo
  /** The user that the request acts as. */
  readonly user: UserInfo
  readonly userAgent: string | undefined
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal | undefined
  /** Passes the JSON of the body when it has been read; not called for a request without a body. */
  keepBody(keep: (bytes: Uint8Array) => void): void
}

/** A request over HTTP with a client certificate, before it is authenticated. */
export interface CertifiedRequest extends Pick<
  InterceptedRequest,
  'info' | 'method' | 'signal' | 'target' | 'userAgent'
> {
  readonly peerCertificate: PeerCertificate
}

/** An authenticator that has rejected the credentials of a request. */
export interface CredentialRejection {
  /** For example `client certificate`, `bearer token`, or `host`. */
  readonly authenticator: string
  readonly error: unknown
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
  /** Awaited before an admission webhook is connected to, within the timeout of its call. */
  readonly beforeWebhook?: ((webhook: CalledWebhook) => Awaitable<void>) | undefined
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
  /** Whether the client certificate of a request has expired, whatever it says. Called before authentication. */
  expiresCertificate?(request: CertifiedRequest): boolean
  /**
   * Called for a request that authentication or impersonation has refused, which is not intercepted. Its user has an
   * empty name if none was found; the refusals are those of authenticators.
   */
  refused?(
    request: InterceptedRequest,
    rejections: readonly CredentialRejection[],
  ): Pick<Intervention, 'answered'> | undefined
  /** Whether a new connection is shown an expired serving certificate; called for ports with the server's own one. */
  servesExpiredCertificate?(): boolean
  /** Answers a non-resource path over HTTP, which has been authorized; undefined leaves it to the server. */
  answerPath?(request: HttpRequest, info: RequestInfo): Awaitable<HttpReply | undefined>
}

/** An interceptor that is in place. Disposing of it removes it. */
export interface PlacedInterceptor extends Disposable {
  /** Ends the connections of the server's ports as soon as their requests are answered, so that clients connect again. */
  endConnections(): void
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
