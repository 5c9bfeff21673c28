import type { AuditObject, AuditOutcome } from '@pinnace/audit'
import type { Authenticator } from '@pinnace/authn'
import type { Awaitable, PeerCertificate, RequestInfo, StatusError, UserInfo } from '@pinnace/meta'
import type { RemoteApiService } from '@pinnace/aggregation'
import type { Exchange } from '../verbs/exchange.ts'
import type { ConnectionReset, Delivery } from './interceptor.ts'
import type { Authorized } from './stages.ts'

/** Headers that name the flow schema and the priority level of a request. */
export type FlowHeaders = Readonly<Record<string, string>>

/** A request of a transport. `A` is the form in which the transport sends its answer. */
export interface IncomingRequest<A> extends Exchange<A> {
  readonly transport: 'http' | 'in-process'
  /** The HTTP method in upper case; for an in-process call, the equivalent one. */
  readonly method: string
  /** Path and query, encoded: the request URI. */
  readonly target: string
  /** Identifies the request in the audit log: the client's own ID if it sent a valid one. */
  readonly auditId: string
  /** Header lines `[name, value, …]` in the order they were received; empty in process. */
  readonly rawHeaders: readonly string[]
  readonly userAgent: string | undefined
  /** The media type of the body, as the client sent it; in process only for patches. */
  readonly contentType: string | undefined
  readonly remoteAddress: string | undefined
  /** The certificate that the client has presented. */
  readonly peerCertificate: PeerCertificate | undefined
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal | undefined
  /** True for a server-side apply, by the media type of the body. */
  readonly isApply: boolean
  /** Texts for Warning headers, in the order they were added. */
  readonly warnings: string[]
  /** Audit annotations about the credentials; undefined for most. */
  readonly annotations?: Readonly<Record<string, string>> | undefined
  /** Sent with every answer; undefined without priority and fairness. */
  flow: FlowHeaders | undefined
  /** Parses verb, resource, name and query, once. Throws 400 for a target that cannot be parsed. */
  readInfo(): RequestInfo
  /** The user of the request; undefined without credentials. A client certificate can count as expired. */
  identify(authenticate: Authenticator, isCertificateExpired: boolean): Awaitable<UserInfo | undefined>
  /** Answers a non-resource path: health, discovery, OpenAPI. */
  answerPath(authorized: Authorized): Awaitable<A>
  /** Proxies a resource request to the server that an APIService names. */
  forward(authorized: Authorized, apiService: RemoteApiService): Awaitable<A>
  /** Forwards a resource request to a peer that serves it; undefined if there is none, or a peer has forwarded it. */
  forwardToPeer(authorized: Authorized): Awaitable<A> | undefined
  /** Passes the body to a receiver once it has been read; there may be several. */
  keepBody(keep: (body: AuditObject) => void): void
  /** The answer of a connection that is closed. */
  reset(error: ConnectionReset): A
  /** The answer with a delivery that an interceptor asks for. */
  deliver(answer: A, delivery: Delivery): A
  /** The answer for a failure. */
  fail(error: StatusError): Awaitable<A>
  /** Completes an answer and reports it to the observer, when it is known and when it has been sent. */
  complete(answer: A, observer: AnswerObserver): Awaitable<A>
}

/** Observes how a request is answered: {@link answered} and {@link sent}, or {@link started}. */
export interface AnswerObserver {
  /** The answer is known. Resolves when it may be sent. */
  answered(outcome: AuditOutcome): Awaitable<void>
  /** The answer has been handed to the transport. `bytes` is the size of its body, undefined in process. */
  sent(code: number, bytes: number | undefined): void
  /** The answer is a stream, which has started. Resolves when it may be sent, with what observes it from then on. */
  started(code: number): Awaitable<StreamObserver>
}

/** Observes a stream, and keeps nothing else of its request. */
export interface StreamObserver {
  /** The stream has ended. */
  ended(): void
}
