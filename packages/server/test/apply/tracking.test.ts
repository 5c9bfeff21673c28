// managedFields of every writing verb.
import type { AdmissionPlugin } from '@pinnace/admission'
import { createFakeClock } from '@pinnace/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../../src/index.ts'
import { call } from '../support/call.ts'
import { someRequest } from '../support/certificate-request.ts'
import {
  apply,
  configMap,
  configMaps,
  deployment,
  deployments,
  entryNames,
  ownedPaths,
  partOfDeployment,
  patch,
  pods,
  post,
  put,
  read,
} from './actors.ts'

let server: Server
let clock: ReturnType<typeof createFakeClock>
const a = `${configMaps}/a`
const d = `${deployments}/d`
const pod = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, ...more },
  spec: { containers: [{ name: 'main', image: 'image:1' }] },
})

beforeEach(async () => {
  clock = createFakeClock('2030-01-01T00:00:00Z')
  server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
})

describe('the entry of a write', () => {
  it('of a create has manager, operation, apiVersion and time', async () => {
    const { json } = await post(server, configMaps, 'creator', configMap('a', { k: 'v' }))
    expect(json.metadata.managedFields).toEqual([
      {
        manager: 'creator',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2030-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } },
      },
    ])
  })

  it('of a create owns what defaults have filled in', async () => {
    const { json } = await post(server, deployments, 'creator', deployment('d'))
    expect(ownedPaths(json)['creator Update']).toContain('.spec.replicas')
    expect(ownedPaths(json)['creator Update']).toContain('.spec.progressDeadlineSeconds')
  })

  it('through the status has the subresource', async () => {
    await post(server, deployments, 'creator', deployment('d'))
    const { json } = await patch(server, 'merge', `${d}/status`, 'controller', { status: { replicas: 1 } })
    const entry = json.metadata.managedFields.find(({ manager }: { manager: string }) => manager === 'controller')
    expect(entry).toMatchObject({ operation: 'Update', apiVersion: 'apps/v1', subresource: 'status' })
    expect(entry.fieldsV1).toEqual({ 'f:status': { 'f:replicas': {} } })
  })

  it('through the scale has the subresource and the resource’s version', async () => {
    await post(server, deployments, 'creator', deployment('d'))
    const scale = await patch(server, 'merge', `${d}/scale`, 'scaler', { spec: { replicas: 3 } })
    expect(scale.json.metadata.managedFields).toBeUndefined()
    const stored = await read(server, d)
    // It has no time, and is therefore the first of the updates.
    expect(stored.metadata.managedFields[0].time).toBeUndefined()
    expect(stored.metadata.managedFields[0]).toMatchObject({
      manager: 'scaler',
      operation: 'Update',
      apiVersion: 'apps/v1',
      subresource: 'scale',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    })
    expect(ownedPaths(stored)['creator Update']).not.toContain('.spec.replicas')
  })

  it.each(['PUT', 'PATCH'])('through the scale by %s is the same', async (method) => {
    await post(server, deployments, 'creator', deployment('d'))
    const body = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 4 } }
    const headers = { 'content-type': method === 'PUT' ? 'application/json' : 'application/merge-patch+json' }
    expect((await call(server, method, `${d}/scale?fieldManager=scaler`, { body, headers })).status).toBe(200)
    expect(ownedPaths(await read(server, d))['scaler Update scale']).toEqual(['.spec.replicas'])
  })

  it('has separate entries of one manager for each operation and subresource', async () => {
    await post(server, deployments, 'x', deployment('d'))
    await apply(server, d, 'x', partOfDeployment('d', { minReadySeconds: 3 }))
    await patch(server, 'merge', `${d}/status`, 'x', { status: { replicas: 1 } })
    await patch(server, 'merge', `${d}/scale`, 'x', { spec: { replicas: 2 } })
    expect(entryNames(await read(server, d))).toEqual(['x Apply', 'x Update scale', 'x Update', 'x Update status'])
  })

  it('has the time of its change, and entries are in the order of their times, appliers first', async () => {
    await post(server, configMaps, 'z', configMap('a', { k: 'v' }))
    await clock.advance(1000)
    await patch(server, 'merge', a, 'y', { data: { l: 'v' } })
    await clock.advance(1000)
    await apply(server, a, 'x', configMap('a', { m: 'v' }))
    const { metadata } = await read(server, a)
    expect(
      metadata.managedFields.map(({ manager, time }: { manager: string; time: string }) => `${manager} ${time}`),
    ).toEqual(['x 2030-01-01T00:00:02Z', 'z 2030-01-01T00:00:00Z', 'y 2030-01-01T00:00:01Z'])
  })
})

