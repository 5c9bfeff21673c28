import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Store } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createPrimary, createReplica } from '@pinnace/cluster'
import { isLinearizable, reusedRevisions } from '../../store-etcd/test/faults/linearizability.ts'
import { WatchRecorder, watchErrors } from '../../store-etcd/test/faults/watch-recorder.ts'
import { readOperation, runClients } from '../../store-etcd/test/faults/workload.ts'
import { createLinkPair, type LinkPair } from './link-pair.ts'

interface Copy {
  readonly store: Store
  readonly pair: LinkPair
}

interface Scene {
  readonly copies: readonly Copy[]
  attach(): Promise<Copy>
}

async function startScene(count: number, random: () => number, receiveTimeoutMs = 10_000): Promise<Scene> {
  const primary = createPrimary({ store: createMemoryStore(), receiveTimeoutMs })
  const attach = async (): Promise<Copy> => {
    const pair = createLinkPair({ random, maxDelayMs: 4 })
    primary.attach(pair.primary)
    return { store: await createReplica({ link: pair.replica }), pair }
  }
  return { copies: await Promise.all(Array.from({ length: count }, attach)), attach }
}

interface Fault {
  readonly name: string
  readonly receiveTimeoutMs?: number
  readonly run: (scene: Scene) => Promise<void>
}

const faults: readonly Fault[] = [
  { name: 'nothing happens', run: () => pause(300) },
  {
    name: 'a copy pauses, for less than its time limit',
    async run({ copies }) {
      for (let round = 0; round < 5; round++) {
        const resume = copies.at(-1)?.pair.pause()
        await pause(40)
        resume?.()
        await pause(40)
      }
    },
  },
  {
    name: 'a process with a copy ends',
    async run({ copies }) {
      await pause(100)
      copies.at(-1)?.pair.end()
      await pause(200)
    },
  },
  {
    name: 'a copy that receives nothing is ended',
    receiveTimeoutMs: 300,
    async run({ copies }) {
      await pause(100)
      copies.at(-1)?.pair.pause()
      await pause(1_000)
    },
  },
  {
    name: 'copies come and go',
    async run({ attach }) {
      for (let round = 0; round < 5; round++) {
        const copy = await attach()
        await pause(20)
        if (round % 2 === 0) copy.pair.end()
        else await copy.store.close()
      }
    },
  },
  {
    name: 'history is compacted',
    async run({ copies }) {
      for (let round = 0; round < 10; round++) {
        const store = copies[round % 2]?.store
        if (store !== undefined) await store.compact(await store.revision())
        await pause(20)
      }
    },
  },
]

describe('reads, writes and watches of the copies', { timeout: 60_000 }, () => {
  for (const [round, { name, run, receiveTimeoutMs }] of faults.entries()) {
    it(`are linearizable and complete while ${name}`, async () => {
      let state = round + Number(process.env['PINNACE_SEED'] ?? 1)
      const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
      const scene = await startScene(3, random, receiveTimeoutMs)
      const [one, two] = scene.copies.map(({ store }) => store)
      if (one === undefined || two === undefined) throw new Error('a copy is missing')
      const start = await one.revision()
      const recorders = [new WatchRecorder(one, '', 0), new WatchRecorder(two, '', 0), new WatchRecorder(one, '/k', 15)]
      for (const recorder of recorders) await recorder.start(start)
      const stop = new AbortController()
      const keys = Array.from({ length: 6 }, (_, index) => `/k${index}`)
      const running = runClients({
        stores: scene.copies.map(({ store }) => store),
        clients: 9,
        keys,
        random,
        signal: stop.signal,
      })
      while ((await one.revision()) <= start + 60n) await pause(5)
      await run(scene)
      await pause(100)
      stop.abort()
      const histories = new Map(await running)
      for (const [key, operations] of histories) histories.set(key, [...operations, await readOperation(two, key)])
      const newest = await two.revision()
      for (const recorder of recorders) {
        while (recorder.reached < newest) await pause(5)
        recorder.stop()
        expect([...recorder.errors, ...watchErrors(recorder.segments, histories)]).toEqual([])
      }
      for (const [key, operations] of histories) expect(isLinearizable(operations), key).toBe(true)
      const all = [...histories.values()].flat()
      expect(reusedRevisions(all)).toEqual([])
      expect(all.filter(({ type }) => type === 'write').length).toBeGreaterThan(50)
    })
  }
})
