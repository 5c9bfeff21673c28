import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startCluster, template, type Cluster, type Loose } from './support.ts'

const selector = { matchLabels: { app: 'web' } }
const newImage = { spec: { template: { spec: { containers: [{ name: 'main', image: 'example.dev/web:2' }] } } } }
const twoNodes = [
  { name: 'a', labels: { disk: 'fast' } },
  { name: 'b', taints: [{ key: 'own', value: 'x', effect: 'NoSchedule' }] },
  { name: 'c' },
]

function images(pods: readonly Loose[]): string[] {
  return pods.map(({ spec }) => spec.containers[0].image.split(':')[1])
}

async function nodesOf(cluster: Cluster): Promise<string[]> {
  return (await cluster.pods()).map(({ spec }) => spec.nodeName ?? '').sort()
}

function isUpdated({ metadata, status }: Loose): boolean {
  return (
    status?.observedGeneration === metadata.generation &&
    status.updatedNumberScheduled === status.desiredNumberScheduled &&
    status.numberAvailable === status.desiredNumberScheduled
  )
}

describe('a daemon set', () => {
  it('has a pod on every node that it selects and tolerates, and follows their changes', async () => {
    await using cluster = await startCluster({ nodes: twoNodes })
    const { of } = cluster
    await of('DaemonSet').create({ metadata: { name: 'agent' }, spec: { selector, template: template() } })
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status?.numberAvailable === 2)
    expect(await nodesOf(cluster)).toEqual(['a', 'c'])
    await of('Node').patch('b', { spec: { taints: [], unschedulable: true } })
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status.numberAvailable === 3)
    await of('DaemonSet').patch('agent', { spec: { template: { spec: { nodeSelector: { disk: 'fast' } } } } })
    await eventually(async () => (await nodesOf(cluster)).join(), 'a')
    const { status } = await cluster.waitFor('DaemonSet', 'agent', isUpdated)
    expect(status).toMatchObject({ desiredNumberScheduled: 1, currentNumberScheduled: 1, numberMisscheduled: 0 })
  })

  it('updates node by node, and keeps revisions', async () => {
    await using cluster = await startCluster({ nodes: 3 })
    const { of } = cluster
    await of('DaemonSet').create({ metadata: { name: 'agent' }, spec: { selector, template: template() } })
    await cluster.waitFor('DaemonSet', 'agent', (one) => isUpdated(one) && one.status.numberAvailable === 3)
    await of('DaemonSet').patch('agent', newImage, { type: 'strategic' })
    await cluster.waitFor('DaemonSet', 'agent', (one) => one.metadata.generation === 2 && isUpdated(one))
    expect(images(await cluster.pods())).toEqual(['2', '2', '2'])
    const revisions = (await of('ControllerRevision').list()).items as Loose[]
    expect(revisions.map(({ revision }) => Number(revision)).sort()).toEqual([1, 2])
    expect(revisions[0].data.spec.template.$patch).toBe('replace')
    expect(cluster.failures).toEqual([])
  })

  it('with maxSurge starts the new pod before it deletes the old one', async () => {
    await using cluster = await startCluster({ nodes: 1, stages: { readyMs: 1000 } })
    const { of, clock } = cluster
    const updateStrategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    await of('DaemonSet').create({
      metadata: { name: 'agent' },
      spec: { selector, template: template(), updateStrategy },
    })
    await eventually(async () => (await cluster.pods())[0]?.status.phase, 'Running')
    await clock.advance(1000)
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status?.numberAvailable === 1)
    await of('DaemonSet').patch('agent', newImage, { type: 'strategic' })
    await eventually(
      () => cluster.pods(),
      (items) => items.filter(({ status }) => status.phase === 'Running').length === 2,
    )
    await clock.advance(1000)
    await eventually(async () => images(await cluster.pods()).join(), '2')
  })

  it('replaces a failed pod, with an event', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('DaemonSet').create({ metadata: { name: 'agent' }, spec: { selector, template: template() } })
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status?.numberAvailable === 1)
    const [{ metadata }] = await cluster.pods()
    await of('Pod').patchStatus(metadata.name, { status: { phase: 'Failed', reason: 'Evicted' } })
    await eventually(
      () => cluster.pods(),
      (pods) => pods.length === 1 && pods[0].metadata.name !== metadata.name,
    )
    const note = `Found failed daemon pod default/${metadata.name} on node node-1, will try to kill it`
    await eventually(
      () => cluster.events(),
      (found) => found.includes(`FailedDaemonPod: ${note}`),
    )
  })

  it('with strategy OnDelete updates a pod when it is deleted', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('DaemonSet').create({
      metadata: { name: 'agent' },
      spec: { selector, template: template(), updateStrategy: { type: 'OnDelete' } },
    })
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status?.numberAvailable === 1)
    await of('DaemonSet').patch('agent', newImage, { type: 'strategic' })
    await cluster.waitFor('DaemonSet', 'agent', ({ status }) => status.observedGeneration === 2)
    expect(images(await cluster.pods())).toEqual(['1'])
    await of('Pod').delete((await cluster.pods())[0].metadata.name)
    await eventually(async () => images(await cluster.pods()).join(), '2')
  })
})

