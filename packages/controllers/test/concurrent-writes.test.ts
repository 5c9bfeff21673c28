import type { ResourceClient } from '@pinnace/client'
import { serviceUnavailable, type ApiObject } from '@pinnace/meta'
import { createTestServer, eventually, type TestServer } from '@pinnace/testing'
import type {
  ConfigMap,
  Namespace,
  PersistentVolumeClaim,
  ResourceQuota,
  Secret,
  ServiceAccount,
} from '@pinnace/types/core-v1'
import type { ClusterRole } from '@pinnace/types/rbac-v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startControllers, type Controllers, type ControllersOptions } from '../src/index.ts'
import { createInterferingClient, type Interference } from './support/interfering-client.ts'

let server: TestServer
let failures: string[]
let running: Controllers[]

beforeEach(async () => {
  server = await createTestServer()
  failures = []
  running = []
})

afterEach(async () => {
  for (const controllers of running) await controllers.stop()
  await server[Symbol.asyncDispose]()
})

async function start(
  name: string,
  interference?: Interference,
  options: Partial<ControllersOptions> = {},
): Promise<{ readonly controllers: Controllers; readonly writes: () => number }> {
  const plain = { client: server.connect(), writes: () => 0 }
  const { client, writes } =
    interference === undefined ? plain : createInterferingClient(server.connect(), interference)
  const controllers = startControllers({
    ...options,
    client,
    controllers: ['-*', name],
    onError: (error, { controller, key }) => void failures.push(`${controller} ${key}: ${(error as Error).message}`),
  })
  running.push(controllers)
  await controllers.started
  return { controllers, writes }
}

const of = <T extends ApiObject = ApiObject>(kind: string, apiVersion = 'v1') =>
  server.client<ApiObject>({ apiVersion, kind }) as ResourceClient<T>
const configMaps = () => of<ConfigMap>('ConfigMap').namespace('default')
const namesOf = async (kind: string): Promise<readonly (string | undefined)[]> =>
  (await of(kind).list()).items.map(({ metadata }) => metadata.name)
const label = { metadata: { labels: { changed: 'meanwhile' } } }

async function ownerAndDependent(): Promise<ConfigMap> {
  const owner = await configMaps().create({ metadata: { name: 'owner' } })
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid ?? '' }
  await configMaps().create({
    metadata: { name: 'dependent', ownerReferences: [{ ...reference, blockOwnerDeletion: true }] },
  })
  return owner
}

describe('the garbage collector', () => {
  const name = 'garbage-collector-controller'

  it('deletes a dependent that has changed since it was observed', async () => {
    await ownerAndDependent()
    const { writes } = await start(name, {
      verb: 'delete',
      resource: 'configmaps',
      before: (dependent) => configMaps().patch(dependent, label),
    })
    await configMaps().delete('owner')
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('dependent'),
    )
    expect(writes()).toBeGreaterThan(1)
    expect(failures).toEqual([])
  })

  it('keeps a dependent that gets another owner before it is deleted', async () => {
    await ownerAndDependent()
    const other = await configMaps().create({ metadata: { name: 'other' } })
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: other.metadata.uid ?? '' }]
    const { writes } = await start(name, {
      verb: 'delete',
      resource: 'configmaps',
      before: (dependent) => configMaps().patch(dependent, { metadata: { ownerReferences } }),
    })
    await configMaps().delete('owner')
    await eventually(writes, 1)
    await configMaps().create({ metadata: { name: 'next' } })
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => names.includes('next'),
    )
    expect((await configMaps().get('dependent')).metadata.deletionTimestamp).toBeUndefined()
    expect(failures).toEqual([])
  })

  it('ignores that a dependent was deleted before it, and created again', async () => {
    await ownerAndDependent()
    await start(name, {
      verb: 'delete',
      resource: 'configmaps',
      async before(dependent) {
        await configMaps().delete(dependent)
        await configMaps().create({ metadata: { name: dependent } })
      },
    })
    await configMaps().delete('owner')
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('owner'),
    )
    const { metadata } = await eventually(
      () => configMaps().get('dependent'),
      (found) => found.metadata.ownerReferences === undefined,
    )
    expect(metadata.deletionTimestamp).toBeUndefined()
    expect(failures).toEqual([])
  })

  it('orphans dependents that change meanwhile', async () => {
    await ownerAndDependent()
    const { writes } = await start(name, {
      verb: 'patch',
      resource: 'configmaps',
      before: (dependent) => configMaps().patch(dependent, label),
    })
    await configMaps().delete('owner', { propagationPolicy: 'Orphan' })
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('owner'),
    )
    const { metadata } = await configMaps().get('dependent')
    expect(metadata.ownerReferences).toBeUndefined()
    expect(metadata.labels).toEqual(label.metadata.labels)
    expect(writes()).toBeGreaterThan(2)
    expect(failures).toEqual([])
  })

  it('retries a deletion that the server refuses, and reports it', async () => {
    await ownerAndDependent()
    await start(name, {
      verb: 'delete',
      resource: 'configmaps',
      before: () => Promise.reject(serviceUnavailable('the store is away')),
    })
    await configMaps().delete('owner')
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('dependent'),
    )
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^garbage-collector-controller delete\/.*: the store is away$/)
  })

  it('finishes a foreground deletion that another collector has begun before it was stopped', async () => {
    await ownerAndDependent()
    await configMaps().patch('dependent', { metadata: { finalizers: ['example.dev/hold'] } })
    const first = await start(name)
    await configMaps().delete('owner', { propagationPolicy: 'Foreground' })
    await eventually(async () => (await configMaps().get('dependent')).metadata.deletionTimestamp !== undefined, true)
    await first.controllers.stop()
    await configMaps().patch('dependent', { metadata: { finalizers: null } })
    expect(await namesOf('ConfigMap')).toContain('owner')
    await start(name)
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('owner'),
    )
    expect(failures).toEqual([])
  })

  it('deletes dependents of a cluster-scoped owner in all namespaces', async () => {
    const owner = await of('Namespace').create({ metadata: { name: 'owner' } })
    const reference = { apiVersion: 'v1', kind: 'Namespace', name: 'owner', uid: owner.metadata.uid ?? '' }
    for (const namespace of ['default', 'kube-public']) {
      const own = of('ConfigMap').namespace(namespace)
      await own.create({ metadata: { name: 'dependent', ownerReferences: [reference] } })
    }
    await start(name)
    await of('Namespace').delete('owner')
    // Without the namespace controller the namespace stays: its finalizer is removed by hand.
    const live = await of<Namespace>('Namespace').get('owner')
    await of<Namespace>('Namespace')
      .subresource('finalize')
      .update('owner', { ...live, spec: { finalizers: [] } })
    await eventually(
      () => namesOf('ConfigMap'),
      (names) => !names.includes('dependent'),
    )
    expect(failures).toEqual([])
  })
})

