import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startCluster, template, type Cluster, type Loose } from './support.ts'

const selector = { matchLabels: { app: 'web' } }

/** Workloads of two pods that run, and the kind that owns the pods. */
const workloads: readonly (readonly [kind: string, owner: string, spec: Loose])[] = [
  ['ReplicaSet', 'ReplicaSet', { replicas: 2, selector, template: template() }],
  ['ReplicationController', 'ReplicationController', { replicas: 2, selector: { app: 'web' }, template: template() }],
  ['Deployment', 'ReplicaSet', { replicas: 2, selector, template: template() }],
  ['DaemonSet', 'DaemonSet', { selector, template: template() }],
  ['StatefulSet', 'StatefulSet', { replicas: 2, selector, template: template(), serviceName: 'web' }],
  ['Job', 'Job', { parallelism: 2, completions: 4, template: template({ app: 'web' }, { restartPolicy: 'Never' }) }],
]

async function startWorkload(kind: string, spec: Loose, stopMs = 0): Promise<Cluster> {
  const cluster = await startCluster({ nodes: 2, stages: { runMs: 1e9, stopMs } })
  await cluster.of(kind).create({ metadata: { name: 'web' }, spec })
  await eventually(
    () => cluster.pods(),
    (pods) => pods.length === 2 && pods.every(({ status }) => status.phase === 'Running'),
  )
  return cluster
}

async function exists({ of }: Cluster, kind: string): Promise<boolean> {
  return (await of(kind).list()).items.some(({ metadata }: Loose) => metadata.name === 'web')
}

describe.each(workloads)('a %s with pods of a %s', (kind, owner, spec) => {
  it('is gone at once with propagation policy Background, and its pods follow', async () => {
    await using cluster = await startWorkload(kind, spec, 5000)
    await cluster.of(kind).delete('web', { propagationPolicy: 'Background' })
    expect(await exists(cluster, kind)).toBe(false)
    await eventually(
      () => cluster.pods(),
      (pods) => pods.every(({ metadata }) => metadata.deletionTimestamp !== undefined),
    )
    await cluster.clock.advance(5000)
    await eventually(async () => (await cluster.pods()).length, 0)
    expect(cluster.failures).toEqual([])
  })

  it('waits for its pods with propagation policy Foreground', async () => {
    await using cluster = await startWorkload(kind, spec, 5000)
    await cluster.of(kind).delete('web', { propagationPolicy: 'Foreground' })
    await eventually(
      () => cluster.pods(),
      (pods) => pods.every(({ metadata }) => metadata.deletionTimestamp !== undefined),
    )
    expect(await exists(cluster, kind)).toBe(true)
    expect((await cluster.of(kind).get('web')).metadata.finalizers).toContain('foregroundDeletion')
    await cluster.clock.advance(5000)
    await eventually(() => exists(cluster, kind), false)
    expect(await cluster.pods()).toEqual([])
  })

  it('leaves its pods with propagation policy Orphan', async () => {
    await using cluster = await startWorkload(kind, spec)
    const before = (await cluster.pods()).map(({ metadata }) => metadata.uid)
    await cluster.of(kind).delete('web', { propagationPolicy: 'Orphan' })
    await eventually(() => exists(cluster, kind), false)
    const orphaned = kind === owner ? 'Pod' : owner
    await eventually(
      async () => (await cluster.of(orphaned).list()).items as Loose[],
      (items) => items.every(({ metadata }) => !metadata.ownerReferences?.length),
    )
    const pods = await cluster.pods()
    expect(pods.map(({ metadata }) => metadata.uid)).toEqual(before)
    expect(pods.every(({ status, metadata }) => status.phase === 'Running' && !metadata.deletionTimestamp)).toBe(true)
  })
})

describe('a cron job that is deleted', () => {
  const spec = {
    schedule: '*/5 * * * *',
    jobTemplate: { spec: { template: template({ app: 'web' }, { restartPolicy: 'Never' }) } },
  }

  it.each<[policy: 'Background' | 'Foreground' | 'Orphan', jobs: number]>([
    ['Background', 0],
    ['Foreground', 0],
    ['Orphan', 1],
  ])('with propagation policy %s leaves %i jobs, and starts no more', async (propagationPolicy, jobs) => {
    await using cluster = await startCluster({ stages: { runMs: 1e9 } })
    await cluster.of('CronJob').create({ metadata: { name: 'web' }, spec })
    await cluster.clock.advance(300_000)
    await cluster.waitFor('CronJob', 'web', ({ status }) => status?.active?.length === 1)
    await cluster.of('CronJob').delete('web', { propagationPolicy })
    await eventually(() => exists(cluster, 'CronJob'), false)
    await eventually(async () => (await cluster.of('Job').list()).items.length, jobs)
    await cluster.clock.advance(900_000)
    expect((await cluster.of('Job').list()).items).toHaveLength(jobs)
  })
})

describe('pods that were orphaned', () => {
  it('are adopted and kept by a new workload that selects them', async () => {
    const [kind, , spec] = ['ReplicaSet', '', { replicas: 2, selector, template: template() }] as const
    await using cluster = await startWorkload(kind, spec)
    const before = (await cluster.pods()).map(({ metadata }) => metadata.uid)
    await cluster.of(kind).delete('web', { propagationPolicy: 'Orphan' })
    await eventually(() => exists(cluster, kind), false)
    await cluster.of(kind).create({ metadata: { name: 'other' }, spec })
    await eventually(
      async () => (await cluster.pods()).map(({ metadata }) => `${metadata.uid} ${metadata.ownerReferences?.[0].name}`),
      before.map((uid) => `${uid} other`),
    )
    await cluster.waitFor(kind, 'other', ({ status }) => status?.readyReplicas === 2)
  })

  it('are deleted by a new workload that wants fewer', async () => {
    await using cluster = await startWorkload('ReplicaSet', { replicas: 2, selector, template: template() })
    await cluster.of('ReplicaSet').delete('web', { propagationPolicy: 'Orphan' })
    await eventually(() => exists(cluster, 'ReplicaSet'), false)
    await cluster
      .of('ReplicaSet')
      .create({ metadata: { name: 'one' }, spec: { replicas: 1, selector, template: template() } })
    await eventually(async () => (await cluster.pods()).length, 1)
    await cluster.waitFor('ReplicaSet', 'one', ({ status }) => status?.readyReplicas === 1)
  })
})

describe('a pod that is relabeled', () => {
  it.each(workloads.filter(([kind]) => kind !== 'Job' && kind !== 'StatefulSet'))(
    'is released by a %s, which replaces it, and adopted again',
    async (kind, owner, spec) => {
      await using cluster = await startWorkload(kind, spec)
      const [{ metadata }] = (await cluster.pods()) as [Loose]
      const { name, ownerReferences } = metadata
      expect(ownerReferences[0].kind).toBe(owner)
      await cluster.of('Pod').patch(name, { metadata: { labels: { app: 'debug' } } })
      await cluster.waitFor('Pod', name, (one) => one.metadata.ownerReferences === undefined)
      await eventually(async () => (await cluster.pods('app=web')).length, 2)
      await cluster.of('Pod').patch(name, { metadata: { labels: { app: 'web' } } })
      await eventually(async () => (await cluster.pods('app=web')).length, 2)
      await eventually(
        () => cluster.pods('app=web'),
        (pods) => pods.every((one) => one.metadata.ownerReferences?.[0].kind === owner),
      )
    },
  )
})
