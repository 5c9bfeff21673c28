import { createFakeClock } from '@pinnace/testing'
import { StoreError } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { expect, it } from 'vitest'
import { createServer } from '../../src/index.ts'
import { call } from '../support/call.ts'

const options = { vocabulary: 'kubernetes', preset: 'testing' } as const

const namesAt = async (path: string): Promise<readonly string[]> => {
  const { text } = await call(await createServer(options), 'GET', `${path}?verbose`)
  return [...text.matchAll(/^\[\+\](\S+) ok$/gm)].map(([, name = '']) => name)
}

it.each([
  ['/healthz', 35],
  ['/livez', 35],
  ['/readyz', 38],
])('%s has the checks of Kubernetes', async (path, count) => {
  const names = await namesAt(path)
  expect(names).toHaveLength(count)
  expect(names).toEqual(
    expect.arrayContaining([
      'ping',
      'log',
      'etcd',
      'poststarthook/start-kube-apiserver-identity-lease-controller',
      'poststarthook/rbac/bootstrap-roles',
      'autoregister-completion',
      'poststarthook/apiservice-openapiv3-controller',
    ]),
  )
  expect(names.includes('loopback-serving-certificate')).toBe(path !== '/readyz')
  expect(names.includes('etcd-readiness')).toBe(path === '/readyz')
})

it('fails the check of the store when the store fails, and says so in /metrics/slis', async () => {
  let isBroken = false
  const store = createMemoryStore()
  const broken = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (name === 'get' && isBroken) return () => Promise.reject(new StoreError('Unavailable', 'the disk is gone'))
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const server = await createServer({ ...options, store: broken, metrics: true })
  expect((await call(server, 'GET', '/livez/etcd')).text).toBe('ok')
  isBroken = true
  const { status, text } = await call(server, 'GET', '/livez')
  expect([status, text.includes('[-]etcd failed: reason withheld\n')]).toEqual([500, true])
  const slis = (await call(server, 'GET', '/metrics/slis')).text.split('\n')
  expect(slis).toContain('kubernetes_healthcheck{name="etcd",type="livez"} 0')
  expect(slis).toContain('kubernetes_healthchecks_total{name="etcd",status="error",type="livez"} 1')
  expect(slis).toContain('kubernetes_healthchecks_total{name="etcd",status="success",type="livez"} 1')
})

it('fails the checks of a store that does not answer in their times', async () => {
  let isStuck = false
  const store = createMemoryStore()
  const stuck = new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (name === 'get' && isStuck) return () => new Promise(() => undefined)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  const timeouts = { storeHealthcheckTimeoutMs: 20, storeReadycheckTimeoutMs: 40 }
  const server = await createServer({ ...options, ...timeouts, store: stuck })
  isStuck = true
  for (const [path, leastMs] of [
    ['/livez/etcd', 20],
    ['/readyz/etcd-readiness', 40],
  ] as const) {
    const start = performance.now()
    const { status, text } = await call(server, 'GET', path)
    expect([status, text]).toEqual([
      500,
      'internal server error: error getting data from etcd: context deadline exceeded\n',
    ])
    expect(performance.now() - start).toBeGreaterThanOrEqual(leastMs - 1)
  }
})

it('says at /statusz since when it runs and which release it serves', async () => {
  const clock = createFakeClock('2030-01-02T03:04:05Z')
  const server = await createServer({ ...options, clock })
  await clock.advance(3_661_000)
  const { text } = await call(server, 'GET', '/statusz')
  expect(text).toContain('\nStarted:  Wed Jan  2 03:04:05 UTC 2030\nUp:  1 hr 01 min 01 sec\n')
  expect(text).toContain('\nBinary version:  1.36\nEmulation version:  1.36\n')
})