describe('the namespace controller', () => {
  const name = 'namespace-controller'
  const namespaces = () => of<Namespace>('Namespace')

  it('removes its finalizer from a namespace that changes meanwhile', async () => {
    await namespaces().create({ metadata: { name: 'team' } })
    const { writes } = await start(name, {
      verb: 'update',
      resource: 'namespaces/finalize',
      before: (namespace) => namespaces().patch(namespace, label),
    })
    await namespaces().delete('team')
    await eventually(
      () => namesOf('Namespace'),
      (names) => !names.includes('team'),
    )
    expect(writes()).toBe(2)
    expect(failures).toEqual([])
  })

  it('leaves a namespace of the same name that was created meanwhile', async () => {
    await namespaces().create({ metadata: { name: 'team' } })
    let created: Namespace | undefined
    const { writes } = await start(name, {
      verb: 'update',
      resource: 'namespaces/finalize',
      async before(namespace) {
        const live = await namespaces().get(namespace)
        await namespaces()
          .subresource('finalize')
          .update(namespace, { ...live, spec: { finalizers: [] } })
        created = await namespaces().create({ metadata: { name: namespace } })
      },
    })
    await namespaces().delete('team')
    await eventually(writes, 1)
    await eventually(() => created !== undefined, true)
    const { metadata, spec } = await namespaces().get('team')
    expect(metadata.uid).toBe(created?.metadata.uid)
    expect(spec?.finalizers).toEqual(['kubernetes'])
    expect(failures).toEqual([])
  })

  it('continues a deletion that was begun before its start', async () => {
    await namespaces().create({ metadata: { name: 'team' } })
    await of('ConfigMap')
      .namespace('team')
      .create({ metadata: { name: 'x', finalizers: ['example.dev/hold'] } })
    const first = await start(name)
    await namespaces().delete('team')
    await eventually(
      async () => (await of('ConfigMap').namespace('team').get('x')).metadata.deletionTimestamp !== undefined,
      true,
    )
    await first.controllers.stop()
    await of('ConfigMap')
      .namespace('team')
      .patch('x', { metadata: { finalizers: null } })
    await start(name)
    await eventually(
      () => namesOf('Namespace'),
      (names) => !names.includes('team'),
    )
  })

  it('deletes content that is created while it deletes', async () => {
    await namespaces().create({ metadata: { name: 'team' } })
    await of('ConfigMap')
      .namespace('team')
      .create({ metadata: { name: 'x' } })
    let refused: unknown
    await start(name, {
      verb: 'deleteCollection',
      resource: 'configmaps',
      before: async () => {
        refused = await of('ConfigMap')
          .namespace('team')
          .create({ metadata: { name: 'late' } })
          .catch((error: unknown) => error)
      },
    })
    await namespaces().delete('team')
    await eventually(
      () => namesOf('Namespace'),
      (names) => !names.includes('team'),
    )
    expect(String(refused)).toContain('because it is being terminated')
    expect(failures).toEqual([])
  })
})

