import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { deployment, isRolledOut, startCluster, template, type Loose } from './support.ts'

const revision = 'deployment.kubernetes.io/revision'
const newImage = { spec: { template: { spec: { containers: [{ name: 'main', image: 'example.dev/web:2' }] } } } }

function conditions({ status }: Loose): string[] {
  return (status?.conditions ?? []).map(({ type, status: is, reason }: Loose) => `${type}=${is} ${reason}`).sort()
}

describe('a deployment', () => {
  it('creates pods that are scheduled and run, and reports that in its status and events', async () => {
    await using cluster = await startCluster({ nodes: 3 })
    await cluster.of('Deployment').create(deployment())
    const done = await cluster.waitFor(
      'Deployment',
      'web',
      (one) => isRolledOut(one) && one.status.conditions.length === 2,
    )
    expect(done.metadata.annotations[revision]).toBe('1')
    const pods = await cluster.pods('app=web')
    expect(new Set(pods.map(({ spec }) => spec.nodeName))).toEqual(new Set(['node-1', 'node-2', 'node-3']))
    expect(pods.every(({ status }) => status.phase === 'Running')).toBe(true)
    expect(new Set(pods.map(({ status }) => status.podIP)).size).toBe(3)
    const [set] = (await cluster.of('ReplicaSet').list()).items as Loose[]
    expect(set.metadata.name).toMatch(/^web-[b-z2-9]+$/)
    expect(set.metadata.annotations).toEqual({
      [revision]: '1',
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
    })
    await cluster.waitFor('Deployment', 'web', (one) =>
      conditions(one).includes('Progressing=True NewReplicaSetAvailable'),
    )
    const events = await cluster.events()
    expect(events).toContain(`ScalingReplicaSet: Scaled up replica set ${set.metadata.name} from 0 to 3`)
    expect(events.filter((event) => event.startsWith('SuccessfulCreate: Created pod: web-'))).toHaveLength(3)
    expect(cluster.failures).toEqual([])
  })

  it('write an Event for every message, not one for every reason', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Deployment').create(deployment({ replicas: 1 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', { spec: { replicas: 3 } })
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', { spec: { replicas: 1 } })
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    const scaled = (events: readonly string[]): readonly string[] =>
      events.filter((event) => event.startsWith('ScalingReplicaSet')).map((event) => event.replace(/web-\S+/, 'web-x'))
    const found = await eventually(
      () => cluster.events(),
      (events) => scaled(events).length === 3,
    )
    expect([...scaled(found)].sort()).toEqual([
      'ScalingReplicaSet: Scaled down replica set web-x from 3 to 1',
      'ScalingReplicaSet: Scaled up replica set web-x from 0 to 1',
      'ScalingReplicaSet: Scaled up replica set web-x from 1 to 3',
    ])
  })

  it('rolls out a new template within surge and unavailability', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    const { of } = cluster
    await of('Deployment').create(
      deployment({ replicas: 4, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } } }),
    )
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    const seen: number[] = []
    const ready: number[] = []
    const stop = new AbortController()
    const watching = (async () => {
      const alive = new Map<string, Loose>()
      for await (const { type, object } of of('Pod').watch({
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
        signal: stop.signal,
      })) {
        if (type === 'BOOKMARK') continue
        if (type === 'DELETED' || object.metadata.deletionTimestamp) alive.delete(object.metadata.name)
        else alive.set(object.metadata.name, object)
        seen.push(alive.size)
        if (alive.size < 4) continue
        ready.push(
          [...alive.values()].filter(({ status }) =>
            status.conditions?.some((one: Loose) => one.type === 'Ready' && one.status === 'True'),
          ).length,
        )
      }
    })()
    await eventually(
      () => seen.length,
      (found) => found >= 4,
    )
    await of('Deployment').patch('web', newImage, { type: 'strategic' })
    const done = await cluster.waitFor('Deployment', 'web', (one) => one.metadata.generation === 2 && isRolledOut(one))
    expect(done.metadata.annotations[revision]).toBe('2')
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 4,
    )
    stop.abort()
    await watching
    expect(Math.max(...seen)).toBeLessThanOrEqual(5)
    expect(Math.min(...ready)).toBeGreaterThanOrEqual(3)
    const images = (await cluster.pods()).map(({ spec }) => spec.containers[0].image)
    expect(new Set(images)).toEqual(new Set(['example.dev/web:2']))
  })

  it('counts revisions in 64 bits', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Deployment').create(deployment({ replicas: 1 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    const [set] = (await of('ReplicaSet').list()).items
    const annotations = { [revision]: '3546343826724305832' }
    await of('ReplicaSet').patch(set!.metadata.name, { metadata: { annotations } }, { type: 'merge' })
    await of('Deployment').patch('web', newImage, { type: 'strategic' })
    await cluster.waitFor('Deployment', 'web', (one) => one.metadata.annotations[revision] === '3546343826724305833')
  })

  it('keeps revisionHistoryLimit revisions, and rolls back to one as a new revision', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Deployment').create(deployment({ replicas: 1, revisionHistoryLimit: 1 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    for (const tag of [2, 3]) {
      const containers = [{ name: 'main', image: `example.dev/web:${tag}` }]
      await of('Deployment').patch('web', { spec: { template: { spec: { containers } } } }, { type: 'strategic' })
      await cluster.waitFor(
        'Deployment',
        'web',
        (one) => one.metadata.annotations[revision] === String(tag) && isRolledOut(one),
      )
    }
    await eventually(
      async () => (await of('ReplicaSet').list()).items,
      (items) => items.length === 2,
    )
    await of('Deployment').patch('web', { metadata: { annotations: { 'deprecated.deployment.rollback.to': '0' } } })
    const back = await cluster.waitFor('Deployment', 'web', (one) => one.metadata.annotations[revision] === '4')
    expect(back.spec.template.spec.containers[0].image).toBe('example.dev/web:2')
    expect(back.metadata.annotations['deprecated.deployment.rollback.to']).toBeUndefined()
    await eventually(
      async () => (await of('ReplicaSet').list()).items as Loose[],
      (sets) => sets.some(({ metadata }) => metadata.annotations['deployment.kubernetes.io/revision-history'] === '2'),
    )
  })

  it('with strategy Recreate deletes all old pods before it creates new ones', async () => {
    await using cluster = await startCluster({ stages: { stopMs: 5000 } })
    const { of, clock } = cluster
    await of('Deployment').create(deployment({ replicas: 2, strategy: { type: 'Recreate' } }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', newImage, { type: 'strategic' })
    await eventually(
      () => cluster.pods(),
      (items) => items.every(({ metadata }) => metadata.deletionTimestamp),
    )
    await cluster.waitFor('Deployment', 'web', ({ status }) => status.observedGeneration === 2 && !status.replicas)
    expect(await cluster.pods()).toHaveLength(2)
    await clock.advance(5000)
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    expect((await cluster.pods()).map(({ spec }) => spec.containers[0].image)).toEqual([
      'example.dev/web:2',
      'example.dev/web:2',
    ])
  })

  it('is paused, scaled and resumed', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Deployment').create(deployment({ replicas: 2, paused: true }))
    await cluster.waitFor('Deployment', 'web', (one) =>
      conditions(one).includes('Progressing=Unknown DeploymentPaused'),
    )
    expect((await of('ReplicaSet').list()).items).toHaveLength(0)
    await of('Deployment').patch('web', { spec: { paused: false } })
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', { spec: { paused: true } })
    await of('Deployment').patch('web', { ...newImage, spec: { ...newImage.spec, replicas: 5 } }, { type: 'strategic' })
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 5,
    )
    expect((await of('ReplicaSet').list()).items).toHaveLength(1)
    await of('Deployment').patch('web', { spec: { paused: false } })
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', { spec: { replicas: 1 } })
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 1,
    )
  })

  it('reports ProgressDeadlineExceeded after its progress deadline', async () => {
    await using cluster = await startCluster()
    const stuck = template({ app: 'web' }, {}, { 'simulate.pinnace.dev/pull-error': 'true' })
    await cluster.of('Deployment').create(deployment({ replicas: 1, progressDeadlineSeconds: 60, template: stuck }))
    await cluster.waitFor('Deployment', 'web', ({ status }) => status?.replicas === 1)
    await eventually(
      async () => (await cluster.pods())[0]?.status.containerStatuses?.[0].state.waiting.reason,
      'ImagePullBackOff',
    )
    await eventually(
      async () => {
        await cluster.clock.advance(10_000)
        return cluster.of('Deployment').get('web')
      },
      (found) => conditions(found).includes('Progressing=False ProgressDeadlineExceeded'),
    )
    const { status } = await cluster.of('Deployment').get('web')
    const [{ metadata }] = (await cluster.of('ReplicaSet').list()).items as Loose[]
    expect(status.conditions.find(({ type }: Loose) => type === 'Progressing').message).toBe(
      `ReplicaSet "${metadata.name}" has timed out progressing.`,
    )
    expect(conditions({ status })).toContain('Available=False MinimumReplicasUnavailable')
  })

  it('increments the collision count when the name of its replica set is taken', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('Deployment').create(deployment({ replicas: 1 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    const [{ metadata }] = (await of('ReplicaSet').list()).items as Loose[]
    await of('Deployment').delete('web')
    await eventually(
      async () => (await of('ReplicaSet').list()).items,
      (items) => items.length === 0,
    )
    const selector = { matchLabels: { app: 'other' } }
    await of('ReplicaSet').create({
      metadata: { name: metadata.name },
      spec: { replicas: 0, selector, template: template({ app: 'other' }) },
    })
    await of('Deployment').create(deployment({ replicas: 1 }))
    const made = await cluster.waitFor('Deployment', 'web', ({ status }) => status?.collisionCount === 1)
    expect(made.status.collisionCount).toBe(1)
    await eventually(async () => {
      await cluster.clock.advance(100)
      return of('Deployment').get('web')
    }, isRolledOut)
  })

  it('adopts a replica set that it selects, which releases a relabeled pod', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    const selector = { matchLabels: { app: 'web' } }
    await of('ReplicaSet').create({
      metadata: { name: 'old', labels: { app: 'web' } },
      spec: { replicas: 1, selector, template: template() },
    })
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 1,
    )
    await of('Deployment').create(deployment({ replicas: 1 }))
    const set = await cluster.waitFor('ReplicaSet', 'old', ({ metadata }) => metadata.ownerReferences?.length === 1)
    expect(set.metadata.ownerReferences[0]).toMatchObject({ kind: 'Deployment', name: 'web', controller: true })
    const [pod] = await cluster.pods()
    await of('Pod').patch(pod.metadata.name, { metadata: { labels: { app: 'none' } } })
    const released = await cluster.waitFor(
      'Pod',
      pod.metadata.name,
      ({ metadata }) => !metadata.ownerReferences?.length,
    )
    expect(released.metadata.labels.app).toBe('none')
    await eventually(
      () => cluster.pods('app=web'),
      (items) => items.length === 1,
    )
  })

  it('reports ReplicaFailure while a quota rejects pods, and creates them afterwards', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('ResourceQuota').create({ metadata: { name: 'few' }, spec: { hard: { pods: '1' } } })
    await of('ResourceQuota').patchStatus('few', { status: { hard: { pods: '1' }, used: { pods: '0' } } })
    await of('Deployment').create(deployment({ replicas: 2 }))
    const refused = await cluster.waitFor('Deployment', 'web', (one) =>
      conditions(one).includes('ReplicaFailure=True FailedCreate'),
    )
    const { message } = refused.status.conditions.find(({ type }: Loose) => type === 'ReplicaFailure')
    expect(message).toMatch(
      /^pods "web-[a-z0-9-]+" is forbidden: exceeded quota: few, requested: pods=1, used: pods=1, limited: pods=1$/,
    )
    await eventually(
      () => cluster.events(),
      (found) => found.some((event) => event.startsWith('FailedCreate: Error creating: pods "web-')),
    )
    await of('ResourceQuota').delete('few')
    await eventually(
      async () => {
        await cluster.clock.advance(10_000)
        return of('Deployment').get('web')
      },
      (found) => isRolledOut(found) && !conditions(found).includes('ReplicaFailure=True FailedCreate'),
    )
  })

  it('scales replica sets in proportion during a rollout', async () => {
    const pullMs = ({ spec }: Loose): number => (spec.containers[0].image.endsWith(':2') ? 1e9 : 0)
    await using cluster = await startCluster({ stages: { pullMs } })
    const { of } = cluster
    const strategy = { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } }
    await of('Deployment').create(deployment({ replicas: 10, strategy }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await of('Deployment').patch('web', newImage, { type: 'strategic' })
    const sizes = async (): Promise<string> =>
      ((await of('ReplicaSet').list()).items as Loose[])
        .map(({ spec }) => spec.replicas)
        .sort((a, b) => b - a)
        .join()
    await eventually(sizes, '8,5')
    await of('Deployment').patch('web', { spec: { replicas: 15 } })
    await eventually(sizes, '11,7')
  })

  it('waits for minReadySeconds', async () => {
    await using cluster = await startCluster()
    await cluster.of('Deployment').create(deployment({ replicas: 1, minReadySeconds: 30 }))
    const ready = await cluster.waitFor('Deployment', 'web', ({ status }) => status?.readyReplicas === 1)
    expect(ready.status.availableReplicas ?? 0).toBe(0)
    await cluster.clock.advance(30_000)
    await cluster.waitFor('Deployment', 'web', isRolledOut)
  })
})

