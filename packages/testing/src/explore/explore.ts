import { createSeededRandom } from '../seeded-random.ts'
import {
  formatSchedule,
  parseSchedule,
  randomChoices,
  scheduledChoices,
  type Choices,
  type Deviation,
} from './choices.ts'
import { minimizeSchedule } from './minimize-schedule.ts'
import { runScenario, type ScenarioContext, type ScenarioOptions } from './run-scenario.ts'
import type { TestServer } from '../create-test-server.ts'

export type { ScenarioContext, ScenarioOptions } from './run-scenario.ts'

/** A scenario of controllers and clients: it fails by throwing. Called anew for every run. */
export type Scenario = (server: TestServer, context: ScenarioContext) => Promise<void>

/** Options for {@link explore}. */
export interface ExploreOptions extends ScenarioOptions {
  /** @default 100 */
  readonly runs?: number
  /** The seed of the first run; the next one has the next integer. @default 1 */
  readonly seed?: number
  /** The most runs that look for a smaller schedule after a failure. @default 200 */
  readonly minimizeRuns?: number
}

/** Options for {@link replay}. */
export interface ReplayOptions extends ScenarioOptions {
  readonly seed: number
  /** The schedule that a failure has printed: only what it names differs from the order of arrival. @default that of the seed */
  readonly schedule?: string
}

/** What a run has done. */
export interface RunReport {
  readonly seed: number
  /** What happened, in order. */
  readonly steps: readonly string[]
  /** What did not happen in the order of arrival. */
  readonly deviations: readonly Deviation[]
}

/** What an exploration has done: no run has failed. */
export interface ExplorationReport {
  readonly runs: number
  readonly steps: number
}

/** A run of a scenario has failed. The cause is what it has thrown with the smallest schedule. */
export class ExplorationError extends Error {
  override readonly name = 'ExplorationError'
  readonly seed: number
  /** The smallest schedule that was found, for {@link ReplayOptions.schedule}. */
  readonly schedule: string
  readonly deviations: readonly Deviation[]

  constructor(seed: number, deviations: readonly Deviation[], cause: unknown) {
    const schedule = formatSchedule(deviations)
    const reason = cause instanceof Error ? cause.message : String(cause)
    const order =
      deviations.length === 0
        ? ['it fails in the order of arrival, without faults']
        : [
            `${deviations.length} of its steps differ from the order of arrival:`,
            ...deviations.map(({ step, description }) => `  step ${step}: ${description}`),
          ]
    super(
      [
        `the run with the seed ${seed} has failed: ${reason}`,
        ...order,
        `repeat it with replay(scenario, { seed: ${seed} }), or this schedule with replay(scenario, { seed: ${seed}, schedule: '${schedule}' })`,
      ].join('\n'),
      { cause },
    )
    this.seed = seed
    this.schedule = schedule
    this.deviations = deviations
  }
}

/**
 * Runs a scenario many times, each time in another order: what happens next, the start or the answer of a request, the
 * delivery of an event, a timer or a fault of the list, is chosen by the seed. Throws an {@link ExplorationError} for the
 * first run that fails, with its seed and the smallest schedule with which it fails.
 *
 * @example
 * await explore(async (server) => {
 *   const maps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
 *   await Promise.all([increment(maps), increment(maps)])
 *   assert.equal((await maps.get('counter')).data?.['count'], '2')
 * }, { runs: 200, seed: 7 })
 */
export async function explore(scenario: Scenario, options: ExploreOptions = {}): Promise<ExplorationReport> {
  const { runs = 100, seed: first = 1, minimizeRuns = 200 } = options
  let steps = 0
  for (let run = 0; run < runs; run++) {
    const seed = first + run
    const choices = randomChoices(createSeededRandom(seed))
    const outcome = await attempt(scenario, { ...options, seed }, choices)
    steps += choices.steps
    if (!outcome.failed) continue
    let cause = outcome.error
    const least = await minimizeSchedule(
      choices.deviations,
      async (schedule) => {
        const smaller = scheduledChoices(schedule)
        const tried = await attempt(scenario, { ...options, seed }, smaller)
        if (!tried.failed) return undefined
        cause = tried.error
        return smaller.deviations
      },
      minimizeRuns,
    )
    throw new ExplorationError(seed, least, cause)
  }
  return { runs, steps }
}

/**
 * Runs a scenario once, exactly as {@link explore} did with this seed, or with the schedule that it has printed. Throws
 * what the scenario throws.
 */
export async function replay(scenario: Scenario, options: ReplayOptions): Promise<RunReport> {
  const { seed, schedule } = options
  const choices =
    schedule === undefined ? randomChoices(createSeededRandom(seed)) : scheduledChoices(parseSchedule(schedule))
  const outcome = await attempt(scenario, options, choices)
  if (outcome.failed) throw outcome.error
  return { seed, steps: choices.trace, deviations: choices.deviations }
}

type Outcome = { readonly failed: false } | { readonly failed: true; readonly error: unknown }

function attempt(
  scenario: Scenario,
  options: ScenarioOptions & { readonly seed: number },
  choices: Choices,
): Promise<Outcome> {
  return runScenario(scenario, options, choices).then(
    () => ({ failed: false }),
    (error: unknown) => ({ failed: true, error }),
  )
}
