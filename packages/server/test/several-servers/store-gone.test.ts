import { StoreError } from '@pinnace/store'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFakeClock, createFaultyStore, createSeededRandom, eventually, type FaultyStore } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call, openWatch } from '../support/call.ts'

const path = '/api/v1/namespaces/default/configmaps'
const clock = createFakeClock('2030-01-01T00:00:00Z')

interface Scene extends AsyncDisposable {
  readonly server: Server
  readonly faulty: FaultyStore
}

async function start(): Promise<Scene> {
  const faulty = createFaultyStore({ store: createMemoryStore(), random: createSeededRandom(1) })
  const server = await createServer({ store: faulty.store, vocabulary: 'kubernetes', preset: 'testing', clock })
  await call(server, 'POST', path, { body: { metadata: { name: 'a' } } })
  await call(server, 'GET', path)
  return {
    server,
    faulty,
    async [Symbol.asyncDispose]() {
      faulty.recover()
      await server.close()
    },
  }
}

/** Advances the clock of the server until the answer is there; how many seconds that took. */
async function timed<T>(answer: Promise<T>, stepMs = 1_000): Promise<readonly [seconds: number, answer: T]> {
  const waiting = { isOver: false }
  const done = answer.finally(() => (waiting.isOver = true))
  let seconds = 0
  while (!waiting.isOver && seconds < 120) {
    for (let turn = 0; turn < 10 && !waiting.isOver; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (waiting.isOver) break
    await clock.advance(stepMs)
    seconds += stepMs / 1_000
  }
  return [seconds, await done]
}

const late = 'Timeout: request did not complete within the allotted timeout'
const lateWrite = 'Timeout: request did not complete within requested timeout - context deadline exceeded'

describe('while the store does not answer', () => {
  it.each<
    readonly [verb: string, method: string, target: string, body: object | undefined, seconds: number, message: string]
  >([
    ['get', 'GET', `${path}/a`, undefined, 60, late],
    ['get', 'GET', `${path}/a?timeout=3s`, undefined, 3, late],
    ['list', 'GET', path, undefined, 60, late],
    ['list', 'GET', `${path}?limit=1&timeout=3s`, undefined, 3, late],
    ['create', 'POST', path, { metadata: { name: 'b' } }, 34, lateWrite],
    ['create', 'POST', `${path}?timeout=3s`, { metadata: { name: 'b' } }, 3, late],
    ['update', 'PUT', `${path}/a`, { metadata: { name: 'a' } }, 34, lateWrite],
    ['delete', 'DELETE', `${path}/a`, undefined, 34, lateWrite],
  ])('a %s waits until its deadline: %s %s', async (_, method, target, body, seconds, message) => {
    await using scene = await start()
    scene.faulty.pause()
    const [waited, { status, json, headers }] = await timed(call(scene.server, method, target, { body }))
    expect([status, json.reason, json.message, headers['retry-after']]).toEqual([504, 'Timeout', message, undefined])
    expect(waited).toBe(seconds)
  })

  it.each([`${path}/a?resourceVersion=0`, `${path}?resourceVersion=0`])(
    '%s is answered from the cache',
    async (target) => {
      await using scene = await start()
      scene.faulty.pause()
      expect((await call(scene.server, 'GET', target)).status).toBe(200)
    },
  )

  it.each(['/readyz/etcd', '/readyz/etcd-readiness', '/livez/etcd', '/healthz/etcd'])(
    '%s fails after two seconds',
    async (target) => {
      await using scene = await start()
      scene.faulty.pause()
      const [seconds, { status, text }] = await timed(call(scene.server, 'GET', target))
      expect([status, text]).toEqual([
        500,
        'internal server error: error getting data from etcd: context deadline exceeded\n',
      ])
      expect(seconds).toBe(2)
    },
  )

  it('/readyz names the checks that fail, and passes when the store is back', async () => {
    await using scene = await start()
    scene.faulty.pause()
    const [seconds, { status, text }] = await timed(call(scene.server, 'GET', '/readyz'))
    expect([status, seconds]).toEqual([500, 4])
    expect(text).toContain('[-]etcd failed: reason withheld\n[-]etcd-readiness failed: reason withheld\n')
    scene.faulty.recover()
    expect((await call(scene.server, 'GET', '/readyz')).status).toBe(200)
  })

  it('watches stay open, and get what has happened when the store is back', async () => {
    await using scene = await start()
    const watch = await openWatch(scene.server, `${path}?watch=1&resourceVersion=0`)
    await watch.until(1)
    scene.faulty.pause()
    const waiting = call(scene.server, 'POST', path, { body: { metadata: { name: 'b' } } })
    scene.faulty.recover()
    expect((await waiting).status).toBe(201)
    await watch.until(2)
    expect(watch.events.map(({ type, object }) => [type, object.metadata.name])).toEqual([
      ['ADDED', 'a'],
      ['ADDED', 'b'],
    ])
    watch.leave()
  })
})

describe('while the store refuses', () => {
  it('reads are answered 503 with Retry-After, writes without, because they may have been done', async () => {
    await using scene = await start()
    scene.faulty.fail()
    const read = await call(scene.server, 'GET', `${path}/a`)
    expect([read.status, read.json.reason, read.headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '1'])
    expect(read.json.details).toEqual({ retryAfterSeconds: 1 })
    const written = await call(scene.server, 'POST', path, { body: { metadata: { name: 'b' } } })
    expect([written.status, written.json.reason, written.headers['retry-after']]).toEqual([
      503,
      'ServiceUnavailable',
      undefined,
    ])
  })

  it('watches that the store has ended go on when it is back, without a gap', async () => {
    await using scene = await start()
    const watch = await openWatch(scene.server, `${path}?watch=1&resourceVersion=0`)
    await watch.until(1)
    scene.faulty.fail()
    scene.faulty.endWatches(new StoreError('Unavailable', 'the connection was lost'))
    for (let second = 0; second < 20; second++) await clock.advance(1_000)
    expect((await call(scene.server, 'GET', `${path}?resourceVersion=0`)).json.items).toHaveLength(1)
    scene.faulty.recover()
    expect((await timed(call(scene.server, 'POST', path, { body: { metadata: { name: 'b' } } })))[1].status).toBe(201)
    await timed(watch.until(2))
    expect(watch.events.map(({ object }) => object.metadata.name)).toEqual(['a', 'b'])
    watch.leave()
  })

  it('roles are known all the same, and followed again when the store is back', async () => {
    const faulty = createFaultyStore({ store: createMemoryStore(), random: createSeededRandom(1) })
    const server = await createServer({ store: faulty.store, vocabulary: 'kubernetes' })
    const user = { username: 'ada', uid: '', groups: ['system:authenticated'], extra: {} }
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }, { user }).namespace('default')
    await expect(configMaps.list()).rejects.toMatchObject({ reason: 'Forbidden' })
    const rbac = 'rbac.authorization.k8s.io'
    const bindings = server.client({ apiVersion: `${rbac}/v1`, kind: 'ClusterRoleBinding' })
    const binding = {
      metadata: { name: 'ada' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: rbac, kind: 'User', name: 'ada' }],
    }
    await bindings.create(binding)
    await eventually(
      async () => (await configMaps.list()).items.length,
      (count) => count >= 0,
    )
    faulty.fail()
    faulty.endWatches()
    expect((await configMaps.list({ resourceVersion: '0' })).items).toBeDefined()
    faulty.recover()
    await bindings.delete('ada')
    await eventually(
      () =>
        configMaps.list().then(
          () => 'allowed',
          ({ reason }) => reason,
        ),
      'Forbidden',
    )
    await server.close()
  })
})
