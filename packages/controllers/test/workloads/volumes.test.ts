import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startCluster, type Cluster, type Loose } from './support.ts'

const claim = (name: string, spec: Loose = {}, annotations: Loose = {}): Loose => ({
  metadata: { name, annotations },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
})
const pod = (name: string, volumes: Loose[], spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'i:1' }], volumes, ...spec },
})
const using = (claimName: string): Loose => ({ name: 'data', persistentVolumeClaim: { claimName } })
const volume = (name: string, spec: Loose = {}): Loose => ({
  metadata: { name },
  spec: {
    capacity: { storage: '5Gi' },
    accessModes: ['ReadWriteOnce'],
    hostPath: { path: '/x' },
    storageClassName: 'local',
    ...spec,
  },
})
const local = {
  metadata: { name: 'local' },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
}
const isBound = ({ status }: Loose): boolean => status?.phase === 'Bound'
const isRunning = ({ status }: Loose): boolean => status?.phase === 'Running'
const message = ({ status }: Loose): string | undefined =>
  status?.conditions?.find(({ type }: Loose) => type === 'PodScheduled')?.message

async function withDefaultClass(options: Loose = {}): Promise<Cluster> {
  const cluster = await startCluster(options)
  await cluster.waitFor('StorageClass', 'standard', () => true)
  return cluster
}