describe('a write of another client in between', () => {
  it('is no failure of the service account controller: the account exists already', async () => {
    await start('serviceaccount-controller', {
      verb: 'create',
      resource: 'serviceaccounts',
      before: () =>
        of<ServiceAccount>('ServiceAccount')
          .namespace('default')
          .create({ metadata: { name: 'default' } }),
    })
    await eventually(async () => (await namesOf('ServiceAccount')).length, 4)
    expect(failures).toEqual([])
  })

  it('is no failure of the service account controller: the namespace terminates', async () => {
    await eventually(async () => (await namesOf('Namespace')).length, 4)
    await start('serviceaccount-controller', {
      verb: 'create',
      resource: 'serviceaccounts',
      before: () => of('Namespace').delete('kube-node-lease'),
    })
    await eventually(async () => (await namesOf('ServiceAccount')).length >= 3, true)
    expect(failures.filter((text) => !text.includes('kube-node-lease'))).toEqual([])
    expect(failures).toEqual([])
  })

  it('does not stay in the CA ConfigMap', async () => {
    const options = { rootCa: 'PEM' }
    await start('root-ca-certificate-publisher-controller', undefined, options)
    const own = () => of<ConfigMap>('ConfigMap').namespace('default')
    await eventually(async () => (await own().get('kube-root-ca.crt')).data, { 'ca.crt': 'PEM' })
    await own().patch('kube-root-ca.crt', { data: { extra: 'x' }, metadata: { annotations: { kept: 'yes' } } })
    const { metadata } = await eventually(
      () => own().get('kube-root-ca.crt'),
      ({ data }) => data?.['extra'] === undefined,
    )
    expect(metadata.annotations).toMatchObject({ kept: 'yes' })
    expect(failures).toEqual([])
  })

  it('is kept by the claim protection, which adds its finalizer afterwards', async () => {
    const claims = of<PersistentVolumeClaim>('PersistentVolumeClaim').namespace('default')
    await claims.create({
      metadata: { name: 'c' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    })
    await claims.patch('c', { metadata: { finalizers: null } })
    const { writes } = await start('persistentvolumeclaim-protection-controller', {
      verb: 'update',
      resource: 'persistentvolumeclaims',
      before: (name) => claims.patch(name, label),
    })
    const { metadata } = await eventually(
      () => claims.get('c'),
      (found) => found.metadata.finalizers?.includes('kubernetes.io/pvc-protection') ?? false,
    )
    expect(metadata.labels).toEqual(label.metadata.labels)
    expect(writes()).toBe(2)
    expect(failures).toEqual([])
  })

  it('is counted by the quota controller', async () => {
    const quotas = of<ResourceQuota>('ResourceQuota').namespace('default')
    await start('resourcequota-controller', {
      verb: 'update',
      resource: 'resourcequotas/status',
      async before(name) {
        await of('Secret')
          .namespace('default')
          .create({ metadata: { name: 's' } })
        await quotas.patch(name, label)
      },
    })
    await quotas.create({ metadata: { name: 'q' }, spec: { hard: { secrets: '5' } } })
    await eventually(async () => (await quotas.get('q')).status?.used, { secrets: '1' })
    expect(failures).toEqual([])
  })

  it('is kept by the token controller, which fills the secret afterwards', async () => {
    await of('ServiceAccount')
      .namespace('default')
      .create({ metadata: { name: 'robot' } })
    const secrets = of<Secret>('Secret').namespace('default')
    const options = { signLegacyToken: async () => 'signed' }
    const { writes } = await start(
      'serviceaccount-token-controller',
      { verb: 'update', resource: 'secrets', before: (name) => secrets.patch(name, label) },
      options,
    )
    await secrets.create({
      metadata: { name: 's', annotations: { 'kubernetes.io/service-account.name': 'robot' } },
      type: 'kubernetes.io/service-account-token',
    })
    const { metadata } = await eventually(
      () => secrets.get('s'),
      ({ data }) => data?.['token'] !== undefined,
    )
    expect(metadata.labels).toEqual(label.metadata.labels)
    expect(writes()).toBe(2)
    expect(failures).toEqual([])
  })

  it('does not bring back an aggregated role that was deleted', async () => {
    const group = server.vocabulary.group('rbac.authorization')
    const roles = of<ClusterRole>('ClusterRole', `${group}/v1`)
    const labels = { part: 'yes' }
    const namesOfRoles = async () => (await roles.list()).items.map(({ metadata }) => metadata.name)
    await roles.create({
      metadata: { name: 'whole' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
      rules: [],
    })
    const { writes } = await start('clusterrole-aggregation-controller', {
      verb: 'apply',
      resource: 'clusterroles',
      before: () => roles.delete('whole'),
    })
    await roles.create({
      metadata: { name: 'part', labels },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    })
    await eventually(writes, 1)
    await eventually(
      () => namesOfRoles(),
      (names) => !names.includes('whole'),
    )
    await roles.create({ metadata: { name: 'other', labels }, rules: [] })
    expect(await namesOfRoles()).not.toContain('whole')
    expect(failures).toEqual([])
  })
})
