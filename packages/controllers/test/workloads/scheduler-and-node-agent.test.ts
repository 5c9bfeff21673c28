import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { simulateWorkloads } from '../../src/index.ts'
import { startCluster, type Cluster, type Loose } from './support.ts'

function pod(name: string, spec: Loose = {}, metadata: Loose = {}): Loose {
  const containers = [{ name: 'main', image: 'example.dev/web:1' }]
  return { metadata: { name, ...metadata }, spec: { containers, ...spec } }
}

function asking(requests: Loose): Loose {
  return { containers: [{ name: 'main', image: 'i:1', resources: { requests } }] }
}

function conditionOf({ status }: Loose, type: string): Loose {
  return status?.conditions?.find((one: Loose) => one.type === type)
}

function reasonOf({ status }: Loose): string | undefined {
  return status?.containerStatuses?.[0].state.waiting?.reason
}

const isReady = (one: Loose): boolean => conditionOf(one, 'Ready')?.status === 'True'

async function isPlaced(cluster: Cluster, name: string): Promise<string> {
  return (await cluster.waitFor('Pod', name, ({ spec }) => Boolean(spec.nodeName))).spec.nodeName
}

describe('the simulated scheduler', () => {
  const nodes = [
    { name: 'a', labels: { disk: 'fast', zone: '1' }, capacity: { cpu: '2', memory: '4Gi', pods: '2' } },
    {
      name: 'b',
      labels: { disk: 'slow', zone: '2', size: '7' },
      taints: [{ key: 'own', value: 'x', effect: 'NoSchedule' }],
    },
  ]
  const slow = { nodeSelector: { disk: 'slow' } }
  const tolerations = [{ key: 'own', operator: 'Exists' }]
  const affinity = (matchExpressions: Loose): Loose => ({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
    tolerations,
  })

  it.each<[string, Loose, string]>([
    ['the node it selects', { nodeSelector: { disk: 'fast' } }, 'a'],
    ['a node whose taint it tolerates', { ...slow, tolerations: [{ key: 'own', value: 'x' }] }, 'b'],
    ['a node by affinity: In', affinity([{ key: 'zone', operator: 'In', values: ['2'] }]), 'b'],
    ['a node by affinity: DoesNotExist', affinity([{ key: 'size', operator: 'DoesNotExist' }]), 'a'],
    ['a node by affinity: Gt', affinity([{ key: 'size', operator: 'Gt', values: ['6'] }]), 'b'],
  ])('assigns a pod to %s', async (_, spec, node) => {
    await using cluster = await startCluster({ nodes })
    await cluster.of('Pod').create(pod('p', spec))
    expect(await isPlaced(cluster, 'p')).toBe(node)
  })

  const taint = 'node(s) had untolerated taint {own: x}'
  const apart = {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'first' } } },
      ],
    },
  }

  it.each<[string, Loose, string]>([
    [
      'selects none',
      { nodeSelector: { disk: 'none' }, tolerations },
      "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
    ],
    [
      'tolerates nothing',
      slow,
      `0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 ${taint}.`,
    ],
    [
      'tolerates another value',
      { ...slow, tolerations: [{ key: 'own', value: 'y' }] },
      `0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 ${taint}.`,
    ],
    [
      'asks for too much',
      asking({ cpu: '3', memory: '8Gi' }),
      `0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 ${taint}.`,
    ],
    [
      'has anti-affinity to a pod on the node',
      { affinity: apart },
      `0/2 nodes are available: 1 node(s) didn't match pod anti-affinity rules, 1 ${taint}.`,
    ],
    [
      'wants a port that is taken',
      { containers: [{ name: 'main', image: 'i:1', ports: [{ containerPort: 80, hostPort: 80 }] }] },
      `0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 ${taint}.`,
    ],
  ])('reports FailedScheduling for a pod that %s', async (_, spec, message) => {
    await using cluster = await startCluster({ nodes })
    const first = { containers: [{ name: 'main', image: 'i:1', ports: [{ containerPort: 80, hostPort: 80 }] }] }
    await cluster.of('Pod').create(pod('first', first, { labels: { app: 'first' } }))
    expect(await isPlaced(cluster, 'first')).toBe('a')
    await cluster.of('Pod').create(pod('p', spec))
    const refused = await cluster.waitFor('Pod', 'p', (one) => conditionOf(one, 'PodScheduled') !== undefined)
    expect(conditionOf(refused, 'PodScheduled')).toMatchObject({ status: 'False', reason: 'Unschedulable', message })
    await eventually(
      () => cluster.events(),
      (found) => found.includes(`FailedScheduling: ${message}`),
    )
  })

  it('retries when a pod is deleted, and when a node becomes schedulable', async () => {
    await using cluster = await startCluster({ nodes: [nodes[0]!] })
    const { of } = cluster
    await of('Pod').create(pod('one'))
    await of('Pod').create(pod('two'))
    await eventually(
      () => cluster.pods(),
      (items) => items.every(isReady),
    )
    await of('Pod').create(pod('three'))
    const full = await cluster.waitFor('Pod', 'three', (one) => conditionOf(one, 'PodScheduled') !== undefined)
    expect(conditionOf(full, 'PodScheduled').message).toBe('0/1 nodes are available: 1 Too many pods.')
    await of('Node').patch('a', { spec: { unschedulable: true } })
    await of('Pod').delete('one')
    await cluster.waitFor(
      'Pod',
      'three',
      (one) => conditionOf(one, 'PodScheduled').message === '0/1 nodes are available: 1 node(s) were unschedulable.',
    )
    await of('Node').patch('a', { spec: { unschedulable: null } })
    expect(await isPlaced(cluster, 'three')).toBe('a')
  })

  it('ignores pods with scheduling gates or of another scheduler', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('gated', { schedulingGates: [{ name: 'example.dev/gate' }] }))
    await cluster.of('Pod').create(pod('other', { schedulerName: 'mine' }))
    await cluster.of('Pod').create(pod('ours'))
    await isPlaced(cluster, 'ours')
    await cluster.of('Pod').patch('gated', { spec: { schedulingGates: null } })
    await isPlaced(cluster, 'gated')
    expect((await cluster.of('Pod').get('other')).spec.nodeName).toBeUndefined()
  })
})

