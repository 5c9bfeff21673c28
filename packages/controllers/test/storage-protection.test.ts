import type { ApiObject } from '@pinnace/meta'
import { createTestServer, eventually, type TestServer } from '@pinnace/testing'
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '@pinnace/types/core-v1'
import type { VolumeAttributesClass } from '@pinnace/types/storage-v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const capacity = { storage: '1Gi' }
const accessModes = ['ReadWriteOnce']
const claimSpec = { accessModes, resources: { requests: capacity } }
const containers = [{ name: 'c', image: 'i' }]

let server: TestServer
beforeEach(async () => {
  const controllers = [
    'namespace-controller',
    'pvc-protection',
    'pv-protection',
    'volumeattributesclass-protection-controller',
  ]
  server = await createTestServer({ controllers })
  await server.controllers!.started
})
afterEach(() => server.close())

const claims = (namespace = 'default') =>
  server.client<PersistentVolumeClaim>({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' }).namespace(namespace)
const pods = () => server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
const volumes = () => server.client<PersistentVolume>({ apiVersion: 'v1', kind: 'PersistentVolume' })
const classes = () =>
  server.client<VolumeAttributesClass>({
    apiVersion: `${server.vocabulary.group('storage')}/v1`,
    kind: 'VolumeAttributesClass',
  })
const left = async (of: { list(): Promise<{ readonly items: readonly ApiObject[] }> }): Promise<string> =>
  String((await of.list()).items.map(({ metadata }) => metadata.name))

/** Creates and deletes an unused claim: once it is gone, earlier deletions have been handled. */
async function comeAndGo(): Promise<void> {
  await claims().create({ metadata: { name: 'unused' }, spec: claimSpec })
  await claims().delete('unused')
  await eventually(
    () => left(claims()),
    (found) => !found.includes('unused'),
  )
}

describe('a claim', () => {
  it('that no pod uses is removed when it is deleted', async () => {
    const { metadata } = await claims().create({ metadata: { name: 'a' }, spec: claimSpec })
    expect(metadata.finalizers).toEqual([`${server.vocabulary.labelDomain}/pvc-protection`])
    await comeAndGo()
    await claims().delete('a')
    await eventually(() => left(claims()), '')
  })

  it('stays while a pod on a node uses it, and is removed after the pod', async () => {
    await claims().create({ metadata: { name: 'a' }, spec: claimSpec })
    const volumesOfPod = [{ name: 'v', persistentVolumeClaim: { claimName: 'a' } }]
    await pods().create({ metadata: { name: 'p' }, spec: { nodeName: 'n', containers, volumes: volumesOfPod } })
    await claims().delete('a')
    await comeAndGo()
    expect(await left(claims())).toBe('a')
    await pods().delete('p', { gracePeriodSeconds: 0 })
    await eventually(() => left(claims()), '')
  })

  it('is not kept by a pod without a node', async () => {
    await claims().create({ metadata: { name: 'a' }, spec: claimSpec })
    const volumesOfPod = [{ name: 'v', persistentVolumeClaim: { claimName: 'a' } }]
    await pods().create({ metadata: { name: 'p' }, spec: { containers, volumes: volumesOfPod } })
    await claims().delete('a')
    await eventually(() => left(claims()), '')
  })

  it('of an ephemeral volume is removed once its pod has shut down, whatever keeps the pod', async () => {
    const volumesOfPod = [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claimSpec } } }]
    const finalizers = ['example.dev/wait']
    const spec = { nodeName: 'n', containers, volumes: volumesOfPod }
    const pod = await pods().create({ metadata: { name: 'p', finalizers }, spec })
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: pod.metadata.uid!, controller: true }
    await claims().create({ metadata: { name: 'p-v', ownerReferences: [owner] }, spec: claimSpec })
    await claims().create({ metadata: { name: 'p-w', ownerReferences: [owner] }, spec: claimSpec })
    await claims().delete('p-v')
    await comeAndGo()
    expect(await left(claims())).toBe('p-v,p-w')
    await pods().delete('p', { gracePeriodSeconds: 0 })
    await eventually(() => left(claims()), 'p-w')
    expect(await left(pods())).toBe('p')
  })

  it('gets the finalizer when it has none', async () => {
    await claims().create({ metadata: { name: 'a' }, spec: claimSpec })
    await claims().patch('a', { metadata: { finalizers: null } })
    await eventually(
      () => claims().get('a'),
      (found) => found.metadata.finalizers?.length === 1,
    )
  })

  it('does not keep a deleted namespace', async () => {
    const namespaces = server.client({ apiVersion: 'v1', kind: 'Namespace' })
    await namespaces.create({ metadata: { name: 'team' } })
    await claims('team').create({ metadata: { name: 'a' }, spec: claimSpec })
    await namespaces.delete('team')
    await eventually(
      () => left(namespaces),
      (found) => !found.includes('team'),
    )
  })
})

