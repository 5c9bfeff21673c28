import { defineResource, z } from '@pinnace/resources/define'
import { createFaultyStore, createSeededRandom, eventually } from '@pinnace/testing'
import { createMemoryStore } from '@pinnace/store/memory'
import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  createMetrics,
  createServer,
  createServingCertificates,
  type Server,
  type ServerListening,
  type ServerOptions,
} from '../../src/index.ts'
import { define, widgets as definition } from '../custom-resources/support.ts'
import { call, openWatch } from '../support/call.ts'

const declare = (version: string, kind: string) =>
  defineResource({
    group: 'shop.example.dev',
    version,
    kind,
    scope: 'Namespaced',
    schema: z.object({ spec: z.object({ size: z.int32().default(1) }).optional() }),
  })
const Order = declare('v1', 'Order')
const Refund = declare('v1', 'Refund')
const Parcel = declare('v2', 'Parcel')

const { ca: cert, caKey: key } = createServingCertificates({ vocabulary: kubernetesVocabulary })
const parcels = '/apis/shop.example.dev/v2/namespaces/default/parcels'
const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const parcel = { apiVersion: 'shop.example.dev/v2', kind: 'Parcel', metadata: { name: 'a' }, spec: {} }

interface Pair extends AsyncDisposable {
  /** Serves orders. */
  readonly old: Server
  /** Serves refunds and parcels too, and listens. */
  readonly next: Server
  readonly listening: ServerListening
}

/** An old and a new release of one program over one store. */
async function startPair(own: ServerOptions = {}, prepare?: (next: Server) => Promise<unknown>): Promise<Pair> {
  const store = createMemoryStore()
  const random = createSeededRandom(1)
  const open = (hostname: string, options: ServerOptions): Promise<Server> =>
    createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      store: createFaultyStore({ store, random }).store,
      hostname,
      certificateAuthority: { cert, key },
      peers: { ca: cert, advertiseAddress: '127.0.0.1' },
      ...options,
      authentication: {
        requestHeader: {
          clientCa: cert,
          allowedNames: ['front-proxy-client'],
          usernameHeaders: ['X-Remote-User'],
          uidHeaders: ['X-Remote-Uid'],
          groupHeaders: ['X-Remote-Group'],
          extraHeaderPrefixes: ['X-Remote-Extra-'],
        },
        tokens: [{ token: 'jane-token', user: { username: 'jane', groups: ['shop'], extra: { 'a/b': ['c'] } } }],
      },
    })
  const old = await open('old', { resources: [Order], ...own })
  const next = await open('next', { resources: [Order, Refund, Parcel] })
  await prepare?.(next)
  const listening = await next.listen({ advertiseAddress: '192.0.2.7' })
  return {
    old,
    next,
    listening,
    async [Symbol.asyncDispose]() {
      for (const server of [old, next]) await server.close({ graceMs: 0 })
    },
  }
}

function whenKnown(old: Server): Promise<number> {
  return eventually(async () => (await call(old, 'GET', parcels)).status, 200)
}

