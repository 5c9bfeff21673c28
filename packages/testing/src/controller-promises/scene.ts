import type { Client } from '@pinnace/client'
import type { Awaitable, Clock, Random } from '@pinnace/meta'
import type { ScenarioOptions } from '../explore/run-scenario.ts'

/** A controller, and what its promises are tried on. */
export interface ControllerScene {
  /** Starts the controller on a server, often several times on the same one, one after the other. */
  readonly start: (start: ControllerStart) => Awaitable<StartedController>
  /** What happens while it runs, one after the other. At least one change that it acts on. */
  readonly changes: readonly ((client: Client) => Promise<unknown>)[]
  /** What must be the same in the end, whatever happens on the way: names and specs, not versions and times. */
  readonly outcome: (client: Client) => Promise<unknown>
  /** The outcome. @default that of a run without disturbance; it is only compared with those of the other runs */
  readonly expected?: unknown
  /** The server of each run. @default the one of `createTestServer` */
  readonly server?: ScenarioOptions['server']
  readonly limits?: ControllerLimits
}

/** What a controller works with. */
export interface ControllerStart {
  /** Its client; all others are those of the test. */
  readonly client: Client
  /** The clock of the server: a controller with timers of its own cannot be tested in another order. */
  readonly clock: Clock
  readonly random: Random
}

/** A controller that runs. */
export interface StartedController {
  /** Ends it; it may still finish what it does. */
  stop(): Awaitable<void>
}

/** What a controller does by its nature. */
export interface ControllerLimits {
  /** After how many milliseconds of the clock without a write it is done. @default 60000 */
  readonly quietMs?: number
  /** How many orders of events, requests and timers are tried. @default 20 */
  readonly orders?: number
  /** At how many of its writes it is stopped and started again at most. @default 50 */
  readonly restarts?: number
}
