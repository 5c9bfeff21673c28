import { generateKeyPairSync } from 'node:crypto'
import { defineResource, z } from '@pinnace/resources/define'
import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { call, openWatch } from '../support/call.ts'
import { define, redefine, specSchema, version, widgets } from '../custom-resources/support.ts'
import { oldWidget, widget } from '../versions/widgets.ts'
import { createServer } from '../../src/index.ts'
import { startCluster } from './support.ts'

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const widgetsPath = '/apis/example.dev/v1/namespaces/default/widgets'

function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

describe('tokens', () => {
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  const reviews = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

  it.each([
    ['are good on every server with the same signing key', true, 201],
    ['are not good on a server with another signing key', false, 401],
  ])('of one server %s', async (_, isShared, expected) => {
    const signingKey = createSigningKey()
    const keyOf = (key: string): object => ({ authentication: { serviceAccounts: { signingKey: key } } })
    await using cluster = await startCluster({}, [keyOf(signingKey), keyOf(isShared ? signingKey : createSigningKey())])
    const [one, two] = cluster.servers
    await call(one, 'POST', accounts, { body: { metadata: { name: 'robot' } } })
    const { json } = await call(one, 'POST', `${accounts}/robot/token`, { body: { spec: {} } })
    const headers = { authorization: `Bearer ${json.status.token}` }
    expect((await call(one, 'POST', reviews, { body: {}, headers })).status).toBe(201)
    const answer = await call(two, 'POST', reviews, { body: {}, headers })
    expect(answer.status).toBe(expected)
    if (isShared) expect(answer.json.status.userInfo.username).toBe('system:serviceaccount:default:robot')
    // A token ends with its account, on every server.
    await call(one, 'DELETE', `${accounts}/robot`)
    expect((await call(two, 'POST', reviews, { body: {}, headers })).status).toBe(401)
  })
})