describe('volume claims', () => {
  it('are bound to a volume of the default storage class', async () => {
    await using cluster = await withDefaultClass()
    await cluster.of('PersistentVolumeClaim').create(claim('data'))
    const { metadata, spec, status } = await cluster.waitFor('PersistentVolumeClaim', 'data', isBound)
    expect(spec).toMatchObject({ storageClassName: 'standard', volumeName: `pvc-${metadata.uid}` })
    expect(status).toMatchObject({ accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' } })
    expect(metadata.annotations).toEqual({
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
      'volume.kubernetes.io/storage-provisioner': 'volumes.simulate.pinnace.dev',
    })
    const made = await cluster.waitFor('PersistentVolume', spec.volumeName, isBound)
    expect(made.spec).toMatchObject({
      capacity: { storage: '1Gi' },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: 'standard',
      claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', uid: metadata.uid },
      csi: { driver: 'volumes.simulate.pinnace.dev' },
    })
    await eventually(
      () => cluster.events(),
      (events) => events.includes(`ProvisioningSucceeded: Successfully provisioned volume ${spec.volumeName}`),
    )
    expect(cluster.failures).toEqual([])
  })

  it('grow when their class allows it', async () => {
    await using cluster = await withDefaultClass()
    const { of } = cluster
    await of('PersistentVolumeClaim').create(claim('data'))
    await cluster.waitFor('PersistentVolumeClaim', 'data', isBound)
    await of('PersistentVolumeClaim').patch('data', { spec: { resources: { requests: { storage: '3Gi' } } } })
    const grown = await cluster.waitFor(
      'PersistentVolumeClaim',
      'data',
      ({ status }) => status.capacity.storage === '3Gi',
    )
    expect((await of('PersistentVolume').get(grown.spec.volumeName)).spec.capacity).toEqual({ storage: '3Gi' })
  })

  it('give their volume back: it is deleted, or released', async () => {
    await using cluster = await withDefaultClass()
    const { of } = cluster
    const kept = { metadata: { name: 'kept' }, provisioner: 'example.dev/disks', reclaimPolicy: 'Retain' }
    await of('StorageClass').create(kept)
    await of('PersistentVolumeClaim').create(claim('a'))
    await of('PersistentVolumeClaim').create(claim('b', { storageClassName: 'kept' }))
    const a = await cluster.waitFor('PersistentVolumeClaim', 'a', isBound)
    const b = await cluster.waitFor('PersistentVolumeClaim', 'b', isBound)
    for (const name of ['a', 'b']) {
      await of('PersistentVolumeClaim').patch(name, { metadata: { finalizers: null } })
      await of('PersistentVolumeClaim').delete(name)
    }
    await cluster.waitFor('PersistentVolume', b.spec.volumeName, ({ status }) => status.phase === 'Released')
    await cluster.waitFor('PersistentVolume', a.spec.volumeName, ({ metadata }) => metadata.deletionTimestamp)
  })

  it('wait for the node of their first pod, and pods for their claims', async () => {
    await using cluster = await startCluster({ nodes: 2 })
    const { of } = cluster
    await of('StorageClass').create({
      metadata: { name: 'late' },
      provisioner: 'example.dev/disks',
      volumeBindingMode: 'WaitForFirstConsumer',
    })
    await of('PersistentVolumeClaim').create(claim('data', { storageClassName: 'late' }))
    await eventually(
      () => cluster.events(),
      (events) => events.includes('WaitForFirstConsumer: waiting for first consumer to be created before binding'),
    )
    expect(isBound(await of('PersistentVolumeClaim').get('data'))).toBe(false)
    await of('Pod').create(pod('p', [using('data')]))
    const { spec } = await cluster.waitFor('Pod', 'p', isRunning)
    const bound = await of('PersistentVolumeClaim').get('data')
    expect(bound.metadata.annotations['volume.kubernetes.io/selected-node']).toBe(spec.nodeName)
    expect(isBound(bound)).toBe(true)
  })

  it('take the smallest volume that fits, on the node where it is', async () => {
    await using cluster = await startCluster({ nodes: [{ name: 'a' }, { name: 'b', labels: { disk: 'yes' } }] })
    const { of } = cluster
    await of('StorageClass').create(local)
    const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'Exists' }] }] }
    await of('PersistentVolume').create(volume('large', { capacity: { storage: '9Gi' }, nodeAffinity: { required } }))
    await of('PersistentVolume').create(volume('small', { nodeAffinity: { required } }))
    await of('PersistentVolume').create(volume('tiny', { capacity: { storage: '1Mi' }, nodeAffinity: { required } }))
    await cluster.waitFor('PersistentVolume', 'small', ({ status }) => status.phase === 'Available')
    await of('PersistentVolumeClaim').create(claim('data', { storageClassName: 'local' }))
    await of('Pod').create(pod('p', [using('data')]))
    expect((await cluster.waitFor('Pod', 'p', isRunning)).spec.nodeName).toBe('b')
    expect((await of('PersistentVolumeClaim').get('data')).spec.volumeName).toBe('small')
    await of('Pod').create(pod('there', [using('data')], { nodeSelector: { 'kubernetes.io/hostname': 'a' } }))
    const refused = await cluster.waitFor('Pod', 'there', (one) => message(one) !== undefined)
    expect(message(refused)).toBe(
      "0/2 nodes are available: 1 node(s) didn't match PersistentVolume's node affinity, 1 node(s) didn't match Pod's node affinity/selector.",
    )
    expect(cluster.failures).toEqual([])
  })

  it.each<[what: string, claims: Loose[], expected: string]>([
    ['that does not exist', [], '0/1 nodes are available: persistentvolumeclaim "data" not found.'],
    [
      'that is not bound',
      [claim('data', { storageClassName: 'none' })],
      '0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
    ],
    [
      'without a volume',
      [claim('data', { storageClassName: 'local' })],
      "0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind.",
    ],
  ])('keep a pod from running: one %s', async (_, claims, expected) => {
    await using cluster = await startCluster()
    await cluster.of('StorageClass').create(local)
    for (const one of claims) await cluster.of('PersistentVolumeClaim').create(one)
    await cluster.of('Pod').create(pod('p', [using('data')]))
    expect(message(await cluster.waitFor('Pod', 'p', (one) => message(one) === expected))).toBe(expected)
  })

  it('are provisioned late, or never, as annotations say', async () => {
    await using cluster = await withDefaultClass()
    const { of, clock } = cluster
    await of('PersistentVolumeClaim').create(claim('late', {}, { 'simulate.pinnace.dev/provision-ms': '5000' }))
    await of('PersistentVolumeClaim').create(claim('never', {}, { 'simulate.pinnace.dev/provision-error': 'no disks' }))
    await eventually(
      () => cluster.events(),
      (events) => events.includes('ProvisioningFailed: failed to provision volume: no disks'),
    )
    expect(isBound(await of('PersistentVolumeClaim').get('late'))).toBe(false)
    await clock.advance(5000)
    await cluster.waitFor('PersistentVolumeClaim', 'late', isBound)
    expect(isBound(await of('PersistentVolumeClaim').get('never'))).toBe(false)
  })

  it('are created for ephemeral volumes, and owned by the pod', async () => {
    await using cluster = await withDefaultClass()
    const { spec } = claim('unused')
    await cluster.of('Pod').create(pod('p', [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec } } }]))
    await cluster.waitFor('Pod', 'p', isRunning)
    const { metadata } = await cluster.waitFor('PersistentVolumeClaim', 'p-scratch', isBound)
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'Pod', name: 'p', controller: true }])
  })

  it('are lost with their volume', async () => {
    await using cluster = await withDefaultClass()
    const { of } = cluster
    await of('PersistentVolumeClaim').create(claim('data'))
    const { spec } = await cluster.waitFor('PersistentVolumeClaim', 'data', isBound)
    await of('PersistentVolume').patch(spec.volumeName, { metadata: { finalizers: null } })
    await of('PersistentVolume').delete(spec.volumeName)
    await cluster.waitFor('PersistentVolumeClaim', 'data', ({ status }) => status.phase === 'Lost')
  })

  it('have no default class when a cluster has one, or wants none', async () => {
    await using cluster = await startCluster({ storageClass: false })
    await cluster.of('PersistentVolumeClaim').create(claim('data'))
    await eventually(
      () => cluster.events(),
      (events) =>
        events.includes('FailedBinding: no persistent volumes available for this claim and no storage class is set'),
    )
    expect((await cluster.of('StorageClass').list()).items).toEqual([])
  })
})
