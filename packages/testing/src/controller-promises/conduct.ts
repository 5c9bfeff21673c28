import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict'
import type { FaultAction, FaultOptions } from '../faults/fault.ts'
import { controllerUser, writeVerbs, type ControllerTrial, type Disturb } from './open-trial.ts'
import type { ControllerPromise } from './promise.ts'

const watches = { user: controllerUser, verb: 'watch' }

/** What every controller does whatever happens to its events and requests. */
export const controllerConduct: readonly ControllerPromise[] = [
  {
    name: 'acts on the changes, and comes to rest',
    async run({ run, scene }) {
      await run(async ({ change, client, writes }) => {
        await change()
        ok(writes() > 0, 'the controller has written nothing')
        if (scene.expected !== undefined) deepStrictEqual(await scene.outcome(client), scene.expected)
      })
    },
  },
  {
    name: 'writes nothing when it is started again and nothing has changed',
    async run({ run }) {
      await run(async ({ change, restart, untilQuiet, client }) => {
        await change()
        const before = await versionOf(client)
        await restart()
        await untilQuiet()
        strictEqual(await versionOf(client), before, 'something was stored without a change')
      })
    },
  },
  {
    name: 'has the same outcome when events are repeated',
    run: ({ expectSame }) => expectSame(adding({ match: watches, do: { type: 'repeatEvents' } })),
  },
  {
    name: 'has the same outcome when events come late and in bulk',
    run: ({ expectSame }) =>
      expectSame(adding({ match: watches, do: { type: 'batchWatch', events: 100, everyMs: 5000 } })),
  },
  {
    name: 'has the same outcome when watches end after every event',
    run: ({ expectSame }) =>
      expectSame(adding({ match: watches, do: { type: 'closeWatch', afterEvents: 1 }, times: 50 })),
  },
  {
    name: 'has the same outcome in whatever order events, answers and timers come',
    async run({ expectSame, scene }) {
      for (let seed = 1; seed <= (scene.limits?.orders ?? 20); seed++)
        await withSeed(seed, () => expectSame(() => {}, { seed }))
    },
  },
  {
    name: 'has the same outcome when requests fail at random',
    async run({ expectSame, scene }) {
      const faults = failures.map((action) => ({ match: { user: controllerUser }, do: action }))
      for (let seed = 1; seed <= (scene.limits?.orders ?? 20); seed++) {
        await withSeed(seed, () => expectSame(() => {}, { seed, faults, faultProbability: 0.1 }))
      }
    },
  },
  {
    name: 'survives a restart at every write, before it is done',
    run: (trial) => restartAtEveryWrite(trial, 'before'),
  },
  {
    name: 'survives a restart at every write, after it is done and before the answer',
    run: (trial) => restartAtEveryWrite(trial, 'after'),
  },
]

function adding(fault: FaultOptions): Disturb {
  return ({ server }) => void server.faults.add(fault)
}

const failures: readonly FaultAction[] = [
  { type: 'status', reason: 'ServiceUnavailable' },
  { type: 'status', reason: 'TooManyRequests', retryAfterSeconds: 1 },
  { type: 'reset', when: 'before' },
  { type: 'reset', when: 'after' },
]

async function restartAtEveryWrite(
  { run, scene, expectSame }: ControllerTrial,
  when: 'before' | 'after',
): Promise<void> {
  const writes = await run(async (one) => {
    await one.change()
    return one.writes()
  })
  const last = Math.min(writes, scene.limits?.restarts ?? 50)
  for (let nth = 1; nth <= last; nth++) {
    await expectSame(({ server, restart }) => {
      const fault = server.faults.add({
        match: { user: controllerUser, verb: writeVerbs, nth },
        do: { type: 'reset', when },
        times: 1,
      })
      // The changes go on meanwhile.
      let restarted: Promise<unknown> = Promise.resolve()
      void fault.wait().then(() => (restarted = restart().catch((error: unknown) => error)))
      return async () => {
        const error = await restarted
        if (error !== undefined) throw error
      }
    })
  }
}

async function withSeed(seed: number, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (cause) {
    throw new Error(`with the seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The version of the store: that of any list. */
async function versionOf(client: Parameters<ControllerTrial['scene']['outcome']>[0]): Promise<string | undefined> {
  return (await client.resource({ apiVersion: 'v1', kind: 'Namespace' }).list({ limit: 1 })).metadata.resourceVersion
}
