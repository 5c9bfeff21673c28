import { createSharedInformers } from '@pinnace/client'
import { systemRandom } from '@pinnace/meta'
import { createMetrics } from '@pinnace/server'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGrowingDelays } from '../src/growing-delays.ts'
import { startLoop, type ControllerContext, type ControllerFailure, type Loop, type LoopOptions } from '../src/index.ts'

let clock: FakeClock
let server: TestServer
let context: ControllerContext
let metrics: Awaited<ReturnType<typeof createMetrics>>
let failures: (ControllerFailure & { readonly message: string })[]
let loops: Loop[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  const client = server.connect()
  metrics = await createMetrics()
  failures = []
  loops = []
  context = {
    client,
    informers: createSharedInformers({ client, clock, random: systemRandom }),
    vocabulary: server.vocabulary,
    clock,
    random: systemRandom,
    metrics,
    onError: (error, failure) => void failures.push({ ...failure, message: (error as Error).message }),
  }
})

afterEach(async () => {
  for (const loop of loops) await loop.stop()
  await context.informers.stop()
  await server[Symbol.asyncDispose]()
  expect(clock.pending).toBe(0)
})

function start(options: Partial<LoopOptions> & Pick<LoopOptions, 'reconcile'>): Loop {
  const loop = startLoop({ name: 'tested', context, synced: async () => {}, ...options })
  loops.push(loop)
  return loop
}

async function sample(name: string): Promise<string | undefined> {
  const text = await metrics.text()
  return text.split('\n').find((line) => line.startsWith(`${name}{`) && line.includes('"tested"'))
}