describe('CRDs', () => {
  it('are served by the other server with the first request, followed when they change, and cleaned up once', async () => {
    await using cluster = await startCluster()
    const [one, two] = cluster.servers
    await define(one, widgets())
    const body = { apiVersion: 'example.dev/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { color: 'red' } }
    expect((await call(two, 'POST', widgetsPath, { body })).status).toBe(201)
    const watch = await openWatch(two, `${widgetsPath}?watch=1&resourceVersion=0`)
    await watch.until(1)
    await redefine(one, ({ spec }) => {
      spec.versions = [{ ...version('v1', specSchema({ color: { type: 'string', default: 'blue' } })), storage: true }]
    })
    const blue = { ...body, metadata: { generateName: 'b-' }, spec: {} }
    await eventually(async () => (await call(two, 'POST', widgetsPath, { body: blue })).json.spec, { color: 'blue' })
    await call(one, 'DELETE', `${crds}/widgets.example.dev`)
    for (const server of cluster.servers) {
      await eventually(async () => (await call(server, 'GET', `${crds}/widgets.example.dev`)).status, 404)
      await eventually(async () => (await call(server, 'GET', widgetsPath)).status, 404)
    }
    expect((await cluster.store.list('/registry/example.dev/')).entries).toEqual([])
  })

  it('of the same kind do not both get the name, whichever server is asked', async () => {
    for (let round = 0; round < 12; round++) {
      await using cluster = await startCluster()
      const created = await Promise.all(
        cluster.servers.map((server, index) => {
          const definition = widgets()
          definition.metadata.name = `widgets${index}.example.dev`
          definition.spec.names = { plural: `widgets${index}`, kind: 'Widget' }
          return define(server, definition)
        }),
      )
      const accepted = created.map(
        ({ status }) => status.conditions.find(({ type }: { type: string }) => type === 'NamesAccepted').status,
      )
      expect(accepted.toSorted()).toEqual(['False', 'True'])
    }
  })
})

describe('admission', () => {
  const configMaps = '/api/v1/namespaces/default/configmaps'

  it('asks the store for nothing where the cache has the namespace', async () => {
    await using cluster = await startCluster()
    const calls: string[] = []
    const inner = cluster.connections[0]?.store
    if (inner === undefined) throw new TypeError('a connection was expected')
    const store = new Proxy(inner, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...given: readonly unknown[]): unknown => {
          calls.push([name, ...given.slice(0, 1)].join(' ').trim())
          return member.apply(target, given)
        }
      },
    })
    const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', store })
    await call(server, 'POST', configMaps, { body: { metadata: { name: 'first' } } })
    calls.length = 0
    expect((await call(server, 'POST', configMaps, { body: { metadata: { name: 'second' } } })).status).toBe(201)
    expect(calls).toEqual(['put /registry/configmaps/default/second'])
    await server.close()
  })

  it('looks a namespace up in the store that the cache does not have yet', async () => {
    await using cluster = await startCluster()
    const [one, two] = cluster.servers
    await call(two, 'POST', configMaps, { body: { metadata: { name: 'opens-the-caches' } } })
    for (let number = 0; number < 20; number++) {
      await call(one, 'POST', '/api/v1/namespaces', { body: { metadata: { name: `n${number}` } } })
      const path = `/api/v1/namespaces/n${number}/configmaps`
      expect((await call(two, 'POST', path, { body: { metadata: { name: 'a' } } })).status).toBe(201)
    }
    const missing = await call(two, 'POST', '/api/v1/namespaces/none/configmaps', { body: { metadata: { name: 'a' } } })
    expect([missing.status, missing.json.message]).toEqual([404, 'namespaces "none" not found'])
  })

  it('knows a namespace that its server terminates at once, and of another server when the store delivers it', async () => {
    await using cluster = await startCluster()
    const [one, two] = cluster.servers
    await call(one, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } })
    const path = '/api/v1/namespaces/n/configmaps'
    for (const server of cluster.servers) {
      expect((await call(server, 'POST', path, { body: { metadata: { generateName: 'x-' } } })).status).toBe(201)
    }
    await call(one, 'DELETE', '/api/v1/namespaces/n')
    const refused = { status: 403, json: { details: { causes: [{ reason: 'NamespaceTerminating' }] } } }
    expect(await call(one, 'POST', path, { body: { metadata: { name: 'late' } } })).toMatchObject(refused)
    const late = async (): Promise<number> =>
      (await call(two, 'POST', path, { body: { metadata: { generateName: 'late-' } } })).status
    await eventually(late, 403)
  })

  it('knows a quota that its server has created at once, and that of another server when the store delivers it', async () => {
    await using cluster = await startCluster()
    const [one, two] = cluster.servers
    await call(two, 'POST', configMaps, { body: { metadata: { name: 'opens-the-caches' } } })
    const quotas = '/api/v1/namespaces/default/resourcequotas'
    await call(one, 'POST', quotas, { body: { metadata: { name: 'none' }, spec: { hard: { configmaps: '1' } } } })
    const refused = await call(one, 'POST', configMaps, { body: { metadata: { name: 'refused' } } })
    expect([refused.status, refused.json.reason]).toEqual([403, 'Forbidden'])
    await eventually(
      async () => (await call(two, 'POST', configMaps, { body: { metadata: { generateName: 'x-' } } })).status,
      403,
    )
  })
})

