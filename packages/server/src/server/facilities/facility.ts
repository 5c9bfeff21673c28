import type { Awaitable } from '@pinnace/meta'
import type { ServerOptions } from '../server-options.ts'
import type { ServerState } from './server-state.ts'

/** A part of a server with a lifetime: created, forked and disposed with it. */
export interface Facility {
  /** The members it adds to the server state. */
  readonly provides: Partial<ServerState>
  /** Runs once for a new server, when every facility has been created. */
  start?(): Promise<void>
  /** The facility of a fork; `server` is the state of the fork. Without it the fork shares what is provided. */
  fork?(server: ServerState): Facility
  /** The facility of a fork that has other options. Without it, one is created. */
  forkWith?(server: ServerState, options: ServerOptions): Facility
  /** True to keep the facility on `restore`. @default false */
  readonly staysOnRestore?: boolean
  /** Releases the resources of this server: on `close`, and on `restore`, which replaces them. */
  dispose?(): void
  /** Releases the resources shared with forks, on `close` only. */
  close?(): Awaitable<void>
}

/**
 * Creates a facility. `server` is the state under construction: the members of earlier facilities can be read
 * immediately, those of later ones only when the server runs.
 */
export type CreateFacility = (server: ServerState, options: ServerOptions) => Awaitable<Facility>
