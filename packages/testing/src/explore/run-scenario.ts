import type { Clock, Random } from '@pinnace/meta'
import { startTestServer, type TestServer, type TestServerOptions } from '../create-test-server.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { Choices } from './choices.ts'
import { scheduleRequests, type ExploredFault } from './schedule-requests.ts'
import { Scheduler } from './scheduler.ts'

/** What a scenario may use beside the server, so that its runs can be repeated. */
export interface ScenarioContext {
  /** The clock of the server, which moves when nothing else happens. */
  readonly clock: Clock
  /** Randomness of the seed. */
  readonly random: Random
  /** Waits, by that clock. */
  sleep(ms: number): Promise<void>
}

/** Options of one run of a scenario. */
export interface ScenarioOptions {
  /** The server of each run. */
  readonly server?: Omit<TestServerOptions, 'clock' | 'random'>
  /** Faults that may happen, beside other orders. @default none */
  readonly faults?: readonly ExploredFault[]
  /** The probability of a fault, for each request that one of them matches. @default 0.05 */
  readonly faultProbability?: number
  /** The wall time at the start of each run. @default '2030-01-01T00:00:00Z' */
  readonly start?: string
  /** The most choices of a run. @default 20000 */
  readonly maxSteps?: number
  /** The most time of the clock of a run, milliseconds. @default 3600000 */
  readonly maxMs?: number
  /** How long an answer or an event is held back at most while timers run, milliseconds of the clock. @default 1000 */
  readonly maxDelayMs?: number
}

/** Runs a scenario once, on a server of its own, with the choices. Throws what the scenario throws. */
export async function runScenario<T>(
  scenario: (server: TestServer, context: ScenarioContext) => Promise<T>,
  options: ScenarioOptions & { readonly seed: number },
  choices: Choices,
): Promise<T> {
  const { seed, start = '2030-01-01T00:00:00Z', maxSteps = 20_000, maxMs = 3_600_000, maxDelayMs = 1000 } = options
  const scheduler = new Scheduler({ choices, startMs: Date.parse(start), maxSteps, maxMs, maxDelayMs })
  const { clock } = scheduler
  // Its own source: the choices of a schedule use none, and the names in the server stay the same.
  const random = createSeededRandom(seed ^ 0x5bd1e995)
  const { faults = [], faultProbability = 0.05 } = options
  const gates: Disposable[] = []
  const server = await scheduler.run(
    startTestServer({ ...options.server, clock, random }, (gated) => {
      const gate = scheduleRequests({ server: gated, scheduler, choices, faults, faultProbability })
      gates.push(gate)
      return gate
    }),
  )
  const sleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve))
  try {
    return await scheduler.run(scenario(server, { clock, random, sleep }))
  } finally {
    scheduler.end()
    for (const gate of gates) gate[Symbol.dispose]()
    await scheduler.run(server.close())
  }
}
