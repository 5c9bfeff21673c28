import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { limitChange, recordChange, type ScalingHistory } from '../../src/workloads/autoscaler/limit-change.ts'
import {
  deployment,
  eventuallyLater,
  isRolledOut,
  startCluster,
  template,
  type Cluster,
  type Loose,
} from './support.ts'

const prefix = 'simulate.pinnace.dev/'
const cpu = (averageUtilization: number): Loose => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})
const autoscaler = (metrics: Loose[], spec: Loose = {}, annotations: Loose = {}): Loose => ({
  metadata: { name: 'web', annotations },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    maxReplicas: 10,
    metrics,
    ...spec,
  },
})
const requesting = { containers: [{ name: 'main', image: 'i:1', resources: { requests: { cpu: '100m' } } }] }
const condition = ({ status }: Loose, type: string): Loose =>
  status?.conditions?.find((one: Loose) => one.type === type)

async function scaled(replicas: number, annotations: Loose = {}): Promise<Cluster> {
  const cluster = await startCluster()
  const of = deployment({ replicas, template: template({ app: 'web' }, requesting, annotations) })
  await cluster.of('Deployment').create(of)
  await cluster.waitFor('Deployment', 'web', isRolledOut)
  return cluster
}

const hasReplicas = (cluster: Cluster, replicas: number): Promise<unknown> =>
  eventuallyLater(
    cluster,
    () => cluster.of('Deployment').get('web'),
    ({ spec }: Loose) => spec.replicas === replicas,
    15_000,
  )

describe('an autoscaler', () => {
  it('scales up by the CPU that annotations of pods set, and down after the stabilization window', async () => {
    await using cluster = await scaled(2, { [`${prefix}cpu`]: '120m' })
    const { of } = cluster
    await of('HorizontalPodAutoscaler').create(autoscaler([cpu(60)], { maxReplicas: 4 }))
    await hasReplicas(cluster, 4)
    const live = await cluster.waitFor('HorizontalPodAutoscaler', 'web', ({ status }) => status?.desiredReplicas >= 4)
    expect(live.status.currentMetrics).toEqual([
      { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 120, averageValue: '120m' } } },
    ])
    expect(condition(live, 'ScalingActive')).toMatchObject({ status: 'True', reason: 'ValidMetricFound' })
    await eventually(
      () => cluster.events(),
      (events) =>
        events.includes(
          'SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target',
        ),
    )
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    for (const { metadata } of await cluster.pods('app=web')) {
      await of('Pod').patch(metadata.name, { metadata: { annotations: { [`${prefix}cpu`]: '10m' } } })
    }
    await cluster.clock.advance(120_000)
    expect((await of('Deployment').get('web')).spec.replicas).toBeGreaterThanOrEqual(4)
    await of('HorizontalPodAutoscaler').patch('web', {
      spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 0 } } },
    })
    await eventuallyLater(
      cluster,
      () => of('Deployment').get('web'),
      ({ spec }: Loose) => spec.replicas < 4,
      15_000,
    )
    expect(cluster.failures).toEqual([])
  })

  it.each<[what: string, metric: Loose, pods: Loose, own: Loose, replicas: number]>([
    [
      'a metric of pods',
      { type: 'Pods', pods: { metric: { name: 'rps' }, target: { type: 'AverageValue', averageValue: '10' } } },
      { [`${prefix}metric.rps`]: '30' },
      {},
      3,
    ],
    [
      'an external metric',
      {
        type: 'External',
        external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '10' } },
      },
      {},
      { [`${prefix}metric.queue`]: '45' },
      5,
    ],
    [
      'a container',
      {
        type: 'ContainerResource',
        containerResource: { name: 'cpu', container: 'main', target: { type: 'AverageValue', averageValue: '50m' } },
      },
      { [`${prefix}cpu.main`]: '100m' },
      {},
      2,
    ],
  ])('scales by %s', async (_, metric, pods, own, replicas) => {
    await using cluster = await scaled(1, pods)
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([metric], { maxReplicas: replicas }, own))
    await hasReplicas(cluster, replicas)
  })

  it.each([
    ['{ matchLabels: { queue: a } }', { matchLabels: { queue: 'a' } }, 3],
    ['{}', {}, 6],
  ])('adds up the series of an external metric that the selector %s matches', async (_, selector, replicas) => {
    await using cluster = await scaled(1)
    const series = [
      { labels: { queue: 'a' }, value: '20' },
      { labels: { queue: 'a', shard: '2' }, value: '10' },
      { labels: { queue: 'b' }, value: 30 },
    ]
    const target = { type: 'AverageValue', averageValue: '10' }
    const metric = { type: 'External', external: { metric: { name: 'queue', selector }, target } }
    const own = { [`${prefix}metric.queue`]: JSON.stringify(series) }
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([metric], {}, own))
    await hasReplicas(cluster, replicas)
  })

  it('ignores a deviation within its own tolerance', async () => {
    await using cluster = await scaled(2, { [`${prefix}cpu`]: '130m' })
    const behavior = { scaleUp: { tolerance: '0.5' } }
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([cpu(100)], { behavior, maxReplicas: 3 }))
    const live = await cluster.waitFor(
      'HorizontalPodAutoscaler',
      'web',
      (one) => condition(one, 'AbleToScale')?.reason === 'ReadyForNewScale',
    )
    expect(live.status.desiredReplicas).toBe(2)
    await cluster.of('HorizontalPodAutoscaler').patch('web', { spec: { behavior: { scaleUp: { tolerance: '0.2' } } } })
    await hasReplicas(cluster, 3)
  })

  it('counts the memory of pods that are not ready, and not their CPU', async () => {
    const unready = { [`${prefix}never-ready`]: 'true', [`${prefix}cpu`]: '300m', [`${prefix}memory`]: '300Mi' }
    await using cluster = await startCluster()
    const of = deployment({ replicas: 1, template: template({ app: 'web' }, requesting, unready) })
    await cluster.of('Deployment').create(of)
    await eventually(
      () => cluster.pods('app=web'),
      ([pod]: Loose) => pod?.status?.phase === 'Running',
    )
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([cpu(100)]))
    await cluster.waitFor(
      'HorizontalPodAutoscaler',
      'web',
      (one) => condition(one, 'ScalingActive')?.reason === 'FailedGetResourceMetric',
    )
    const target = { type: 'AverageValue', averageValue: '100Mi' }
    const metrics = [{ type: 'Resource', resource: { name: 'memory', target } }]
    await cluster.of('HorizontalPodAutoscaler').patch('web', { spec: { metrics, maxReplicas: 3 } })
    await hasReplicas(cluster, 3)
  })

  it('reads metrics.k8s.io, from whatever server', async () => {
    await using cluster = await scaled(1)
    const annotated = { metadata: { name: 'other', annotations: { [`${prefix}cpu`]: '1m' } } }
    await cluster.of('Pod').create({ ...annotated, spec: { containers: [{ name: 'main', image: 'i' }] } })
    const [pod] = await cluster.pods('app=web')
    // The first annotation brings the API; these metrics are of a pod without one.
    const metrics = { apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics' }
    await eventually(
      () => {
        const client = cluster.server.client<Loose>(metrics).namespace('default')
        return client.get('other')
      },
      (found: Loose) => found.containers[0].usage.cpu === '1m',
    )
    await cluster.server
      .client<Loose>(metrics)
      .namespace('default')
      .create({
        metadata: { name: pod.metadata.name, labels: pod.metadata.labels },
        timestamp: '2030-01-01T00:00:00Z',
        window: '15s',
        containers: [{ name: 'main', usage: { cpu: '400m', memory: '1Mi' } }],
      })
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([cpu(100)]))
    await hasReplicas(cluster, 4)
  })

  it('says why it does not scale', async () => {
    await using cluster = await scaled(1)
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([cpu(50)]))
    const live = await cluster.waitFor(
      'HorizontalPodAutoscaler',
      'web',
      (one) => condition(one, 'ScalingActive')?.status === 'False',
    )
    expect(condition(live, 'ScalingActive')).toMatchObject({
      reason: 'FailedGetResourceMetric',
      message:
        'the HPA was unable to compute the replica count: failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API',
    })
    await cluster.of('Deployment').delete('web')
    await eventuallyLater(
      cluster,
      () => cluster.of('HorizontalPodAutoscaler').get('web'),
      (one: Loose) => condition(one, 'AbleToScale')?.reason === 'FailedGetScale',
      15_000,
    )
  })

  it('keeps the number of replicas within its limits', async () => {
    await using cluster = await scaled(1)
    await cluster.of('HorizontalPodAutoscaler').create(autoscaler([cpu(50)], { minReplicas: 2, maxReplicas: 3 }))
    await hasReplicas(cluster, 2)
    await eventually(
      () => cluster.events(),
      (events) =>
        events.includes('SuccessfulRescale: New size: 2; reason: Current number of replicas below Spec.MinReplicas'),
    )
  })
})

