import { describe, expect, it } from 'vitest'
import { simulateWorkloads, startControllers } from '../../src/index.ts'
import { createAssignedPods } from '../../src/workloads/scheduler/assigned-pods.ts'
import { createAffinityFilter } from '../../src/workloads/scheduler/pod-affinity.ts'
import { startCluster, template, type Cluster, type Loose } from './support.ts'

function near(app: string, more: Loose = {}, topologyKey = 'kubernetes.io/hostname'): Loose {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey, ...more }
  return { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
}

function apartFrom(app: string, topologyKey = 'kubernetes.io/hostname'): Loose {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey }
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } }
}

function pod(name: string, labels: Loose = {}, affinity?: Loose): Loose {
  return { metadata: { name, labels }, spec: { ...template().spec, ...(affinity ? { affinity } : {}) } }
}

const isRefused = ({ status }: Loose): boolean =>
  status?.conditions?.some((one: Loose) => one.reason === 'Unschedulable') ?? false

async function nodeOf({ waitFor }: Cluster, name: string): Promise<string> {
  return (await waitFor('Pod', name, ({ spec }) => spec.nodeName !== undefined)).spec.nodeName
}

describe('an unschedulable pod with affinity', () => {
  it('is scheduled beside a pod that is scheduled later', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    await cluster.of('Pod').create(pod('a', {}, near('b')))
    await cluster.waitFor('Pod', 'a', isRefused)
    await cluster.of('Pod').create(pod('b', { app: 'b' }))
    expect(await nodeOf(cluster, 'a')).toBe(await nodeOf(cluster, 'b'))
  })

  it('is scheduled beside a pod that was created with a node', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    await cluster.of('Pod').create(pod('a', {}, near('b')))
    await cluster.waitFor('Pod', 'a', isRefused)
    const there = pod('b', { app: 'b' })
    await cluster.of('Pod').create({ ...there, spec: { ...there.spec, nodeName: 'node-2' } })
    expect(await nodeOf(cluster, 'a')).toBe('node-2')
  })

  it('is scheduled when the labels of a pod or of its namespace change', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    await cluster.of('Pod').create(pod('b', { app: 'no' }))
    await nodeOf(cluster, 'b')
    await cluster.of('Pod').create(pod('a', {}, near('b', { namespaceSelector: { matchLabels: { team: 'x' } } })))
    await cluster.waitFor('Pod', 'a', isRefused)
    await cluster.of('Pod').patch('b', { metadata: { labels: { app: 'b' } } })
    await cluster.of('Pod').create(pod('c'))
    await nodeOf(cluster, 'c')
    expect((await cluster.of('Pod').get('a')).spec.nodeName).toBeUndefined()
    await cluster.of('Namespace').patch('default', { metadata: { labels: { team: 'x' } } })
    expect(await nodeOf(cluster, 'a')).toBe(await nodeOf(cluster, 'b'))
  })

  it('is scheduled when a pod with anti-affinity is deleted', async () => {
    await using cluster = await startCluster({ nodes: 1 })
    await cluster.of('Pod').create(pod('b', {}, apartFrom('a')))
    await nodeOf(cluster, 'b')
    await cluster.of('Pod').create(pod('a', { app: 'a' }))
    const { status } = await cluster.waitFor('Pod', 'a', isRefused)
    expect(status.conditions[0].message).toBe(
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules.",
    )
    await cluster.of('Pod').delete('b')
    expect(await nodeOf(cluster, 'a')).toBe('node-1')
  })
})

