import assert from 'node:assert/strict'
import type { ResourceClient } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { explore, ExplorationError, replay, type Scenario, type TestServer } from '../src/index.ts'

interface Counter extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const counters = (server: TestServer, username = 'test'): ResourceClient<Counter> =>
  server
    .client<Counter>({ apiVersion: 'v1', kind: 'ConfigMap' }, { user: { username, groups: [], extra: {} } })
    .namespace('default')

async function increment(client: ResourceClient<Counter>): Promise<void> {
  const { data } = await client.get('counter')
  await client.patch('counter', { data: { count: String(Number(data?.['count'] ?? 0) + 1) } })
}

/** The second client reads when the first one is done, unless something comes in between. */
const lostUpdate: Scenario = async (server, { sleep }) => {
  await counters(server).create({ metadata: { name: 'counter' }, data: { count: '0' } })
  const first = increment(counters(server, 'first'))
  const second = sleep(1).then(() => increment(counters(server, 'second')))
  await Promise.all([first, second])
  assert.equal((await counters(server).get('counter')).data?.['count'], '2')
}

const retried: Scenario = async (server, { sleep }) => {
  const safely = async (client: ResourceClient<Counter>): Promise<void> => {
    for (;;) {
      const live = await client.get('counter')
      const data = { count: String(Number(live.data?.['count'] ?? 0) + 1) }
      const isDone = await client.update({ ...live, data }).then(
        () => true,
        (error: { readonly code?: number }) => {
          if (error.code !== 409) throw error
          return false
        },
      )
      if (isDone) return
    }
  }
  await counters(server).create({ metadata: { name: 'counter' }, data: { count: '0' } })
  await Promise.all([safely(counters(server, 'first')), sleep(1).then(() => safely(counters(server, 'second')))])
  assert.equal((await counters(server).get('counter')).data?.['count'], '2')
}

async function failureOf(work: Promise<unknown>): Promise<ExplorationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ExplorationError)) throw new TypeError('an ExplorationError was expected', { cause: error })
  return error
}

// Each of them has many runs, and a busy machine takes many times as long as an idle one.
describe('explore', { timeout: 300_000 }, () => {
  it('finds an order in which an update is lost, and prints the seed and the smallest schedule', async () => {
    await replay(lostUpdate, { seed: 1, schedule: '' })
    const error = await failureOf(explore(lostUpdate, { runs: 200, seed: 1 }))
    expect(error.message).toContain(`the run with the seed ${error.seed} has failed`)
    expect(error.deviations.length).toBeLessThanOrEqual(2)
    expect(error.message).toMatch(/step \d+: .*, before .*/)
    expect(error.message).toContain(`schedule: '${error.schedule}'`)
    expect(error.cause).toBeInstanceOf(assert.AssertionError)
    await expect(replay(lostUpdate, { seed: error.seed })).rejects.toThrow(assert.AssertionError)
    await expect(replay(lostUpdate, { seed: error.seed, schedule: error.schedule })).rejects.toThrow(
      assert.AssertionError,
    )
  })

  it('passes a scenario that is right in every order', async () => {
    const report = await explore(retried, { runs: 20, seed: 3 })
    expect(report.runs).toBe(20)
    expect(report.steps).toBeGreaterThan(200)
  })

  it('draws faults from a list', async () => {
    const match = { user: 'first', verb: 'patch' }
    const error = await failureOf(
      explore(
        async (server) => {
          await counters(server).create({ metadata: { name: 'counter' } })
          await increment(counters(server, 'first'))
        },
        { faults: [{ match, do: { type: 'reset', when: 'after' } }], faultProbability: 0.5 },
      ),
    )
    expect(error.deviations.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^fault reset for #\d+ patch configmaps default\/counter by first, before no fault/),
    ])
  })

  it('delivers the events of a watch in order, and those of several watches in any order', async () => {
    const orders = new Set<string>()
    await explore(
      async (server) => {
        const seen: string[] = []
        const { metadata } = await counters(server).list()
        const watch = async (name: string): Promise<void> => {
          let count = 0
          const from = { resourceVersion: metadata.resourceVersion ?? '' }
          for await (const { object } of counters(server, name).watch(from)) {
            seen.push(`${name}${object.metadata.name}`)
            if (++count === 2) return
          }
        }
        const watching = [watch('x'), watch('y')]
        await counters(server).create({ metadata: { name: 'a' } })
        await counters(server).create({ metadata: { name: 'b' } })
        await Promise.all(watching)
        assert.ok(seen.indexOf('xa') < seen.indexOf('xb') && seen.indexOf('ya') < seen.indexOf('yb'))
        orders.add(seen.join())
      },
      { runs: 20, seed: 5 },
    )
    expect(orders.size).toBeGreaterThan(2)
  })

  it('fails a scenario that does not end', async () => {
    const endless: Scenario = async (_server, { sleep }) => {
      for (;;) await sleep(1000)
    }
    const byTime = await failureOf(explore(endless, { runs: 1, maxMs: 60_000, minimizeRuns: 0 }))
    expect(byTime.message).toContain('the scenario is not over after 60000 ms of its clock')
    const bySteps = await failureOf(explore(endless, { runs: 1, maxSteps: 20, minimizeRuns: 0 }))
    expect(bySteps.message).toContain('the scenario is not over after 20 steps')
  })
})

describe('replay', () => {
  it('repeats a run exactly, with controllers and timers', async () => {
    const scenario: Scenario = async (server, { sleep, random }) => {
      const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
      await namespaces.create({ metadata: { generateName: 'team-' } })
      await Promise.all([sleep(random.bytes(1)[0] ?? 0), increment(counters(server)).catch(() => undefined)])
      await namespaces.create({ metadata: { generateName: 'team-' } })
    }
    const server = { controllers: ['serviceaccount-controller'] }
    const first = await replay(scenario, { seed: 11, server })
    const second = await replay(scenario, { seed: 11, server })
    expect(first.steps.length).toBeGreaterThan(5)
    expect(second).toEqual(first)
    expect((await replay(scenario, { seed: 12, server })).steps).not.toEqual(first.steps)
  })

  it('rejects a schedule that cannot be read', async () => {
    await expect(replay(lostUpdate, { seed: 1, schedule: '3:1 x' })).rejects.toThrow('"x" is no part of a schedule')
  })
})