describe('a stateful set', () => {
  const set = (spec: Loose = {}): Loose => ({
    metadata: { name: 'db' },
    spec: { replicas: 3, serviceName: 'db', selector, template: template(), ...spec },
  })
  const names = async (cluster: Cluster): Promise<string> =>
    (await cluster.pods()).map(({ metadata }) => metadata.name).join()
  const isDone = ({ metadata, spec, status }: Loose): boolean =>
    status?.observedGeneration === metadata.generation &&
    status.currentRevision === status.updateRevision &&
    (status.readyReplicas ?? 0) === spec.replicas &&
    (status.replicas ?? 0) === spec.replicas

  it('creates pods in order, each when the one before is ready, with volume claims', async () => {
    await using cluster = await startCluster({ stages: { readyMs: 1000 } })
    const { of, clock } = cluster
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }
    await of('StatefulSet').create(set({ replicas: 2, volumeClaimTemplates: [claim] }))
    const phases = async (): Promise<string[]> => (await cluster.pods()).map(({ status }) => status.phase)
    await eventually(phases, ['Running'])
    expect(await names(cluster)).toBe('db-0')
    await clock.advance(1000)
    await eventually(phases, ['Running', 'Running'])
    await clock.advance(1000)
    await cluster.waitFor('StatefulSet', 'db', isDone)
    const [first] = await cluster.pods()
    expect(first.metadata.labels).toMatchObject({
      'statefulset.kubernetes.io/pod-name': 'db-0',
      'apps.kubernetes.io/pod-index': '0',
    })
    expect(first.spec).toMatchObject({ hostname: 'db-0', subdomain: 'db' })
    expect(first.spec.volumes[0]).toMatchObject({ name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } })
    const claims = (await of('PersistentVolumeClaim').list()).items.map(({ metadata }: Loose) => metadata.name)
    expect(claims.sort()).toEqual(['data-db-0', 'data-db-1'])
  })

  it('is updated from the last pod down to its partition, and scaled down from the last', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    await of('StatefulSet').create(set({ updateStrategy: { rollingUpdate: { partition: 2 } } }))
    await cluster.waitFor('StatefulSet', 'db', isDone)
    await of('StatefulSet').patch('db', newImage, { type: 'strategic' })
    await eventually(async () => images(await cluster.pods()).join(), '1,1,2')
    const partly = await cluster.waitFor(
      'StatefulSet',
      'db',
      ({ status }) => status.updatedReplicas === 1 && status.readyReplicas === 3,
    )
    expect(partly.status.currentRevision).not.toBe(partly.status.updateRevision)
    await of('StatefulSet').patch('db', { spec: { updateStrategy: { rollingUpdate: { partition: 0 } } } })
    await cluster.waitFor('StatefulSet', 'db', isDone)
    expect(images(await cluster.pods())).toEqual(['2', '2', '2'])
    await of('StatefulSet').patch('db', { spec: { replicas: 1 } })
    await eventually(() => names(cluster), 'db-0')
    expect(cluster.failures).toEqual([])
  })

  it('with pod management Parallel creates all pods at once, and replaces a deleted one', async () => {
    await using cluster = await startCluster({ stages: { pullMs: 60_000 } })
    const { of, clock } = cluster
    await of('StatefulSet').create(set({ podManagementPolicy: 'Parallel', ordinals: { start: 5 } }))
    await eventually(() => names(cluster), 'db-5,db-6,db-7')
    await eventually(
      () => cluster.pods(),
      (items) => items.every(({ status }) => status.startTime),
    )
    await clock.advance(60_000)
    await cluster.waitFor('StatefulSet', 'db', isDone)
    const { uid } = (await cluster.pods())[0].metadata
    await of('Pod').delete('db-5')
    await eventually(
      () => cluster.pods(),
      (pods) => pods.length === 3 && pods[0].metadata.uid !== uid,
    )
  })

  it('keeps or deletes volume claims by its retention policy', async () => {
    await using cluster = await startCluster()
    const { of } = cluster
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
    const volumeClaimTemplates = [{ metadata: { name: 'data' }, spec }]
    const persistentVolumeClaimRetentionPolicy = { whenDeleted: 'Delete', whenScaled: 'Delete' }
    const claims = async (): Promise<string> =>
      ((await of('PersistentVolumeClaim').list()).items as Loose[])
        .filter(({ metadata }) => !metadata.deletionTimestamp)
        .map(({ metadata }) => `${metadata.name} ${metadata.ownerReferences?.[0].kind ?? ''}`)
        .sort()
        .join()
    await of('StatefulSet').create(set({ replicas: 2, volumeClaimTemplates, persistentVolumeClaimRetentionPolicy }))
    await eventually(claims, 'data-db-0 StatefulSet,data-db-1 StatefulSet')
    await cluster.waitFor('StatefulSet', 'db', isDone)
    await of('StatefulSet').patch('db', { spec: { replicas: 1 } })
    await eventually(claims, 'data-db-0 StatefulSet')
    await of('StatefulSet').patch('db', { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } } })
    await eventually(claims, 'data-db-0 ')
    await of('StatefulSet').delete('db')
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 0,
    )
    expect(await claims()).toBe('data-db-0 ')
  })
})
