import { deepStrictEqual } from 'node:assert/strict'
import type { Client } from '@pinnace/client'
import type { Awaitable } from '@pinnace/meta'
import { clientsUntilClosed } from '../clients-until-closed.ts'
import type { TestServer } from '../create-test-server.ts'
import { randomChoices, scheduledChoices, type Choices } from '../explore/choices.ts'
import { runScenario, type ScenarioContext, type ScenarioOptions } from '../explore/run-scenario.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { ControllerScene, StartedController } from './scene.ts'

/** The user of the controller under test. */
export const controllerUser = 'system:controller-under-test'
const user = { username: controllerUser, groups: ['system:masters'], extra: {} }

/** The verbs with which a controller changes something. */
export const writeVerbs: readonly string[] = ['create', 'update', 'patch', 'delete', 'deletecollection']

/** A controller under test in a run. */
export interface ControllerRun {
  readonly server: TestServer
  readonly client: Client
  /** Starts the controller again; what has been started before cannot reach the server any more. */
  restart(): Promise<void>
  /** Makes the changes of the scene, and waits until the controller is done. */
  change(): Promise<void>
  /** Waits until the controller has written nothing for a while. */
  untilQuiet(): Promise<void>
  /** The writes of the controller so far. */
  writes(): number
}

/** Disturbs a run; the result is called in the end, and throws where the disturbance itself has failed. */
export type Disturb = (run: ControllerRun) => Awaitable<(() => Awaitable<void>) | void>

/** A controller under test. */
export interface ControllerTrial {
  readonly scene: ControllerScene
  /** Runs the controller on a server of its own, in the order of arrival or in one that the seed decides. */
  run<T>(work: (run: ControllerRun) => Promise<T>, options?: RunControllerOptions): Promise<T>
  /** Runs the changes with a disturbance, and compares the outcome with that of a run without. */
  expectSame(disturb: Disturb, options?: RunControllerOptions): Promise<void>
}

/** Options of {@link ControllerTrial.run}. */
export interface RunControllerOptions extends Pick<ScenarioOptions, 'faults' | 'faultProbability'> {
  /** @default the order of arrival */
  readonly seed?: number
}

/** Prepares a controller for its promises. */
export function openControllerTrial(scene: ControllerScene): ControllerTrial {
  if (scene.changes.length === 0) throw new TypeError('changes must not be empty')
  const run: ControllerTrial['run'] = (work, { seed, ...faults } = {}) => {
    const choices: Choices = seed === undefined ? scheduledChoices(new Map()) : randomChoices(createSeededRandom(seed))
    const options = { seed: seed ?? 1, ...(scene.server === undefined ? {} : { server: scene.server }), ...faults }
    return runScenario((server, context) => withController(scene, { server, context }, work), options, choices)
  }
  const undisturbed = async ({ change, client }: ControllerRun): Promise<unknown> => {
    await change()
    return scene.outcome(client)
  }
  return {
    scene,
    run,
    async expectSame(disturb, options) {
      const expected = scene.expected ?? (await run(undisturbed))
      const found = await run(async (one) => {
        const finish = await disturb(one)
        const outcome = await undisturbed(one)
        await finish?.()
        return outcome
      }, options)
      deepStrictEqual(found, expected, 'the outcome is not that of a run without disturbance')
    },
  }
}

interface RunScope {
  readonly server: TestServer
  readonly context: ScenarioContext
}

async function withController<T>(
  scene: ControllerScene,
  { server, context }: RunScope,
  work: (run: ControllerRun) => Promise<T>,
): Promise<T> {
  const client = server.connect()
  let end = await begin(scene, { server, context })
  const { quietMs = 60_000 } = scene.limits ?? {}
  const run: ControllerRun = {
    server,
    client,
    async restart() {
      await end()
      end = await begin(scene, { server, context })
    },
    async change() {
      for (const change of scene.changes) {
        await change(client)
        await run.untilQuiet()
      }
    },
    async untilQuiet() {
      let before: number
      do {
        before = server.requests.at(-1)?.number ?? 0
        await context.sleep(quietMs)
      } while (server.requests.filter(({ number }) => number > before).some(isWrite))
    },
    writes: () => server.requests.filter(isWrite).length,
  }
  try {
    return await work(run)
  } finally {
    await end()
  }
}

function isWrite({
  user: { username },
  verb,
}: {
  readonly user: { readonly username: string }
  readonly verb: string
}) {
  return username === controllerUser && writeVerbs.includes(verb)
}

/** Starts the controller; the result stops it, and cuts it off first: it has crashed. */
async function begin(scene: ControllerScene, { server, context }: RunScope): Promise<() => Promise<void>> {
  const { connect, close } = clientsUntilClosed(server)
  const { clock, random } = context
  const started: StartedController = await scene.start({ client: connect({ user }), clock, random })
  return async () => {
    close()
    await started.stop()
  }
}
