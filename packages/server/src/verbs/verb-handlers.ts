import type { ApiObject, Awaitable, RequestInfo, Verb } from '@pinnace/meta'
import type { WatchSink } from '@pinnace/watch-cache'
import type { RequestScope } from '../request/request-scope.ts'
import type { Exchange } from './exchange.ts'
import type { VerbContext } from './verb-context.ts'

/** An authorized request for a resource, with what its URL says. */
export interface VerbRequest extends RequestScope {
  readonly info: RequestInfo
  /** Undefined unless an interceptor is at work. */
  readonly intervention: { wrapSink?(sink: WatchSink<ApiObject>): WatchSink<ApiObject> } | undefined
}

/** Serves one verb: reads options and body, does the work, writes the answer. */
export type VerbHandler = <A>(server: VerbContext, request: VerbRequest, exchange: Exchange<A>) => Awaitable<A>

/** Which handler serves which verb. */
export type VerbHandlers = Partial<Readonly<Record<Verb, VerbHandler>>>
