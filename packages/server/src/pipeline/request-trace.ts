import type { RequestInfo, StatusError, UserInfo } from '@pinnace/meta'
import type { Decision } from '@pinnace/authz'
import type { VerbTrace } from '../verbs/verb-handlers.ts'
import type { IncomingRequest } from './incoming-request.ts'

/** Begins the traces of requests. */
export interface RequestTracing {
  /** Undefined for a request that is not traced. */
  begin(incoming: IncomingRequest<unknown>, info: RequestInfo): RequestTrace | undefined
}

/** Records what one request goes through, stage by stage. Its methods never throw. */
export interface RequestTrace extends VerbTrace {
  authenticated(user: UserInfo): void
  impersonated(user: UserInfo, impersonator: UserInfo | undefined): void
  decided(decision: Decision): void
  failed(error: StatusError): void
  /** `status` is undefined if no answer was sent. */
  answered(status: number | undefined, warnings: readonly string[], state: 'streaming' | 'ended'): void
  /** The stream of the request has ended. */
  ended(): void
}