describe('the name of a manager', () => {
  it.each([
    ['kubectl/v1.36.0 (linux/amd64)', 'kubectl'],
    ['Go-http-client/2.0', 'Go-http-client'],
    ['no-slash', 'no-slash'],
    ['bad\u0007bell/1', 'badbell'],
    ['ü'.repeat(80), 'ü'.repeat(64)],
    ['/nothing', 'unknown'],
  ])('from the user agent %j is %j', async (agent, manager) => {
    const { json } = await call(server, 'POST', configMaps, {
      body: configMap('a', { k: 'v' }),
      headers: { 'user-agent': agent },
    })
    expect(json.metadata.managedFields[0].manager).toBe(manager)
  })

  it('without a user agent is unknown', async () => {
    const { json } = await post(server, configMaps, '', configMap('a', { k: 'v' }))
    expect(json.metadata.managedFields[0].manager).toBe('unknown')
  })

  it('of the query goes before the user agent', async () => {
    const headers = { 'user-agent': 'kubectl/v1' }
    const { json } = await call(server, 'POST', `${configMaps}?fieldManager=mine`, {
      body: configMap('a', { k: 'v' }),
      headers,
    })
    expect(json.metadata.managedFields[0].manager).toBe('mine')
  })

  it('is at most 128 bytes long and printable', async () => {
    const long = await post(server, configMaps, 'x'.repeat(129), configMap('a'))
    expect([long.status, long.json.message]).toEqual([
      422,
      'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
    ])
    const odd = await post(server, configMaps, 'x\u0007', configMap('a'))
    expect([odd.status, odd.json.details.causes[0].field]).toEqual([422, 'fieldManager'])
  })
})

describe('times', () => {
  it('stay where an update changes nothing, and so does the version', async () => {
    const made = await post(server, configMaps, 'writer', configMap('a', { k: 'v' }))
    await clock.advance(60_000)
    const { json } = await put(server, a, 'writer', configMap('a', { k: 'v' }))
    expect(json).toEqual(made.json)
  })

  it('change only for the manager that changes a field', async () => {
    await post(server, configMaps, 'one', configMap('a', { k: 'v', l: 'v' }))
    await clock.advance(60_000)
    const { json } = await patch(server, 'merge', a, 'two', { data: { l: 'w' } })
    const times = Object.fromEntries(
      json.metadata.managedFields.map(({ manager, time }: { manager: string; time: string }) => [manager, time]),
    )
    expect(times).toEqual({ one: '2030-01-01T00:00:00Z', two: '2030-01-01T00:01:00Z' })
  })

  it('stay where a plugin turns the change back', async () => {
    const plugin: AdmissionPlugin = {
      name: 'Constant',
      handles: () => true,
      admit({ resource, object }) {
        if (resource.resource === 'configmaps') Object.assign(object as object, { data: { k: 'constant' } })
      },
    }
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock, admission: [plugin] })
    await post(server, configMaps, 'creator', configMap('a', { k: 'constant' }))
    const first = await patch(server, 'merge', a, 'writer', { data: { k: 'other' } })
    await clock.advance(60_000)
    const second = await patch(server, 'merge', a, 'writer', { data: { k: 'other' } })
    expect(first.json.data).toEqual({ k: 'constant' })
    expect(second.json).toEqual(first.json)
    const dry = await patch(server, 'merge', a, 'writer', { data: { k: 'other' } }, { query: 'dryRun=All' })
    expect(dry.json).toEqual(first.json)
  })

  it('stay where an apply only spells a value in another way', async () => {
    const withCpu = (cpu: string): object => ({
      ...pod('p'),
      spec: { containers: [{ name: 'main', image: 'i', resources: { requests: { cpu } } }] },
    })
    const p = `${pods}/p`
    const first = await apply(server, p, 'one', withCpu('1000m'))
    expect(first.json.spec.containers[0].resources.requests.cpu).toBe('1')
    await clock.advance(60_000)
    expect((await apply(server, p, 'one', withCpu('1000m'))).json).toEqual(first.json)
  })

  it('fields that a plugin adds have no owner', async () => {
    const plugin: AdmissionPlugin = {
      name: 'Label',
      handles: () => true,
      admit({ resource, object }) {
        if (resource.resource === 'configmaps') Object.assign(object!.metadata, { labels: { team: 'none' } })
      },
    }
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock, admission: [plugin] })
    const { json } = await post(server, configMaps, 'creator', configMap('a', { k: 'v' }))
    expect(json.metadata.labels).toEqual({ team: 'none' })
    expect(ownedPaths(json)).toEqual({ 'creator Update': ['.data', '.data.k'] })
  })
})

