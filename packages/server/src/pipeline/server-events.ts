import type { TypedEmitter } from '@pinnace/client'
import type { UserInfo } from '@pinnace/meta'
import type { RequestSummary } from './request-summary.ts'

/** A warning that was sent to a client. */
export interface WarningEvent {
  readonly text: string
  readonly method: string
  /** Path and query, as the client sent them. */
  readonly target: string
  /** The user the request acts as. */
  readonly user: UserInfo
}

/** A watch that has been opened. */
export interface WatchOpenedEvent {
  /** Path and query, as the client sent them. */
  readonly target: string
  readonly group: string
  readonly version: string
  readonly resource: string
  /** Empty for a cluster-scoped resource, and for a watch across namespaces. */
  readonly namespace: string
  readonly user: UserInfo
}

/** A watch that has ended, on either side. */
export interface WatchClosedEvent extends WatchOpenedEvent {
  readonly durationMs: number
}

/** A port that is being served. */
export interface ListeningEvent {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  readonly address: string
  readonly port: number
}

/** An error of a controller that runs in the process of its server. */
export interface ControllerErrorEvent {
  /** `garbage-collector`, `deployment` … */
  readonly controller: string
  readonly error: unknown
  /** The key of the failed object; undefined if the failure does not concern one object. */
  readonly key?: string
  /** True if the controller does not retry. */
  readonly isGivenUp: boolean
}

/** The events of a server. Listeners run synchronously, after the answer is known; errors they throw are logged. */
export interface ServerEvents {
  /** A request has been answered, or its stream has started. */
  request: [summary: RequestSummary]
  /** A client has been sent a warning. */
  warning: [warning: WarningEvent]
  watchOpened: [watch: WatchOpenedEvent]
  watchClosed: [watch: WatchClosedEvent]
  /** `listen` has started to serve a port. */
  listening: [port: ListeningEvent]
  /** `close` has finished: the server no longer serves requests. */
  closed: []
  /** A controller has failed; it retries unless it has given up. */
  controllerError: [failure: ControllerErrorEvent]
}

/** The emitter of a server's events. */
export type ServerEmitter = TypedEmitter<ServerEvents>
