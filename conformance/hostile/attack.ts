import type { Awaitable } from '@pinnace/meta'
import type { Judge } from './run/judge.ts'
import type { Target } from './run/target.ts'

/** The most that an attack in its full size may cost the server. */
export interface AttackLimits {
  /** CPU time of the process during the attack, milliseconds. */
  readonly cpuMs?: number
  /** Most resident memory during the attack, MiB. */
  readonly residentMiB?: number
  /** Resident memory that the attack adds to what the server had before, MiB. */
  readonly addedMiB?: number
  /** Most CPU time that the main thread took while a `GET /livez` of another client waited, milliseconds. */
  readonly stopMs?: number
}

/** How the server of an attack is started. */
export interface AttackServer {
  /** Flags beside those of conformance/differential/sides/pinnace.ts. */
  readonly flags?: readonly string[]
  /** Options of node. */
  readonly nodeFlags?: readonly string[]
  /** The most file descriptors. */
  readonly descriptors?: number
}

/** An attack: the export `attack` of a file of `attacks/`, which has the same name. */
export interface Attack {
  /** What is sent, for the table: `100 lists of 20 MB that are not read, over HTTP/1.1`. */
  readonly title: string
  readonly limits: AttackLimits
  /** True for an attack that waits for time limits of the server: it has no short form. @default false */
  readonly isFullOnly?: boolean
  /** Starts what the server is configured with, such as webhooks. `folder` is removed after the attack. */
  readonly server?: (folder: string) => Awaitable<AttackServer>
  /** Creates the objects that are attacked. Not measured. */
  readonly prepare?: (target: Target) => Promise<void>
  /** Attacks, and judges the answers. */
  readonly run: (target: Target, judge: Judge) => Promise<void>
}
