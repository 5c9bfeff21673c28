import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { HostClient } from './host-client.ts'
import type { RunningHost } from './running-host.ts'

/** Options for starting a host under test. */
export interface StartHostOptions {
  /** The path to mount the handler at. */
  readonly prefix?: string
  /** Puts middleware in front that consumes request bodies. */
  readonly consumesBodies?: boolean
}

/** Starts a host on a free loopback port. */
export type StartHost = (
  handle: (request: HttpRequest) => Promise<HttpReply>,
  options: StartHostOptions,
) => Promise<RunningHost>

/** Inherent limits of a kind of host. Each excludes some promises, and the adapter must document it. */
export interface HostLimits {
  /** Repeated header lines arrive joined, as in the web Headers class. */
  readonly joinsHeaders?: true
  /** A URL parser has normalized the target. */
  readonly normalizesTargets?: true
  /** No middleware can run in front of it and consume bodies. */
  readonly hasNoBodyParsers?: true
}

/** Starts the host with a handler and returns a client; both are closed after the promise. */
export type Serve = (
  handle: (request: HttpRequest) => Promise<HttpReply>,
  options?: StartHostOptions,
) => Promise<HostClient>

/** One behavior every host guarantees. `run` rejects when it breaks the promise. */
export interface HostPromise {
  readonly name: string
  /** The limit that excludes it. */
  readonly unless?: keyof HostLimits
  run(serve: Serve): Promise<void>
}