describe('a replication controller', () => {
  it('keeps its number of pods, and deletes those that are not ready first', async () => {
    const readyMs = ({ metadata }: Loose): number => (metadata.labels.slow ? 1e9 : 0)
    await using cluster = await startCluster({ stages: { readyMs } })
    const { of } = cluster
    await of('Pod').create({ metadata: { name: 'slow', labels: { app: 'web', slow: 'yes' } }, spec: template().spec })
    await of('ReplicationController').create({
      metadata: { name: 'old' },
      spec: { replicas: 3, selector: { app: 'web' }, template: template() },
    })
    await cluster.waitFor(
      'ReplicationController',
      'old',
      ({ status }) => status?.replicas === 3 && status.readyReplicas === 2,
    )
    expect((await of('Pod').get('slow')).metadata.ownerReferences[0]).toMatchObject({
      kind: 'ReplicationController',
      name: 'old',
    })
    await of('ReplicationController').patch('old', { spec: { replicas: 2 } })
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 2,
    )
    expect((await cluster.pods()).every(({ metadata }) => metadata.name !== 'slow')).toBe(true)
    await of('Pod').delete((await cluster.pods())[0].metadata.name)
    await cluster.waitFor('ReplicationController', 'old', ({ status }) => status.readyReplicas === 2)
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 2,
    )
  })
})
