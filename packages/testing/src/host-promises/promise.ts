import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { HostClient } from './host-client.ts'
import type { RunningHost } from './running-host.ts'

/** How a host is to be started. */
export interface StartHostOptions {
  /** Mount the handler under this path. */
  readonly prefix?: string
  /** Put something in front that reads request bodies. */
  readonly eatsBodies?: boolean
}

/** Starts a host on a free loopback port. */
export type StartHost = (
  handle: (request: HttpRequest) => Promise<HttpReply>,
  options: StartHostOptions,
) => Promise<RunningHost>

/** What a kind of host cannot do, by its nature. Each excuses it from promises, and is to be documented by the adapter. */
export interface HostLimits {
  /** Repeated header lines arrive joined, as web Headers does. */
  readonly joinsHeaders?: true
  /** The target has been through a URL parser. */
  readonly normalisesTargets?: true
  /** Nothing can stand in front of it and eat bodies. */
  readonly hasNoBodyParsers?: true
}

/** Starts the host with a handler and gives a client of it; both are closed after the promise. */
export type Serve = (
  handle: (request: HttpRequest) => Promise<HttpReply>,
  options?: StartHostOptions,
) => Promise<HostClient>

/** One thing every host promises. */
export interface HostPromise {
  readonly name: string
  /** Limits that excuse from it. */
  readonly unless?: keyof HostLimits
  run(serve: Serve): Promise<void>
}