describe('the affinity filter', () => {
  const node = (name: string, labels: Loose = {}): Loose => ({ metadata: { name, labels } })
  const named = (of: Loose): Loose => ({ ...of, metadata: { ...of.metadata, namespace: 'default' } })
  const judge = (of: Loose, ...placed: [Loose, Loose][]): ((on: Loose) => string | undefined) =>
    createAffinityFilter(named(of), {
      scheduled: placed.map(([other, on]) => ({ pod: named(other), node: on })),
      namespace: () => undefined,
    })

  it.each(['constructor', 'tostring', 'zone'])(
    'does not find a domain of the key "%s" on a node without that label',
    (key) => {
      const other = pod('b', { app: 'b' })
      expect(judge(pod('a', {}, near('b', {}, key)), [other, node('x')])(node('y'))).toBe(
        "node(s) didn't match pod affinity rules",
      )
      expect(judge(pod('b', { app: 'b' }, near('b', {}, key)))(node('y'))).toBe(
        "node(s) didn't match pod affinity rules",
      )
      expect(judge(pod('a', {}, apartFrom('b', key)), [other, node('x')])(node('y'))).toBeUndefined()
    },
  )

  it('requires one pod that matches all terms', () => {
    const terms = ['b', 'c'].map((app) => ({ labelSelector: { matchLabels: { [app]: 'yes' } }, topologyKey: 'zone' }))
    const wanting = pod('a', {}, { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } })
    const here = node('x', { zone: '1' })
    expect(judge(wanting, [pod('b', { b: 'yes' }), here], [pod('c', { c: 'yes' }), here])(here)).toBe(
      "node(s) didn't match pod affinity rules",
    )
    expect(judge(wanting, [pod('d', { b: 'yes', c: 'yes' }), here])(node('y', { zone: '1' }))).toBeUndefined()
  })
})

it('an assigned pod is counted once, and leaves no load when it is removed', () => {
  const placed = createAssignedPods()
  const asking = (cpu: string): Loose => ({
    metadata: { name: 'a', namespace: 'default' },
    spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] },
  })
  expect(placed.assign(asking('1'), 'x')).toBe(true)
  expect(placed.assign(asking('2'), 'x')).toBe(false)
  expect([...placed.loadOf('x').used]).toEqual([['cpu', 2000n]])
  expect(placed.assign(asking('2'), 'y')).toBe(true)
  expect(placed.loadOf('x').pods.size + placed.loadOf('x').used.size).toBe(0)
  expect(placed.remove('default/a')).toBe(true)
  expect(placed.remove('default/a')).toBe(false)
  expect([placed.all(), placed.loadOf('y').pods.size]).toEqual([[], 0])
})

describe('pod addresses', () => {
  it('are never assigned twice, even after a restart of the controllers', async () => {
    await using cluster = await startCluster({ nodes: 1 })
    const { of, clock, server, controllers, waitFor } = cluster
    for (const name of ['m', 'n', 'o']) await of('Pod').create(pod(name))
    for (const name of ['m', 'n', 'o']) await waitFor('Pod', name, ({ status }) => status?.podIP !== undefined)
    await controllers.stop()
    await of('Pod').create({ ...pod('a'), spec: { ...template().spec, nodeName: 'node-1' } })
    const additional = simulateWorkloads({ nodes: 1 })
    const names = additional.map(({ name }) => name)
    await using next = startControllers({ client: server.connect(), clock, additional, controllers: names })
    await next.started
    await waitFor('Pod', 'a', ({ status }) => status?.podIP !== undefined)
    expect(new Set((await cluster.pods()).map(({ status }) => status.podIP)).size).toBe(4)
  })

  it('are free again when a pod is finished', async () => {
    // Two addresses, in all.
    await using cluster = await startCluster({ nodes: 1, podCidr: '10.0.0.0/30' })
    const ending = (name: string): Loose => ({
      metadata: { name, annotations: { 'simulate.pinnace.dev/exit-code': '0' } },
      spec: { ...template().spec, restartPolicy: 'Never' },
    })
    for (const name of ['a', 'b', 'c', 'd']) {
      await cluster.of('Pod').create(ending(name))
      await cluster.waitFor('Pod', name, ({ status }) => status?.phase === 'Succeeded')
    }
    expect(await cluster.pods()).toHaveLength(4)
    expect(cluster.failures).toEqual([])
  })

  it('are not used by pods on the host network', async () => {
    await using cluster = await startCluster({ nodes: 1, podCidr: '10.0.0.0/30' })
    for (const name of ['a', 'b', 'c', 'd']) {
      await cluster.of('Pod').create({ metadata: { name }, spec: { ...template().spec, hostNetwork: true } })
      await cluster.waitFor('Pod', name, ({ status }) => status?.podIP === '192.168.0.1')
    }
    await cluster.of('Pod').create(pod('e'))
    await cluster.waitFor('Pod', 'e', ({ status }) => status?.podIP?.startsWith('10.0.0.'))
    expect(cluster.failures).toEqual([])
  })
})