describe('many managers', () => {
  it('ten that update are kept, older ones become ancient-changes', async () => {
    await post(server, configMaps, 'm0', configMap('a', { k0: 'v' }))
    for (let number = 1; number < 12; number++) {
      await clock.advance(1000)
      await patch(server, 'merge', a, `m${number}`, { data: { [`k${number}`]: 'v' } })
    }
    const stored = await read(server, a)
    expect(entryNames(stored)).toEqual([
      'ancient-changes Update',
      ...Array.from({ length: 9 }, (_, number) => `m${number + 3} Update`),
    ])
    expect(ownedPaths(stored)['ancient-changes Update']).toEqual(['.data', '.data.k0', '.data.k1', '.data.k2'])
  })

  it('appliers are kept however many they are', async () => {
    for (let number = 0; number < 15; number++)
      await apply(server, a, `m${number}`, configMap('a', { [`k${number}`]: 'v' }))
    expect(entryNames(await read(server, a))).toHaveLength(15)
  })

  it('entries that become identical are one', async () => {
    await post(server, configMaps, 'one', configMap('a', { k: 'v' }))
    await patch(server, 'merge', a, 'two', { data: { l: 'v' } })
    await patch(server, 'merge', a, 'two', { data: { m: 'v' } })
    expect(entryNames(await read(server, a))).toEqual(['one Update', 'two Update'])
    expect(ownedPaths(await read(server, a))['two Update']).toEqual(['.data.l', '.data.m'])
  })

  it('managers without fields are removed', async () => {
    await post(server, configMaps, 'one', configMap('a', { k: 'v' }))
    await put(server, a, 'two', configMap('a', { l: 'v' }))
    await put(server, a, 'three', configMap('a'))
    expect((await read(server, a)).metadata.managedFields).toBeUndefined()
  })
})

describe('fields that an endpoint resets are not owned through it', () => {
  it('the status, on the resource itself', async () => {
    const body = { ...deployment('d'), status: { replicas: 7 } }
    const created = await post(server, deployments, 'x', body)
    expect(created.json.status).toEqual({})
    expect(ownedPaths(created.json)['x Update']!.filter((path) => path.startsWith('.status'))).toEqual([])
    const applied = await apply(server, d, 'y', {
      ...partOfDeployment('d', { minReadySeconds: 1 }),
      status: { replicas: 7 },
    })
    expect(ownedPaths(applied.json)['y Apply']).toEqual(['.spec.minReadySeconds'])
  })

  it('spec and labels, on a deployment’s status', async () => {
    await post(server, deployments, 'x', deployment('d'))
    const { json } = await apply(server, `${d}/status`, 'y', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', labels: { a: 'b' } },
      spec: { replicas: 9 },
      status: { replicas: 9 },
    })
    expect([json.spec.replicas, json.status.replicas, json.metadata.labels]).toEqual([1, 9, undefined])
    expect(ownedPaths(json)['y Apply status']).toEqual(['.status.replicas'])
  })

  it('spec and owners, on a pod’s status, whose labels it may set', async () => {
    await post(server, pods, 'x', pod('p'))
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' }
    const { json } = await patch(server, 'merge', `${pods}/p/status`, 'kubelet', {
      metadata: { labels: { a: 'b' }, ownerReferences: [owner] },
      spec: { containers: [{ name: 'main', image: 'other' }] },
      status: { phase: 'Running' },
    })
    expect(json.spec.containers[0].image).toBe('image:1')
    expect(ownedPaths(json)['kubelet Update status']).toEqual([
      '.metadata.labels',
      '.metadata.labels.a',
      '.status.phase',
    ])
  })

  it('all metadata, on a flow schema’s status', async () => {
    const flows = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas'
    const made = await post(server, flows, 'x', {
      metadata: { name: 'f' },
      spec: { priorityLevelConfiguration: { name: 'exempt' } },
    })
    expect(made.status).toBe(201)
    const { json } = await patch(server, 'merge', `${flows}/f/status`, 'y', {
      metadata: { labels: { a: 'b' } },
      status: { conditions: [{ type: 'Dangling', status: 'False' }] },
    })
    expect(json.metadata.labels).toBeUndefined()
    expect(ownedPaths(json)['y Update status']!.every((path) => path.startsWith('.status'))).toBe(true)
  })

  it('spec and status, on a certificate request; conditions on its status; the certificate on its approval', async () => {
    const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
    const made = await post(server, requests, 'x', {
      metadata: { name: 'r', labels: { a: 'b' } },
      spec: { request: someRequest, signerName: 'example.dev/x', usages: ['client auth'] },
    })
    expect(made.status).toBe(201)
    expect(ownedPaths(made.json)).toEqual({ 'x Update': ['.metadata.labels', '.metadata.labels.a'] })
    const condition = { type: 'Approved', status: 'True', reason: 'x' }
    const approved = await patch(server, 'merge', `${requests}/r/approval`, 'approver', {
      status: { conditions: [condition], certificate: 'AAAA' },
    })
    expect(approved.json.status.certificate).toBeUndefined()
    const owned = ownedPaths(approved.json)['approver Update approval']!
    expect(owned).toContain('.status.conditions[type="Approved"]')
    expect(owned).not.toContain('.status.certificate')
  })

  it('but on the endpoint of ephemeral containers the writer owns what is put back', async () => {
    await post(server, pods, 'x', pod('p'))
    const { status, json } = await patch(server, 'strategic', `${pods}/p/ephemeralcontainers`, 'debugger', {
      metadata: { labels: { a: 'b' } },
      spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] },
    })
    expect([status, json.metadata.labels]).toEqual([200, undefined])
    expect(ownedPaths(json)['debugger Update ephemeralcontainers']).toContain('.metadata.labels.a')
  })
})