describe('evictions', () => {
  it('through several servers take no more than the budget allows', async () => {
    await using cluster = await startCluster()
    const [one] = cluster.servers
    const pods = '/api/v1/namespaces/default/pods'
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    const containers = [{ name: 'main', image: 'example' }]
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const merge = { 'content-type': 'application/merge-patch+json' }
    const running = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
    for (const name of names) {
      await call(one, 'POST', pods, { body: { metadata: { name, labels: { app: 'x' } }, spec: { containers } } })
      await call(one, 'PATCH', `${pods}/${name}/status`, { body: { status: running }, headers: merge })
    }
    const selector = { matchLabels: { app: 'x' } }
    await call(one, 'POST', budgets, { body: { metadata: { name: 'x' }, spec: { minAvailable: 4, selector } } })
    const status = {
      observedGeneration: 1,
      disruptionsAllowed: 2,
      currentHealthy: 6,
      desiredHealthy: 4,
      expectedPods: 6,
    }
    await call(one, 'PATCH', `${budgets}/x/status`, { body: { status }, headers: merge })
    const codes = await Promise.all(
      names.map(async (name, index) => {
        const server = cluster.servers[index % 2] ?? one
        const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } }
        return (await call(server, 'POST', `${pods}/${name}/eviction`, { body })).status
      }),
    )
    expect(codes.filter((code) => code === 201)).toHaveLength(2)
    expect(codes.filter((code) => code === 429)).toHaveLength(4)
  })
})

describe('a watch', () => {
  it('resumes on the other server where it has ended, from a version that server has not seen yet', async () => {
    await using cluster = await startCluster()
    const [one, two] = cluster.servers
    const path = '/api/v1/namespaces/default/configmaps'
    const { json } = await call(one, 'POST', path, { body: { metadata: { name: 'a' } } })
    await call(one, 'POST', path, { body: { metadata: { name: 'b' } } })
    // The other server has never read config maps.
    const watch = await openWatch(two, `${path}?watch=1&resourceVersion=${json.metadata.resourceVersion}`)
    await call(one, 'DELETE', `${path}/a`)
    await watch.until(2)
    expect(watch.events.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual(['ADDED b', 'DELETED a'])
    watch.leave()
  })

  it('of a version that was compacted before the server has read the resource ends with 410', async () => {
    await using cluster = await startCluster()
    const path = '/api/v1/namespaces/default/secrets'
    for (const name of ['a', 'b', 'c']) await call(cluster.servers[0], 'POST', path, { body: { metadata: { name } } })
    cluster.store.compact(cluster.store.revision())
    const watch = await openWatch(cluster.servers[1], `${path}?watch=1&resourceVersion=2`)
    await watch.until(1)
    expect(watch.events[0]).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
  })
})

describe('two releases that run together', () => {
  const older = '/apis/example.dev/v1beta1/namespaces/default/widgets'
  // The release before: it has never heard of v1.
  const before = defineResource({
    group: 'example.dev',
    version: 'v1beta1',
    kind: 'Widget',
    scope: 'Namespaced',
    schema: z.object({ spec: z.object({ length: z.string().default('1mm') }) }),
  })

  it('read and write all objects while the new one stores the version that the old one reads', async () => {
    const hub = widget('v1beta1')
    await using cluster = await startCluster({}, [{ resources: [before] }, { resources: [hub, oldWidget(hub)] }])
    const [old, next] = cluster.servers
    await call(old, 'POST', older, { body: { metadata: { name: 'of-old' }, spec: { length: '5cm' } } })
    await call(next, 'POST', widgetsPath, { body: { metadata: { name: 'of-new' }, spec: { size: 7, unit: 'm' } } })
    expect((await call(old, 'GET', `${older}/of-new`)).json.spec).toEqual({ length: '7m' })
    expect((await call(next, 'GET', `${widgetsPath}/of-old`)).json.spec).toMatchObject({ size: 5, unit: 'cm' })
    const merge = { 'content-type': 'application/merge-patch+json' }
    const patched = await call(next, 'PATCH', `${widgetsPath}/of-old`, { body: { spec: { size: 6 } }, headers: merge })
    expect(patched.status).toBe(200)
    expect((await call(old, 'GET', `${older}/of-old`)).json.spec).toEqual({ length: '6cm' })
    const update = await call(old, 'PATCH', `${older}/of-new`, { body: { spec: { length: '8m' } }, headers: merge })
    expect(update.status).toBe(200)
    expect((await call(next, 'GET', `${widgetsPath}/of-new`)).json.spec).toMatchObject({ size: 8, unit: 'm' })
  })
})
