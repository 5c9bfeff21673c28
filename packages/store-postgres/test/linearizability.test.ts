import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isLinearizable, reusedRevisions } from '../../store-etcd/test/faults/linearizability.ts'
import { WatchRecorder, watchErrors } from '../../store-etcd/test/faults/watch-recorder.ts'
import { readOperation, runClients } from '../../store-etcd/test/faults/workload.ts'
import type { PostgresStore } from '../src/index.ts'
import { postgresBin, withoutPostgres } from './start-postgres.ts'
import { pause, startScene, until, type Scene } from './stores.ts'

interface Fault {
  readonly name: string
  readonly run: (scene: Scene, store: PostgresStore) => Promise<void>
}

async function repeat(times: number, pauseMs: number, action: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count++) {
    await action()
    await pause(pauseMs)
  }
}

const killOthers = `
  SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`

const faults: readonly Fault[] = [
  { name: 'nothing happens', run: () => pause(500) },
  { name: 'connections are killed', run: ({ server }) => repeat(15, 30, () => server.query(killOthers)) },
  {
    name: 'statements are canceled',
    run: ({ server }) => repeat(15, 30, () => server.query(killOthers.replace('terminate', 'cancel'))),
  },
  {
    name: 'history is compacted up to the newest revision',
    run: (_, store) => repeat(15, 30, async () => store.compact(await store.revision())),
  },
  {
    name: 'the database crashes twice',
    run: ({ server }) =>
      repeat(2, 200, async () => {
        await server.stop('immediate')
        await server.start()
      }),
  },
]

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'reads, writes and watches of two stores',
  { timeout: 90_000 },
  () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await startScene()
    })
    afterEach(() => scene.closeStores())
    afterAll(() => scene.server.remove())

    for (const [round, { name, run }] of faults.entries()) {
      it(`are linearizable and complete while ${name}`, async () => {
        const options = { connectionString: scene.server.url(), schema: scene.newSchema() }
        const [one, two] = [await scene.open(options), await scene.open(options)]
        const start = await one.revision()
        const recorders = [
          new WatchRecorder(one, '', 0),
          new WatchRecorder(two, '', 0),
          new WatchRecorder(one, '/k', 15),
        ]
        for (const recorder of recorders) await recorder.start(start)
        const stop = new AbortController()
        const keys = Array.from({ length: 6 }, (_, index) => `/k${index}`)
        let state = round + Number(process.env['PINNACE_SEED'] ?? 1)
        const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
        const running = runClients({ stores: [one, two], clients: 8, keys, random, signal: stop.signal })
        // Enough writes for something to go wrong, however slow the machine is.
        while ((await one.revision()) <= start + 60n) await pause(20)
        await run(scene, two)
        await pause(200)
        stop.abort()
        const histories = new Map(await running)
        for (const [key, operations] of histories) histories.set(key, [...operations, await readOperation(two, key)])
        const newest = await two.revision()
        for (const recorder of recorders) {
          await until(
            () => recorder.reached >= newest,
            () => `a watch to reach ${newest}, not ${recorder.reached}`,
          )
          recorder.stop()
          expect([...recorder.errors, ...watchErrors(recorder.segments, histories)]).toEqual([])
        }
        for (const [key, operations] of histories) expect(isLinearizable(operations), key).toBe(true)
        const all = [...histories.values()].flat()
        expect(reusedRevisions(all)).toEqual([])
        expect(all.filter(({ type }) => type === 'write').length).toBeGreaterThan(50)
      })
    }
  },
)