describe('endpoints that take another kind do not track', () => {
  it('a binding owns nothing, and leaves the others what they have', async () => {
    await post(server, pods, 'x', pod('p', { labels: { a: 'b' } }))
    const before = await read(server, `${pods}/p`)
    const { status } = await post(server, `${pods}/p/binding`, 'scheduler', {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'p', labels: { bound: 'yes' } },
      target: { kind: 'Node', name: 'n' },
    })
    expect(status).toBe(201)
    const bound = await read(server, `${pods}/p`)
    expect([bound.spec.nodeName, bound.metadata.labels]).toEqual(['n', { a: 'b', bound: 'yes' }])
    expect(bound.metadata.managedFields).toEqual(before.metadata.managedFields)
  })

  it('an eviction that only marks the pod keeps its owners', async () => {
    await post(server, pods, 'x', pod('p', { finalizers: ['example.dev/hold'] }))
    const before = await read(server, `${pods}/p`)
    await post(server, `${pods}/p/eviction`, 'drainer', {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
    })
    const marked = await read(server, `${pods}/p`)
    expect(marked.metadata.deletionTimestamp).toBeDefined()
    expect(marked.metadata.managedFields).toEqual(before.metadata.managedFields)
  })

  it('the status of an old autoscaler owns the annotations that it becomes', async () => {
    const autoscalers = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
    const object = {
      metadata: { name: 'h' },
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
      status: { currentReplicas: 1, desiredReplicas: 1, currentCPUUtilizationPercentage: 5 },
    }
    await post(server, autoscalers, 'x', object)
    const { json } = await put(server, `${autoscalers}/h/status`, 'loop', object)
    expect(ownedPaths(json)['loop Update status']).toContain('.metadata.annotations')
  })

  it('finalize, which takes a namespace, tracks it', async () => {
    await call(server, 'POST', '/api/v1/namespaces', { body: { metadata: { name: 'n' } } })
    const namespace = await read(server, '/api/v1/namespaces/n')
    const { json } = await put(server, '/api/v1/namespaces/n/finalize', 'loop', {
      ...namespace,
      spec: { finalizers: ['example.dev/x'] },
    })
    expect(json.spec.finalizers).toEqual(['example.dev/x'])
    expect(ownedPaths(json)['loop Update finalize']).toEqual(['.spec.finalizers'])
  })
})

describe('apply on the scale', () => {
  const scale = (replicas: number): object => ({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'd', namespace: 'default' },
    spec: { replicas },
  })

  beforeEach(() => apply(server, d, 'user', deployment('d', { replicas: 2 })))

  it('conflicts with the owner of the replicas, and takes them with force', async () => {
    const refused = await apply(server, `${d}/scale`, 'scaler', scale(5))
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Apply failed with 1 conflict: conflict with "user": .spec.replicas',
    ])
    const { status, json } = await apply(server, `${d}/scale`, 'scaler', scale(5), { force: true })
    expect([status, json.kind, json.spec.replicas]).toEqual([200, 'Scale', 5])
    const stored = await read(server, d)
    expect(stored.spec.replicas).toBe(5)
    expect(ownedPaths(stored)['scaler Apply scale']).toEqual(['.spec.replicas'])
    expect(ownedPaths(stored)['user Apply']).not.toContain('.spec.replicas')
  })

  it('twice changes nothing', async () => {
    await apply(server, `${d}/scale`, 'scaler', scale(5), { force: true })
    const before = await read(server, d)
    await clock.advance(60_000)
    await apply(server, `${d}/scale`, 'scaler', scale(5))
    expect(await read(server, d)).toEqual(before)
  })
})
