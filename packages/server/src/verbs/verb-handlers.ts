import type { ApiObject, Awaitable, RequestInfo, Verb } from '@pinnace/meta'
import type { WatchSink } from '@pinnace/watch-cache'
import type { RequestScope, ScopeTrace } from '../request/request-scope.ts'
import type { ResourceStorage } from '../storage/resource-storage.ts'
import type { PreparedWatch } from '../storage/watch.ts'
import type { Exchange } from './exchange.ts'
import type { VerbContext } from './verb-context.ts'

/** An authorized request for a resource, with what its URL says. */
export interface VerbRequest extends RequestScope {
  readonly info: RequestInfo
  readonly trace?: VerbTrace | undefined
  /** Undefined unless an interceptor is at work. */
  readonly intervention: { wrapSink?(sink: WatchSink<ApiObject>): WatchSink<ApiObject> } | undefined
}

/** The record of a request for the inspector. */
export interface VerbTrace extends ScopeTrace {
  /** The watch of the request, with its events counted. */
  watching(watch: PreparedWatch, storage: Pick<ResourceStorage, 'cache'>): PreparedWatch
}

/** Serves one verb: reads options and body, does the work, writes the answer. */
export type VerbHandler = <A>(server: VerbContext, request: VerbRequest, exchange: Exchange<A>) => Awaitable<A>

/** Which handler serves which verb. */
export type VerbHandlers = Partial<Readonly<Record<Verb | '', VerbHandler>>>