it('a deleted volume stays while it is bound', async () => {
  const spec = { capacity, accessModes, hostPath: { path: '/x' } }
  await volumes().create({ metadata: { name: 'bound' }, spec })
  await volumes().create({ metadata: { name: 'free' }, spec })
  await volumes().patchStatus('bound', { status: { phase: 'Bound' } })
  await volumes().delete('bound')
  await volumes().delete('free')
  await eventually(() => left(volumes()), 'bound')
  await volumes().patchStatus('bound', { status: { phase: 'Released' } })
  await eventually(() => left(volumes()), '')
})

it('a deleted volume attributes class stays while a claim or a volume refers to it', async () => {
  const volumeAttributesClassName = 'gold'
  const parameters = { iops: '1' }
  await classes().create({ metadata: { name: 'gold' }, driverName: 'a.example', parameters })
  await classes().create({ metadata: { name: 'unused' }, driverName: 'a.example', parameters })
  await claims().create({ metadata: { name: 'a' }, spec: { ...claimSpec, volumeAttributesClassName } })
  const csi = { driver: 'a.example', volumeHandle: 'h' }
  const spec = { capacity, accessModes, csi, volumeAttributesClassName }
  await volumes().create({ metadata: { name: 'v' }, spec })
  await classes().delete('gold')
  await classes().delete('unused')
  await eventually(() => left(classes()), 'gold')
  await claims().delete('a')
  await eventually(() => left(claims()), '')
  expect(await left(classes())).toBe('gold')
  await volumes().delete('v')
  await eventually(() => left(classes()), '')
})

describe('a pod group', () => {
  it('stays while pods that have not finished are in it', async () => {
    await using groups = await createTestServer({
      controllers: ['podgroup-protection-controller'],
      featureGates: { GenericWorkload: true },
      runtimeConfig: { 'scheduling.k8s.io/v1alpha2': true },
    })
    await groups.controllers!.started
    const all = groups
      .client<ApiObject>({
        group: 'scheduling.k8s.io',
        version: 'v1alpha2',
        resource: 'podgroups',
        kind: 'PodGroup',
        scope: 'Namespaced',
      })
      .namespace('default')
    const members = groups.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const spec = { schedulingPolicy: { basic: {} } }
    const { metadata } = await all.create({ metadata: { name: 'g' }, spec } as ApiObject)
    expect(metadata.finalizers).toEqual(['scheduling.k8s.io/podgroup-protection'])
    await all.create({ metadata: { name: 'empty' }, spec } as ApiObject)
    await members.create({ metadata: { name: 'p' }, spec: { containers, schedulingGroup: { podGroupName: 'g' } } })
    await all.delete('g')
    await all.delete('empty')
    await eventually(() => left(all), 'g')
    await members.patchStatus('p', { status: { phase: 'Succeeded' } })
    await eventually(() => left(all), '')
  })
})