describe('a change of the number of replicas', () => {
  const limit = (wanted: number, current: number, spec: Loose = {}, history?: ScalingHistory): Loose =>
    limitChange(wanted, autoscaler([], { maxReplicas: 50, ...spec }), {
      current,
      nowMs: 1e12,
      history: history ?? { recommendations: [], changes: [] },
    })

  it.each<[what: string, wanted: number, current: number, spec: Loose, expected: number, reason: string]>([
    ['is what metrics ask for', 4, 2, {}, 4, 'DesiredWithinRange'],
    ['doubles at most, or adds four', 50, 10, {}, 20, 'ScaleUpLimit'],
    ['adds four at least', 50, 1, {}, 5, 'ScaleUpLimit'],
    ['is not above the maximum', 9, 5, { maxReplicas: 8 }, 8, 'TooManyReplicas'],
    ['is not below the minimum', 1, 5, { minReplicas: 3 }, 3, 'TooFewReplicas'],
    [
      'follows the policies of its behavior',
      9,
      5,
      { behavior: { scaleUp: { policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }] } } },
      6,
      'ScaleUpLimit',
    ],
    [
      'is none where a direction is disabled',
      1,
      5,
      { behavior: { scaleDown: { selectPolicy: 'Disabled' } } },
      5,
      'ScaleDownLimit',
    ],
  ])('%s', (_, wanted, current, spec, expected, reason) => {
    expect(limit(wanted, current, spec)).toMatchObject({ replicas: expected, reason })
  })

  it('waits until all recommendations of the window are lower', () => {
    const history = { recommendations: [{ atMs: 1e12 - 60_000, replicas: 6 }], changes: [] }
    expect(limit(1, 6, {}, history)).toMatchObject({ replicas: 6, reason: 'ScaleDownStabilized' })
  })

  it('counts what has been changed in the period of a policy', () => {
    const history: ScalingHistory = { recommendations: [], changes: [] }
    recordChange(history, 4, 1e12 - 5_000)
    expect(limit(50, 5, {}, history)).toMatchObject({ replicas: 5, reason: 'ScaleUpLimit' })
  })
})
