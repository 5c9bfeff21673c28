import type { AuditObject, AuditOutcome } from '@pinnace/audit'
import type { Authenticator } from '@pinnace/authn'
import type { Awaitable, RequestInfo, StatusError, UserInfo } from '@pinnace/meta'
import type { RemoteApiService } from '@pinnace/aggregation'
import type { Exchange } from '../verbs/exchange.ts'
import type { Authorized } from './stages.ts'

/** A request as the pipeline takes it from a transport, and the transport's side of its answer, of type `A`. */
export interface IncomingRequest<A> extends Exchange<A> {
  readonly transport: 'http' | 'in-process'
  /** The HTTP method in upper case, or the one the call stands for. */
  readonly method: string
  /** Path and query, encoded: the request URI. */
  readonly target: string
  /** Identifies the request in the audit log; the client's own where it sent a valid one. */
  readonly auditId: string
  /** Header lines `[name, value, …]` in the order they came; empty in process. */
  readonly rawHeaders: readonly string[]
  readonly userAgent: string | undefined
  readonly remoteAddress: string | undefined
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal | undefined
  /** True for a server-side apply, by the media type of the body. */
  readonly isApply: boolean
  /** Texts for Warning headers, in the order they came up. */
  readonly warnings: string[]
  /** Reads verb, resource, name and query, once. Throws the 400 of a target that cannot be read. */
  readInfo(): RequestInfo
  /** The user who sends the request; undefined where nobody is named. */
  identify(authenticate: Authenticator): Awaitable<UserInfo | undefined>
  /** Answers a path that is no resource: health, discovery, OpenAPI. */
  answerPath(authorized: Authorized): Awaitable<A>
  /** Passes a request for a resource on to the server that an APIService names. */
  forward(authorized: Authorized, apiService: RemoteApiService): Awaitable<A>
  /** Keeps the body for the audit log once it has been read. */
  keepBody(keep: (body: AuditObject) => void): void
  /** The answer for a failure. */
  fail(error: StatusError): A
  /** Finishes an answer, and reports it to the observer: when it is known, and when it has been sent. */
  complete(answer: A, observer: AnswerObserver): Awaitable<A>
}

/** Hears how a request is answered: either {@link answered} and {@link sent}, or {@link started} and {@link ended}. */
export interface AnswerObserver {
  /** The answer is known. */
  answered(outcome: AuditOutcome): void
  /** The answer is on its way; `bytes` of its body, undefined in process. */
  sent(code: number, bytes: number | undefined): void
  /** The answer is a stream that has begun. */
  started(code: number): void
  /** The stream is over. */
  ended(code: number): void
}
