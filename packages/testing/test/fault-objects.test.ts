import { createClient } from '@pinnace/client'
import { createServer } from '@pinnace/server'
import { describe, expect, it } from 'vitest'
import { faultKind, serveFaults, type FaultObject } from '../src/faults.ts'
import { faultTypes } from '../src/faults/to-fault-action.ts'
import { createFakeClock, createTestServer, eventually, type FaultAction, type TestServer } from '../src/index.ts'

const faultName = { apiVersion: 'testing.pinnace.dev/v1alpha1', kind: 'Fault' }
const maps = (server: TestServer) => server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

/** Another program. */
async function remote(server: TestServer) {
  return createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
}

const conflict: Pick<FaultObject, 'metadata' | 'spec'> = {
  metadata: { name: 'busy' },
  spec: { match: { verbs: ['create'], resources: ['configmaps'] }, do: { type: 'conflict' }, times: 1 },
}

describe('the kind Fault', () => {
  it('is in effect when its create has been answered, counts, and ends when it is deleted', async () => {
    await using server = await createTestServer({ enableFaults: true })
    const client = await remote(server)
    const faults = client.resource(faultKind)
    const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await faults.create(conflict)
    await expect(configMaps.create({ metadata: { name: 'a' } })).rejects.toMatchObject({ code: 409 })
    await configMaps.create({ metadata: { name: 'a' } })
    await eventually(async () => (await faults.get('busy')).status, { count: 1 })
    expect(server.requests.filter(({ faults: [fault] }) => fault === 'conflict')).toHaveLength(1)

    const spec: FaultObject['spec'] = {
      do: { type: 'status', code: 503, retryAfterSeconds: 2 },
      match: { users: ['system:apiserver'] },
    }
    await faults.create({ metadata: { name: 'down' }, spec })
    await expect(maps(server).list()).rejects.toMatchObject({ code: 503 })
    await faults.delete('down')
    await maps(server).list()
  })

  it('replaces a fault whose spec has changed', async () => {
    await using server = await createTestServer({ enableFaults: true })
    const faults = server.client(faultKind)
    await faults.create({ ...conflict, spec: { ...conflict.spec, times: 5 } })
    await expect(maps(server).create({ metadata: { name: 'a' } })).rejects.toMatchObject({ code: 409 })
    await faults.patch('busy', { spec: { do: { type: 'status', code: 500 } } })
    await expect(maps(server).create({ metadata: { name: 'a' } })).rejects.toMatchObject({ code: 500 })
  })

  it.each([
    [{ type: 'delay' }, 'spec.do: Invalid value: "delay": a fault of the type delay needs delayMs'],
    [{ type: 'reset' }, 'a fault of the type reset needs when'],
    [{ type: 'status' }, 'a status fault needs a code or a reason'],
    [{ type: 'status', reason: 'Nope' }, '"Nope" is no reason of a Status'],
    [{ type: 'explode' }, 'Unsupported value: "explode"'],
  ])('rejects %j', async (action, message) => {
    await using server = await createTestServer({ enableFaults: true })
    const faults = server.client(faultName)
    await expect(faults.create({ metadata: { name: 'a' }, spec: { do: action } })).rejects.toThrow(message)
  })

  it('says in its status why it is not in effect', async () => {
    await using server = await createTestServer({ enableFaults: true })
    const faults = server.client(faultKind)
    await faults.create({ metadata: { name: 'jump' }, spec: { do: { type: 'clockJump', jumpMs: 1 } } })
    await eventually(async () => (await faults.get('jump')).status, {
      count: 0,
      error: 'a clock jump needs a server with a fake clock',
    })
  })

  it('never happens to requests for faults themselves, and ends with a reset', async () => {
    await using server = await createTestServer({ enableFaults: true })
    const faults = server.client(faultName)
    await faults.create({ metadata: { name: 'all' }, spec: { do: { type: 'status', code: 503 } } })
    expect((await faults.list()).items).toHaveLength(1)
    server.reset()
    await eventually(
      () =>
        maps(server)
          .list()
          .then(
            ({ items }) => items.length,
            () => -1,
          ),
      0,
    )
  })

  it('is not served unless it is enabled', async () => {
    await using server = await createTestServer()
    const reply = await server.fetch(new Request('http://server/apis/testing.pinnace.dev/v1alpha1/faults'))
    expect(reply.status).toBe(404)
  })

  it('works on any server', async () => {
    await using server = await createServer({ preset: 'testing', vocabulary: 'kubernetes', resources: [faultKind] })
    const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    using served = await serveFaults(server)
    await server.client(faultName).create({ metadata: { name: 'all' }, spec: { do: { type: 'status', code: 503 } } })
    await expect(configMaps.list()).rejects.toMatchObject({ code: 503 })
    served[Symbol.dispose]()
    await configMaps.list()
  })
})

