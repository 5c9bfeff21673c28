import { createClientOver, type ResourceClient, type Transport } from '@pinnace/client'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import type { Node, Pod } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['pod-garbage-collector-controller']

describe('the pod garbage collector', () => {
  it('deletes terminated pods beyond the threshold, evicted and old ones first', async () => {
    await using fixture = await start(2)
    const { pods, clock, names } = fixture
    for (const name of ['old', 'evicted', 'young', 'younger', 'running']) {
      await make(pods, name, 'node')
      await clock.advance(1000)
    }
    await fixture.nodes.create({ metadata: { name: 'node' } })
    for (const name of ['old', 'young', 'younger']) await pods.patchStatus(name, { status: { phase: 'Succeeded' } })
    await pods.patchStatus('evicted', { status: { phase: 'Failed', reason: 'Evicted' } })
    await clock.advance(20_000)
    await eventually(names, 'running,young,younger')
  })

  it('deletes pods whose node is missing for 40 seconds, after a condition that says so', async () => {
    await using fixture = await start()
    const { pods, clock, names, server } = fixture
    await fixture.nodes.create({ metadata: { name: 'there' } })
    await make(pods, 'lost', 'gone', ['example.dev/held'])
    await make(pods, 'stays', 'there')
    await make(pods, 'unscheduled')
    await clock.advance(20_000)
    await clock.advance(20_000)
    expect((await pods.get('lost')).metadata.deletionTimestamp).toBeUndefined()
    await clock.advance(20_000)
    await eventually(
      () => pods.get('lost'),
      (found) => found.metadata.deletionTimestamp !== undefined,
    )
    const lost = await pods.get('lost')
    expect(lost.status?.phase).toBe('Failed')
    expect(lost.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'DisruptionTarget',
        status: 'True',
        reason: 'DeletionByPodGC',
        message: 'PodGC: node no longer exists',
      }),
    )
    await server
      .client<Pod>({ apiVersion: 'v1', kind: 'Pod' })
      .namespace('default')
      .patch('lost', {
        metadata: { finalizers: null },
      })
    await eventually(names, 'stays,unscheduled')
  })

  it('deletes pods after the server could not be reached for a long time', async () => {
    await using server = await createTestServer({ clock: createFakeClock() })
    const clock = server.clock as FakeClock
    const client = server.connect()
    let isAway = true
    const transport: Transport = {
      ...client.transport,
      get: (...call) => (isAway ? Promise.reject(new Error('no connection')) : client.transport.get(...call)),
    }
    await using running = startControllers({
      client: createClientOver({ transport, vocabulary: server.vocabulary }),
      controllers,
      clock,
    })
    await running.started
    const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await make(pods, 'lost', 'gone')
    for (let minute = 0; minute < 30; minute++) await clock.advance(60_000)
    isAway = false
    await clock.advance(60_000)
    await eventually(
      async () => (await pods.list()).items,
      (items) => items.length === 0,
    )
  })

  it('deletes deleted pods on a node out of service, and those without a node, at once', async () => {
    await using fixture = await start()
    const { pods, clock, names, nodes, server } = fixture
    const taints = [{ key: `node.${server.vocabulary.labelDomain}/out-of-service`, effect: 'NoExecute' }]
    const ready = { conditions: [{ type: 'Ready', status: 'True' }] }
    await nodes.create({ metadata: { name: 'broken' }, spec: { taints } })
    await nodes.create({ metadata: { name: 'tainted' }, spec: { taints } })
    await nodes.patchStatus('tainted', { status: ready })
    await nodes.create({ metadata: { name: 'slow' } })
    for (const node of ['broken', 'tainted', 'slow']) await make(pods, `on-${node}`, node)
    await make(pods, 'not-deleted', 'broken')
    await make(pods, 'nowhere', undefined, ['example.dev/held'])
    for (const name of ['on-broken', 'on-tainted', 'on-slow', 'nowhere']) await pods.delete(name)
    await clock.advance(20_000)
    await eventually(names, 'not-deleted,nowhere,on-slow,on-tainted')
    await eventually(async () => (await pods.get('nowhere')).status?.phase, 'Failed')
  })
})

interface Fixture {
  readonly server: TestServer
  readonly clock: FakeClock
  readonly pods: ResourceClient<Pod>
  readonly nodes: ResourceClient<Node>
  names(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

async function start(terminatedPodThreshold?: number): Promise<Fixture> {
  const clock = createFakeClock('2030-01-01T00:00:00Z')
  const server = await createTestServer({ clock })
  const running = startControllers({
    client: server.connect(),
    controllers,
    clock,
    ...(terminatedPodThreshold === undefined ? {} : { terminatedPodThreshold }),
  })
  await running.started
  const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  return {
    server,
    clock,
    pods,
    nodes: server.client<Node>({ apiVersion: 'v1', kind: 'Node' }),
    names: async () => String((await pods.list()).items.map(({ metadata }) => metadata.name)),
    async [Symbol.asyncDispose]() {
      await running.stop()
      await server.close()
      expect(clock.pending).toBe(0)
    },
  }
}

async function make(
  pods: ResourceClient<Pod>,
  name: string,
  nodeName?: string,
  finalizers: readonly string[] = [],
): Promise<void> {
  const spec = { containers: [{ name: 'c', image: 'i' }], ...(nodeName === undefined ? {} : { nodeName }) }
  await pods.create({ metadata: { name, finalizers }, spec })
}