describe('a loop', () => {
  it('works on no key before the informers have synced', async () => {
    const done: string[] = []
    let sync = (): void => {}
    const loop = start({
      reconcile: async (key) => void done.push(key),
      synced: () => new Promise((resolve) => (sync = resolve)),
    })
    loop.add('a')
    await clock.advance(60_000)
    expect(done).toEqual([])
    sync()
    await eventually(() => done, ['a'])
  })

  it('works on a key once, however often it is queued before', async () => {
    const done: string[] = []
    let sync = (): void => {}
    const loop = start({
      reconcile: async (key) => void done.push(key),
      synced: () => new Promise((resolve) => (sync = resolve)),
    })
    for (const key of ['a', 'b', 'a', 'a', 'b']) loop.add(key)
    sync()
    await eventually(() => done.length, 2)
    await clock.advance(1000)
    expect(done).toEqual(['a', 'b'])
  })

  it('works on a key that is queued meanwhile again afterwards, never at the same time', async () => {
    let active = 0
    let most = 0
    let runs = 0
    let finish = (): void => {}
    const loop = start({
      workers: 4,
      async reconcile() {
        most = Math.max(most, ++active)
        if (++runs === 1) await new Promise<void>((resolve) => (finish = resolve))
        active--
      },
    })
    loop.add('a')
    await eventually(() => runs, 1)
    loop.add('a')
    await clock.advance(1000)
    expect(runs).toBe(1)
    finish()
    await eventually(() => runs, 2)
    expect(most).toBe(1)
  })

  it('works on as many keys at the same time as it has workers', async () => {
    let active = 0
    const waiting: (() => void)[] = []
    const loop = start({
      workers: 3,
      async reconcile() {
        active++
        await new Promise<void>((resolve) => waiting.push(resolve))
        active--
      },
    })
    for (const key of ['a', 'b', 'c', 'd', 'e']) loop.add(key)
    await eventually(() => active, 3)
    for (const resolve of waiting.splice(0)) resolve()
    await eventually(() => waiting.length, 2)
    for (const resolve of waiting.splice(0)) resolve()
    await eventually(() => active, 0)
  })

  it('retries a failing key after growing delays, is unhealthy meanwhile, and healthy after a success', async () => {
    const triedAt: number[] = []
    const loop = start({
      async reconcile() {
        triedAt.push(clock.monotonic())
        if (triedAt.length < 5) throw new Error('not yet')
      },
    })
    loop.add('a')
    await eventually(() => triedAt.length, 1)
    await eventually(() => loop.isHealthy, false)
    await clock.advance(1000)
    await eventually(() => triedAt.length, 5)
    const delays = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))
    expect(delays).toEqual([...delays].sort((left, right) => left - right))
    expect(delays[3]).toBeGreaterThan(delays[0] ?? 0)
    await eventually(() => loop.isHealthy, true)
    expect(failures).toHaveLength(4)
    expect(failures[0]).toEqual({ controller: 'tested', key: 'a', isGivenUp: false, message: 'not yet' })
  })

  it('retries at least every maxDelayMs', async () => {
    const triedAt: number[] = []
    const loop = start({
      maxDelayMs: 2000,
      async reconcile() {
        triedAt.push(clock.monotonic())
        throw new Error('never')
      },
    })
    loop.add('a')
    await eventually(() => triedAt.length > 0, true)
    await clock.advance(60_000)
    const delays = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0))
    expect(Math.max(...delays)).toBeLessThanOrEqual(2000)
    expect(triedAt.length).toBeGreaterThan(25)
  })

  it('drops a key after maxRetries, and works on it when it is queued again', async () => {
    let runs = 0
    const loop = start({
      maxRetries: 2,
      async reconcile() {
        runs++
        throw new Error('never')
      },
    })
    loop.add('a')
    await eventually(async () => {
      await clock.advance(1000)
      return failures.map(({ isGivenUp }) => isGivenUp)
    }, [false, false, true])
    await clock.advance(3_600_000)
    expect(runs).toBe(3)
    loop.add('a')
    await eventually(() => runs > 3, true)
  })

  it('queues a key again after the delay that reconcile returns', async () => {
    const ranAt: number[] = []
    const loop = start({
      async reconcile() {
        ranAt.push(clock.monotonic())
        return { requeueAfterMs: 30_000 }
      },
    })
    loop.add('a')
    await eventually(() => ranAt.length, 1)
    await clock.advance(29_999)
    expect(ranAt).toHaveLength(1)
    await clock.advance(1)
    await eventually(() => ranAt.length, 2)
    expect(loop.isHealthy).toBe(true)
  })

  it('queues a key after a delay', async () => {
    const done: string[] = []
    const loop = start({ reconcile: async (key) => void done.push(key) })
    loop.addAfter('a', 500)
    await clock.advance(499)
    expect(done).toEqual([])
    await clock.advance(1)
    await eventually(() => done, ['a'])
  })

  it('aborts the signal when it is stopped in the middle of work, waits for it, and starts no more', async () => {
    const events: string[] = []
    const loop = start({
      workers: 1,
      async reconcile(key, signal) {
        events.push(`${key} begins`)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        await new Promise((resolve) => setImmediate(resolve))
        events.push(`${key} ends`)
      },
    })
    loop.add('a')
    loop.add('b')
    await eventually(() => events, ['a begins'])
    await loop.stop()
    expect(events).toEqual(['a begins', 'a ends'])
    loop.add('c')
    await clock.advance(1000)
    expect(events).toHaveLength(2)
    expect(failures).toEqual([])
  })

  it('stops before the informers have synced', async () => {
    const loop = start({
      reconcile: async () => {},
      synced: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    })
    await loop.stop()
    expect(failures).toEqual([])
  })

  it('reports that it cannot start', async () => {
    start({ reconcile: async () => {}, synced: () => Promise.reject(new Error('no informer')) })
    await eventually(() => failures, [{ controller: 'tested', isGivenUp: true, message: 'no informer' }])
  })

  it('counts adds, retries and work under the name of its queue', async () => {
    let runs = 0
    const loop = start({
      async reconcile() {
        if (++runs === 1) throw new Error('once')
      },
    })
    loop.add('a')
    await eventually(async () => {
      await clock.advance(1000)
      return runs
    }, 2)
    expect(await sample('workqueue_retries_total')).toBe('workqueue_retries_total{name="tested"} 1')
    expect(await sample('workqueue_depth')).toBe('workqueue_depth{name="tested"} 0')
    expect(await sample('workqueue_work_duration_seconds_count')).toBe(
      'workqueue_work_duration_seconds_count{name="tested"} 2',
    )
    expect(await sample('workqueue_adds_total')).toMatch(/^workqueue_adds_total\{name="tested"\} [12]$/)
  })
})

describe('growing delays', () => {
  it('double per key, up to the longest, and begin again for a key that was forgotten', () => {
    const delays = createGrowingDelays({ firstMs: 5, longestMs: 30 })
    expect([1, 2, 3, 4, 5].map(() => delays.next('a'))).toEqual([5, 10, 20, 30, 30])
    expect(delays.next('b')).toBe(5)
    delays.forget('a')
    expect(delays.next('a')).toBe(5)
    expect(delays.next('b')).toBe(10)
  })

  it('may be bounded further per use, and still grow', () => {
    const delays = createGrowingDelays({ firstMs: 100, longestMs: 1000 })
    expect(delays.next('a', 50)).toBe(50)
    expect(delays.next('a', 5000)).toBe(200)
    expect(delays.next('a')).toBe(400)
  })

  it('stay finite after any number of uses', () => {
    const delays = createGrowingDelays({ firstMs: 5, longestMs: 60_000 })
    for (let use = 0; use < 2000; use++) delays.next('a')
    expect(delays.next('a')).toBe(60_000)
  })
})
