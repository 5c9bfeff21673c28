import type { Awaitable } from '@pinnace/meta'
import type { ServerOptions } from '../server-options.ts'
import type { ServerState } from './server-state.ts'

/** A part of a server with a lifetime: created, forked and disposed with it. */
export interface Facility {
  /** What it adds to the state of the server. */
  readonly provides: Partial<ServerState>
  /** Runs once for a new server, when every facility has been created. */
  start?(): Promise<void>
  /** The facility of a fork; `server` is the state of the fork. Without it the fork shares what is provided. */
  fork?(server: ServerState): Facility
  /** `restore` keeps the facility as it is: it belongs to those who hold the server. @default false */
  readonly staysOnRestore?: boolean
  /** Releases what belongs to this server: on `close`, and on `restore`, which puts the state of a fork in its place. */
  dispose?(): void
  /** Releases what forks share with it, on `close` only. */
  close?(): Awaitable<void>
}

/**
 * Creates a facility. `server` is the state under construction: what earlier facilities provide can be read at once,
 * what later ones provide only when the server runs.
 */
export type CreateFacility = (server: ServerState, options: ServerOptions) => Awaitable<Facility>