describe('the simulated node agent', () => {
  it('registers ready nodes, renews their leases, and uses a node that was created again', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    const { of, server, clock } = cluster
    const node = await cluster.waitFor('Node', 'node-1', ({ spec }) => !spec?.taints?.length)
    expect(conditionOf(node, 'Ready')).toMatchObject({ status: 'True', reason: 'NodeReady' })
    expect(node.status.addresses[0]).toEqual({ type: 'InternalIP', address: '192.168.0.1' })
    expect(node.metadata.labels['kubernetes.io/hostname']).toBe('node-1')
    const leases = server
      .client<Loose>({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' })
      .namespace('kube-node-lease')
    const renewed = async (): Promise<string> => ((await leases.get('node-1')) as Loose).spec.renewTime
    await eventually(
      async () => (await leases.list()).items,
      (items) => items.length === 2,
    )
    const before = await renewed()
    await eventually(
      async () => {
        await clock.advance(10_000)
        return renewed()
      },
      (found) => found > before,
    )
    await of('Node').delete('node-2')
    await clock.advance(60_000)
    expect((await of('Node').list()).items).toHaveLength(1)
    await of('Node').create({ metadata: { name: 'node-2' } })
    await cluster.waitFor('Node', 'node-2', (one) => conditionOf(one, 'Ready') && !one.spec?.taints?.length)
  })

  it('advances a pod through its stages', async () => {
    const stages = { pullMs: 2000, initMs: 1000, readyMs: 3000, stopMs: 4000 }
    await using cluster = await startCluster({ stages })
    const { of, clock } = cluster
    const initContainers = [
      { name: 'first', image: 'i:1' },
      { name: 'beside', image: 'i:1', restartPolicy: 'Always' },
    ]
    await of('Pod').create(pod('p', { initContainers }))
    const created = await cluster.waitFor('Pod', 'p', ({ status }) => status.startTime !== undefined)
    expect(reasonOf(created)).toBe('PodInitializing')
    expect(conditionOf(created, 'Initialized')).toMatchObject({
      status: 'False',
      message: 'containers with incomplete status: [first beside]',
    })
    await clock.advance(2000)
    await cluster.waitFor('Pod', 'p', ({ status }) => status.initContainerStatuses[0].state.running !== undefined)
    await clock.advance(1000)
    const running = await cluster.waitFor('Pod', 'p', ({ status }) => status.phase === 'Running')
    expect(running.status.initContainerStatuses.map(({ state }: Loose) => Object.keys(state)[0])).toEqual([
      'terminated',
      'running',
    ])
    expect(conditionOf(running, 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [main]',
    })
    expect(running.status.containerStatuses[0].state.running.startedAt).toBe('2030-01-01T00:00:03Z')
    await clock.advance(3000)
    const ready = await cluster.waitFor('Pod', 'p', isReady)
    expect(conditionOf(ready, 'Ready').lastTransitionTime).toBe('2030-01-01T00:00:06Z')
    expect(ready.status).toMatchObject({ hostIP: '192.168.0.1', podIP: '10.244.0.1', podIPs: [{ ip: '10.244.0.1' }] })
    await of('Pod').delete('p')
    await clock.advance(3999)
    expect((await of('Pod').get('p')).metadata.deletionTimestamp).toBeDefined()
    await clock.advance(1)
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 0,
    )
    expect(cluster.failures).toEqual([])
  })

  it('restarts containers with a back-off that doubles', async () => {
    await using cluster = await startCluster({ stages: { exitCode: () => 1, runMs: 1000 } })
    const { of, clock } = cluster
    await of('Pod').create(pod('p'))
    await cluster.waitFor('Pod', 'p', ({ status }) => status.phase === 'Running')
    await clock.advance(1000)
    await cluster.waitFor('Pod', 'p', ({ status }) => status.containerStatuses[0].restartCount === 1)
    await clock.advance(1000)
    const backing = await cluster.waitFor('Pod', 'p', (one) => reasonOf(one) === 'CrashLoopBackOff')
    expect(backing.status.containerStatuses[0].state.waiting.message).toMatch(
      /^back-off 10s restarting failed container=main pod=p_default\(/,
    )
    await clock.advance(10_000)
    await cluster.waitFor('Pod', 'p', ({ status }) => status.containerStatuses[0].state.running !== undefined)
    await clock.advance(1000)
    await cluster.waitFor('Pod', 'p', ({ status }) =>
      status.containerStatuses[0].state.waiting?.message?.startsWith('back-off 20s'),
    )
  })

  it.each([
    ['Never', '0', 'Succeeded', 'Completed'],
    ['Never', '2', 'Failed', 'Error'],
    ['OnFailure', '0', 'Succeeded', 'Completed'],
  ])('ends a pod of restart policy %s with exit code %s as %s', async (restartPolicy, code, phase, reason) => {
    await using cluster = await startCluster()
    const annotations = { 'simulate.pinnace.dev/exit-code': code }
    await cluster.of('Pod').create(pod('p', { restartPolicy }, { annotations }))
    const { status } = await cluster.waitFor('Pod', 'p', (one) => one.status.phase === phase)
    expect(status.containerStatuses[0].state.terminated).toMatchObject({ exitCode: Number(code), reason })
    expect(conditionOf({ status }, 'Ready').reason).toBe(phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed')
  })

  it('respects readiness gates', async () => {
    await using cluster = await startCluster()
    const gate = 'example.dev/open'
    await cluster.of('Pod').create(pod('p', { readinessGates: [{ conditionType: gate }] }))
    const waiting = await cluster.waitFor('Pod', 'p', (one) => conditionOf(one, 'ContainersReady')?.status === 'True')
    expect(conditionOf(waiting, 'Ready')).toMatchObject({
      reason: 'ReadinessGatesNotReady',
      message: `corresponding condition of pod readiness gate "${gate}" does not exist.`,
    })
    const conditions = [{ type: gate, status: 'True' }]
    await cluster.of('Pod').patchStatus('p', { status: { conditions } }, { type: 'strategic' })
    const ready = await cluster.waitFor('Pod', 'p', isReady)
    expect(conditionOf(ready, gate).status).toBe('True')
  })

  it('fails a pod after activeDeadlineSeconds', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('p', { activeDeadlineSeconds: 20 }))
    await cluster.waitFor('Pod', 'p', isReady)
    await cluster.clock.advance(20_000)
    const { status } = await cluster.waitFor('Pod', 'p', (one) => one.status.phase === 'Failed')
    expect(status).toMatchObject({
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    })
  })

  it('continues pods of an earlier agent, and leaves no timer when it stops', async () => {
    await using cluster = await startCluster({ stages: { readyMs: 60_000 } })
    await cluster.of('Pod').create(pod('p'))
    await cluster.waitFor('Pod', 'p', ({ status }) => status.phase === 'Running')
    await cluster.controllers.stop()
    const { startControllers } = await import('../../src/index.ts')
    const { server, clock } = cluster
    const additional = simulateWorkloads()
    const next = startControllers({
      client: server.connect(),
      clock,
      additional,
      controllers: additional.map(({ name }) => name),
    })
    await cluster.waitFor('Pod', 'p', isReady)
    expect((await cluster.of('Pod').get('p')).status.containerStatuses[0].restartCount).toBe(0)
    const before = clock.pending
    await next.stop()
    expect(clock.pending).toBeLessThan(before)
    await clock.advance(600_000)
  })

  it.each<[Loose, string]>([
    [{ nodes: -1 }, 'nodes must be a number from 0 to 5000, or a list of nodes'],
    [
      { podCidr: '10.0.0.0/31' },
      'podCidr must be an IPv4 range of 8 to 30 bits, an IPv6 range of 8 to 126 bits, or both, not "10.0.0.0/31"',
    ],
  ])('rejects options %j', (options, message) => {
    expect(() => simulateWorkloads(options)).toThrow(new TypeError(message))
  })
})