/** A fault of each type, and the verb of the request that it happens to. */
const everyFault: { readonly [Type in FaultAction['type']]: readonly [Omit<FaultAction, 'type'>, string] } = {
  status: [{ code: 503 }, 'list'],
  conflict: [{}, 'create'],
  expiredCertificate: [{}, 'list'],
  webhookTimeout: [{ delayMs: 0 }, 'create'],
  delay: [{ delayMs: 0 }, 'list'],
  hang: [{}, 'list'],
  reset: [{ when: 'after' }, 'create'],
  slowBody: [{ bytesPerSecond: 1_000_000 }, 'list'],
  closeWatch: [{ afterEvents: 1 }, 'watch'],
  cutWatch: [{ afterEvents: 1 }, 'watch'],
  delayWatch: [{ delayMs: 1 }, 'watch'],
  batchWatch: [{ events: 2, everyMs: 1 }, 'watch'],
  repeatEvents: [{}, 'watch'],
  withholdBookmarks: [{}, 'watch'],
  compact: [{}, 'watch'],
  staleReads: [{ all: true }, 'list'],
  clockJump: [{ jumpMs: 1 }, 'list'],
}

describe('a fault that another program adds', () => {
  it('may be of any type', () => expect(Object.keys(everyFault).sort()).toEqual([...faultTypes].sort()))

  it.each(Object.entries(everyFault))('of the type %s happens, is counted and logged', async (type, [action, verb]) => {
    const clock = type === 'clockJump' ? { clock: createFakeClock(new Date().toISOString()) } : {}
    await using server = await createTestServer({ enableFaults: true, ...clock })
    const client = await remote(server)
    if (type === 'webhookTimeout') await client.resource(webhooks).create(unreachable)
    const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    const { metadata } = await configMaps.create({ metadata: { name: 'settings' } })
    const spec = { match: { resources: ['configmaps'], verbs: [verb] }, do: { type, ...action }, times: 1 } as never
    await client.resource(faultKind).create({ metadata: { name: 'one' }, spec })

    const ending = new AbortController()
    const from = { resourceVersion: metadata.resourceVersion ?? '', signal: ending.signal }
    const asked: Readonly<Record<string, () => Promise<unknown>>> = {
      list: () => configMaps.list(),
      create: () => configMaps.create({ metadata: { name: 'other' } }),
      watch: () => configMaps.watch(from).next(),
    }
    const answered = asked[verb]?.().catch(() => undefined)
    await eventually(async () => (await client.resource(faultKind).get('one')).status, { count: 1 })
    expect(server.requests.filter(({ faults }) => faults.includes(type as FaultAction['type']))).toMatchObject([
      { verb, resource: 'configmaps' },
    ])
    await client.resource(faultKind).delete('one')
    ending.abort()
    await answered
  })
})

const webhooks = { apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' }
const unreachable = {
  metadata: { name: 'checks' },
  webhooks: [
    {
      name: 'maps.example.com',
      clientConfig: { url: 'https://127.0.0.1:1/' },
      failurePolicy: 'Ignore',
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    },
  ],
} as never
