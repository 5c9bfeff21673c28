import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { deployment, isRolledOut, startCluster, template, type Cluster, type Loose } from './support.ts'

const service = (spec: Loose = {}): Loose => ({
  metadata: { name: 'web', labels: { team: 'a' } },
  spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }], ...spec },
})

async function slices(cluster: Cluster): Promise<Loose[]> {
  return [...(await cluster.of('EndpointSlice').list({ labelSelector: 'kubernetes.io/service-name=web' })).items]
}

async function endpoints(cluster: Cluster): Promise<Loose[]> {
  return (await slices(cluster)).flatMap((slice) => slice.endpoints ?? [])
}

describe('the endpoints of a service', () => {
  it('are its pods, in slices and in an Endpoints object, with their readiness', async () => {
    await using cluster = await startCluster({
      nodes: [{ name: 'a', labels: { 'topology.kubernetes.io/zone': 'z1' } }],
      stages: { readyMs: 1000 },
    })
    const { of, clock } = cluster
    await of('Service').create(service())
    await of('Deployment').create(deployment({ replicas: 2 }))
    await eventually(
      () => endpoints(cluster),
      (items) => items.length === 2,
    )
    expect((await endpoints(cluster))[0].conditions).toEqual({ ready: false, serving: false, terminating: false })
    await clock.advance(1000)
    await eventually(
      () => endpoints(cluster),
      (items) => items.every(({ conditions }) => conditions.ready),
    )
    const [slice, ...more] = await slices(cluster)
    expect(more).toEqual([])
    expect(slice.metadata.labels).toEqual({
      team: 'a',
      'kubernetes.io/service-name': 'web',
      'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
    })
    expect(slice.ports).toEqual([{ name: '', port: 8080, protocol: 'TCP' }])
    expect(slice.endpoints[0]).toMatchObject({
      nodeName: 'a',
      zone: 'z1',
      targetRef: { kind: 'Pod', namespace: 'default' },
    })
    const old = await cluster.waitFor('Endpoints', 'web', ({ subsets }) => subsets?.[0]?.addresses?.length === 2)
    expect(old.subsets[0].ports).toEqual([{ port: 8080, protocol: 'TCP' }])
    await of('Deployment').patch('web', { spec: { replicas: 0 } })
    await eventually(
      () => endpoints(cluster),
      (items) => items.length === 0,
    )
    await cluster.waitFor('Endpoints', 'web', ({ subsets }) => !subsets?.length)
    expect(await slices(cluster)).toHaveLength(1)
    await of('Service').delete('web')
    await eventually(
      () => slices(cluster),
      (items) => items.length === 0,
    )
    await eventually(
      async () => (await of('Endpoints').list()).items,
      (items) => items.every(({ metadata }: Loose) => metadata.name !== 'web'),
    )
    expect(cluster.failures).toEqual([])
  })

  it('use the named port of each pod', async () => {
    await using cluster = await startCluster()
    await cluster.of('Service').create(service({ ports: [{ name: 'http', port: 80, targetPort: 'web' }] }))
    for (const containerPort of [8080, 9090]) {
      const spec = { containers: [{ name: 'main', image: 'i:1', ports: [{ name: 'web', containerPort }] }] }
      await cluster.of('Pod').create({ metadata: { name: `p${containerPort}`, labels: { app: 'web' } }, spec })
    }
    await eventually(
      () => slices(cluster),
      (items) => items.filter((slice) => slice.endpoints?.length === 1).length === 2,
    )
    await eventually(
      () => slices(cluster),
      (items) => items.length === 2,
    )
    const ports = (await slices(cluster)).map((slice) => slice.ports[0].port)
    expect(ports.sort()).toEqual([8080, 9090])
  })

  it('are at most a hundred in a slice', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    await cluster.of('Service').create(service())
    await cluster.of('Deployment').create(deployment({ replicas: 130 }))
    await eventually(
      () => endpoints(cluster),
      (items) => items.filter(({ conditions }) => conditions.ready).length === 130,
    )
    const sizes = (await slices(cluster)).map((slice) => slice.endpoints.length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
    expect(sizes).toHaveLength(2)
  })
})

describe('a disruption budget', () => {
  const budget = (spec: Loose): Loose => ({
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  })

  it.each<[Loose, Loose]>([
    [{ minAvailable: 2 }, { desiredHealthy: 2, disruptionsAllowed: 2 }],
    [{ minAvailable: '75%' }, { desiredHealthy: 3, disruptionsAllowed: 1 }],
    [{ maxUnavailable: 1 }, { desiredHealthy: 3, disruptionsAllowed: 1 }],
    [{ maxUnavailable: '30%' }, { desiredHealthy: 2, disruptionsAllowed: 2 }],
    [{ maxUnavailable: 0 }, { desiredHealthy: 4, disruptionsAllowed: 0 }],
  ])('of %j for four pods has the status %j', async (spec, expected) => {
    await using cluster = await startCluster()
    await cluster.of('PodDisruptionBudget').create(budget(spec))
    await cluster.of('Deployment').create(deployment({ replicas: 4 }))
    const { status } = await cluster.waitFor('PodDisruptionBudget', 'web', (one) => one.status?.currentHealthy === 4)
    expect(status).toMatchObject({ ...expected, expectedPods: 4, observedGeneration: 1 })
    expect(status.conditions[0]).toMatchObject({
      type: 'DisruptionAllowed',
      status: expected.disruptionsAllowed > 0 ? 'True' : 'False',
      reason: expected.disruptionsAllowed > 0 ? 'SufficientPods' : 'InsufficientPods',
    })
  })

  it('reports SyncFailed for pods without a controller', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create({ metadata: { name: 'p', labels: { app: 'web' } }, spec: template().spec })
    await cluster.of('PodDisruptionBudget').create(budget({ maxUnavailable: 1 }))
    const { status } = await cluster.waitFor('PodDisruptionBudget', 'web', (one) => one.status?.conditions?.length > 0)
    expect(status.conditions[0]).toMatchObject({ reason: 'SyncFailed', message: 'found no controller ref for pod "p"' })
  })

  it('allows evictions up to its limit, and more once replacements are ready', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    const { of } = cluster
    await of('PodDisruptionBudget').create(budget({ maxUnavailable: 1 }))
    await of('Deployment').create(deployment({ replicas: 2 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await cluster.waitFor('PodDisruptionBudget', 'web', ({ status }) => status?.disruptionsAllowed === 1)
    const evict = async ({ metadata: { name } }: Loose): Promise<unknown> =>
      of('Pod').subresource('eviction').create(name, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } })
    const [first, second] = await cluster.pods()
    const outcomes = await Promise.allSettled([evict(first), evict(second)])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const left = outcomes[0]!.status === 'rejected' ? first : second
    await cluster.waitFor(
      'PodDisruptionBudget',
      'web',
      ({ status }) => status.disruptionsAllowed === 1 && status.currentHealthy === 2,
    )
    await evict(left)
    await eventually(
      () => cluster.pods(),
      (items) => items.every(({ metadata }) => metadata.name !== left.metadata.name),
    )
  })
})