describe('a request for a version that only another server serves', () => {
  it('is forwarded to it', async () => {
    await using pair = await startPair()
    const { old, next } = pair
    await whenKnown(old)
    const created = await call(old, 'POST', parcels, { body: parcel })
    expect([created.status, created.json.spec]).toEqual([201, { size: 1 }])
    expect((await call(next, 'GET', `${parcels}/a`)).json).toEqual(created.json)
    expect(await call(old, 'GET', `${parcels}/b`)).toMatchObject({
      status: 404,
      json: { message: 'parcels.shop.example.dev "b" not found' },
    })
    // A resource of a version that both serve.
    const refunds = '/apis/shop.example.dev/v1/namespaces/default/refunds'
    const refund = { apiVersion: 'shop.example.dev/v1', kind: 'Refund', metadata: { name: 'a' } }
    expect((await call(old, 'POST', refunds, { body: refund })).status).toBe(201)
  })

  it('can be a watch, and has the user', async () => {
    await using pair = await startPair()
    const { old, next } = pair
    await whenKnown(old)
    const users: unknown[] = []
    next.events.on('watchOpened', ({ user }) => users.push(user))
    const headers = { authorization: 'Bearer jane-token' }
    const watch = await openWatch(old, `${parcels}?watch=1`, { headers })
    await call(next, 'POST', parcels, { body: parcel })
    await watch.until(1)
    expect(watch.events.map(({ type }) => type)).toEqual(['ADDED'])
    watch.leave()
    expect(users).toMatchObject([
      { username: 'jane', groups: ['shop', 'system:authenticated'], extra: { 'a/b': ['c'] } },
    ])
  })

  it('is a 404 if no server serves it, if it was forwarded before, and without peers', async () => {
    await using pair = await startPair()
    const { old, next } = pair
    await whenKnown(old)
    expect((await call(old, 'GET', '/apis/shop.example.dev/v3/namespaces/default/parcels')).status).toBe(404)
    const headers = { 'x-kubernetes-peer-proxied': 'true' }
    expect((await call(old, 'GET', parcels, { headers })).status).toBe(404)
    await using alone = await startPair({ peers: {} })
    await eventually(async () => (await call(alone.next, 'GET', parcels)).status, 200)
    expect((await call(alone.old, 'GET', parcels)).status).toBe(404)
    expect((await call(next, 'GET', parcels, { headers })).status).toBe(200)
  })

  it('is a 503 that says why while that server cannot be reached, and is counted', async () => {
    await using pair = await startPair({ metrics: await createMetrics() })
    const { old, next } = pair
    await whenKnown(old)
    const metrics = async (): Promise<string> => (await call(old, 'GET', '/metrics')).text
    const request = 'group="shop.example.dev",version="v2",resource="parcels"'
    expect(await metrics()).toContain(`apiserver_rerouted_request_total{code="200",${request}} 1\n`)
    expect(await metrics()).toContain(
      'apiserver_rerouted_request_total{code="200",group="",version="",resource=""} 2\n',
    )
    await next.close({ graceMs: 0 })
    expect(await call(old, 'GET', parcels)).toMatchObject({
      status: 503,
      json: {
        reason: 'ServiceUnavailable',
        message: 'Error getting ip and port info of the remote server while proxying',
      },
    })
    expect(await metrics()).toContain(`apiserver_peer_proxy_errors_total{type="endpoint_resolution",${request}} 1\n`)
  })

  it('is a 503 with the error of the connection until the record of a dead server is removed', async () => {
    await using pair = await startPair()
    const { old, listening } = pair
    await whenKnown(old)
    await listening.close({ graceMs: 0 })
    const { status, text } = await call(old, 'GET', parcels)
    expect([status, text]).toEqual([503, `dial tcp 127.0.0.1:${listening.port}: connect: connection refused\n`])
  })
})

describe('discovery', () => {
  const groupsOf = async (server: Server, accept: string, path = '/apis'): Promise<Record<string, string[]>> => {
    const { json } = await call(server, 'GET', path, { headers: { accept } })
    const items: readonly {
      metadata: { name?: string }
      versions: { version: string; resources: { resource: string }[] }[]
    }[] = json.items
    return Object.fromEntries(
      items.map(({ metadata, versions }) => [
        metadata.name ?? '',
        versions.flatMap(({ version, resources }) => resources.map(({ resource }) => `${version}/${resource}`)),
      ]),
    )
  }

  it('has the versions and resources of peers, unless the media type excludes them', async () => {
    await using pair = await startPair()
    const { old } = pair
    await whenKnown(old)
    expect((await groupsOf(old, aggregated))['shop.example.dev']).toEqual(['v2/parcels', 'v1/orders', 'v1/refunds'])
    expect((await groupsOf(old, `${aggregated};profile=nopeer`))['shop.example.dev']).toEqual(['v1/orders'])
  })

  it('does not keep CRDs of peers, which every server serves', async () => {
    await using pair = await startPair({}, (next) => define(next, definition()))
    await whenKnown(pair.old)
    await eventually(async () => Object.keys(await groupsOf(pair.old, aggregated)).includes('example.dev'), true)
    await call(pair.next, 'DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.dev')
    await eventually(async () => Object.keys(await groupsOf(pair.old, aggregated)).includes('example.dev'), false)
  })
})

it('has the health checks of kube-apiserver with peers', async () => {
  await using pair = await startPair()
  const readyz = (await call(pair.old, 'GET', '/readyz?verbose')).text
  expect(readyz).toContain(
    [
      'peer-endpoint-reconciler-controller',
      'mixed-version-proxy-handler',
      'local-discovery-cache-sync',
      'peer-discovery-workers',
    ]
      .map((hook) => `[+]poststarthook/${hook} ok\n`)
      .join(''),
  )
  await using alone = await startPair({ peers: {} })
  expect((await call(alone.old, 'GET', '/readyz?verbose')).text).not.toContain('peer-discovery-workers')
})

describe('the options of peers', () => {
  it('need their feature gate, and an IP address', async () => {
    const open = (options: ServerOptions): Promise<Server> => createServer({ preset: 'testing', ...options })
    const featureGates = { UnknownVersionInteroperabilityProxy: false }
    await expect(open({ peers: { ca: cert }, featureGates })).rejects.toThrow(
      'peers requires the feature gate UnknownVersionInteroperabilityProxy',
    )
    await expect(open({ peers: { advertiseAddress: 'here' } })).rejects.toThrow(
      'peers.advertiseAddress must be an IP address, not "here"',
    )
    await expect(open({ peers: { ca: 'none' } })).rejects.toThrow()
  })
})
