import { createFakeClock, createTestServer, type FakeClock, type TestServer } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createLeaderElector,
  type LeaderElector,
  type LeaderElectorOptions,
  type Lease,
  type ResourceClient,
} from '../src/index.ts'

let clock: FakeClock
let server: TestServer
let leases: ResourceClient<Lease>
let seen: string[]
let open: LeaderElector[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  leases = server.connect().resource<Lease>({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' })
  seen = []
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((elector) => elector.stop()))
  await server.close()
  expect(clock.pending).toBe(0)
})

function candidate(identity: string, options: Partial<LeaderElectorOptions> = {}): LeaderElector {
  const elector = createLeaderElector({
    leases,
    namespace: 'default',
    name: 'loops',
    identity,
    clock,
    onStartedLeading: (signal) =>
      new Promise((resolve) => {
        seen.push(`${identity} leads`)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
    onStoppedLeading: () => seen.push(`${identity} led`),
    ...options,
  })
  open.push(elector)
  elector.start()
  return elector
}

const lease = (): Promise<Lease> => leases.namespace('default').get('loops')

describe('an election', () => {
  it('has one leader, which writes itself into the lease and renews it', async () => {
    const a = candidate('a')
    await clock.advance(0)
    const b = candidate('b')
    await clock.advance(60_000)
    expect([a.isLeader, b.isLeader, a.leader, b.leader]).toEqual([true, false, 'a', 'a'])
    expect(seen).toEqual(['a leads'])
    expect((await lease()).spec).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2030-01-01T00:00:00.000000Z',
      renewTime: '2030-01-01T00:01:00.000000Z',
      leaseTransitions: 0,
    })
  })

  it('is won by another candidate at its next try when a leader stops', async () => {
    const a = candidate('a')
    await clock.advance(0)
    const b = candidate('b')
    await clock.advance(1000)
    await a.stop()
    expect((await lease()).spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 })
    await clock.advance(4500)
    expect(b.isLeader).toBe(true)
    expect(seen).toEqual(['a leads', 'a led', 'b leads'])
    expect((await lease()).spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 })
  })

  it('is won by another candidate when a leader has not renewed for the duration, and never earlier', async () => {
    let isCut = false
    const inner = leases.namespace('default')
    const cut = {
      ...leases,
      namespace: () => ({
        ...inner,
        get: async (...call: Parameters<typeof inner.get>) => {
          if (isCut) throw new Error('no connection')
          return inner.get(...call)
        },
      }),
    }
    const a = candidate('a', { leases: cut as unknown as ResourceClient<Lease> })
    await clock.advance(0)
    const b = candidate('b')
    await clock.advance(10_000)
    isCut = true
    const began = clock.monotonic()
    while (!b.isLeader) {
      await clock.advance(100)
      expect(a.isLeader && b.isLeader).toBe(false)
      expect(clock.monotonic() - began).toBeLessThan(30_000)
    }
    expect(clock.monotonic() - began).toBeGreaterThanOrEqual(13_000)
    expect(seen).toEqual(['a leads', 'a led', 'b leads'])
    isCut = false
    await clock.advance(10_000)
    expect([a.isLeader, a.leader]).toEqual([false, 'b'])
  })

  it('ends the leadership when a request hangs', async () => {
    let hangs = false
    const inner = leases.namespace('default')
    const hanging = {
      ...leases,
      namespace: () => ({
        ...inner,
        update: async (...call: Parameters<typeof inner.update>) => {
          if (hangs) await new Promise(() => {})
          return inner.update(...call)
        },
      }),
    }
    const a = candidate('a', { leases: hanging as unknown as ResourceClient<Lease> })
    await clock.advance(0)
    expect(a.isLeader).toBe(true)
    hangs = true
    await clock.advance(12_000)
    expect(a.isLeader).toBe(false)
    hangs = false
  })

  it('never has two leaders, however tight its durations', async () => {
    const times = { leaseDurationMs: 15_000, renewDeadlineMs: 14_900, retryPeriodMs: 5000 }
    let isCut = false
    const inner = leases.namespace('default')
    const cut = {
      ...leases,
      namespace: () => ({
        ...inner,
        update: async (...call: Parameters<typeof inner.update>) => {
          if (isCut) throw new Error('no connection')
          return inner.update(...call)
        },
      }),
    } as unknown as ResourceClient<Lease>
    const a = candidate('a', { ...times, leases: cut })
    await clock.advance(0)
    const b = candidate('b', { ...times, retryPeriodMs: 100 })
    await clock.advance(7000)
    isCut = true
    while (!b.isLeader) {
      await clock.advance(50)
      expect(a.isLeader && b.isLeader).toBe(false)
      expect(clock.monotonic()).toBeLessThan(60_000)
    }
    expect(seen).toEqual(['a leads', 'a led', 'b leads'])
  })

  it('is won by one of many candidates that start at once', async () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((identity) => candidate(identity))
    await clock.advance(10_000)
    expect(all.filter(({ isLeader }) => isLeader)).toHaveLength(1)
    expect(new Set(all.map(({ leader }) => leader)).size).toBe(1)
  })

  it('waits for the work of a leader before another one may lead', async () => {
    let finish = (): void => {}
    const a = candidate('a', { onStartedLeading: () => new Promise<void>((resolve) => (finish = resolve)) })
    await clock.advance(0)
    const stopped = a.stop()
    await clock.advance(0)
    expect((await lease()).spec?.holderIdentity).toBe('a')
    finish()
    await stopped
    expect((await lease()).spec?.holderIdentity).toBe('')
  })

  it('is won by another candidate when a leader fails, and by the first when that one fails', async () => {
    const errors: unknown[] = []
    const fails = {
      onError: (error: unknown) => errors.push(error),
      onStartedLeading: () => Promise.reject(new Error('no')),
    }
    const a = candidate('a', fails)
    await clock.advance(0)
    expect(a.isLeader).toBe(true)
    const b = candidate('b')
    await clock.advance(10_000)
    expect([a.isLeader, b.isLeader]).toEqual([false, true])
    await b.stop()
    await clock.advance(20_000)
    expect(seen.slice(0, 4)).toEqual(['a led', 'b leads', 'b led', 'a led'])
    expect(errors).toEqual(seen.filter((line) => line === 'a led').map(() => new Error('no')))
  })

  it('is left by a candidate that wins it while it stops', async () => {
    const a: LeaderElector = candidate('a', { onNewLeader: () => void a.stop() })
    await clock.advance(0)
    await a.stop()
    expect(seen).toEqual([])
    expect((await lease()).spec?.holderIdentity).toBe('')
  })

  it('is left in time where the server does not answer any more', async () => {
    let hangs = false
    const inner = leases.namespace('default')
    const silent = {
      ...leases,
      namespace: () => ({
        ...inner,
        get: (...call: Parameters<typeof inner.get>) => (hangs ? new Promise<Lease>(() => {}) : inner.get(...call)),
      }),
    } as unknown as ResourceClient<Lease>
    const errors: unknown[] = []
    const a = candidate('a', { leases: silent, onError: (error) => errors.push(error) })
    await clock.advance(0)
    hangs = true
    const stopped = a.stop()
    await clock.advance(10_000)
    await stopped
    expect(errors).toEqual([new Error('the lease could not be released in time')])
  })

  it('rejects durations that make no sense', () => {
    const base = { leases, namespace: 'default', name: 'n', identity: 'i', onStartedLeading: () => {} }
    for (const [options, message] of [
      [{ leaseDurationMs: 10_000 }, 'leaseDuration must be greater than renewDeadline'],
      [{ retryPeriodMs: 9000 }, 'renewDeadline must be greater than retryPeriod*JitterFactor'],
      [{ retryPeriodMs: 0 }, 'retryPeriod must be greater than zero'],
      [{ identity: '' }, 'identity must not be empty'],
    ] as const) {
      expect(() => createLeaderElector({ ...base, ...options })).toThrow(message)
    }
  })
})
