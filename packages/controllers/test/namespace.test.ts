import type { ControllerRevision } from '@pinnace/types/apps-v1'
import { StatusError } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import type { Namespace, Pod } from '@pinnace/types/core-v1'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['namespace-controller']
const holder = 'example.dev/held'
const namespaceKind = { apiVersion: 'v1', kind: 'Namespace' } as const
const configMapKind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

describe('a deleted namespace', () => {
  it('is deleted with its content, and can be created again', async () => {
    await using server = await createTestServer()
    await using running = startControllers({ client: server.connect(), controllers })
    await running.started
    const namespaces = server.client(namespaceKind)
    const configMaps = server.client(configMapKind).namespace('gone')
    for (let round = 0; round < 2; round++) {
      await namespaces.create({ metadata: { name: 'gone' } })
      await configMaps.create({ metadata: { name: 'a' } })
      await server
        .client<ControllerRevision>({ apiVersion: 'apps/v1', kind: 'ControllerRevision' })
        .namespace('gone')
        .create({ metadata: { name: 'b' }, data: {}, revision: 1 })
      await namespaces.delete('gone')
      await eventually(
        async () => (await namespaces.list()).items,
        (items) => items.every(({ metadata }) => metadata.name !== 'gone'),
      )
      expect((await configMaps.list()).items).toEqual([])
    }
  })

  it('says in its conditions what remains, and is removed once nothing does', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    await using running = startControllers({ client: server.connect(), controllers, clock })
    await running.started
    const namespaces = server.client<Namespace>(namespaceKind)
    await namespaces.create({ metadata: { name: 'held' } })
    const configMaps = server.client(configMapKind).namespace('held')
    const secrets = server.client({ apiVersion: 'v1', kind: 'Secret' }).namespace('held')
    for (const name of ['a', 'b']) await configMaps.create({ metadata: { name, finalizers: [holder] } })
    await secrets.create({ metadata: { name: 'c', finalizers: [holder, 'example.dev/other'] } })
    await namespaces.delete('held')
    await clock.advance(0)
    await eventually(
      () => namespaces.get('held'),
      (found) => found.status?.conditions !== undefined,
    )
    expect((await namespaces.get('held')).status).toEqual({
      phase: 'Terminating',
      conditions: [
        {
          type: 'NamespaceDeletionDiscoveryFailure',
          status: 'False',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'ResourcesDiscovered',
          message: 'All resources successfully discovered',
        },
        {
          type: 'NamespaceDeletionGroupVersionParsingFailure',
          status: 'False',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'ParsedGroupVersions',
          message: `All legacy ${server.vocabulary.componentPrefix} types successfully parsed`,
        },
        {
          type: 'NamespaceDeletionContentFailure',
          status: 'False',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'ContentDeleted',
          message: 'All content successfully deleted, may be waiting on finalization',
        },
        {
          type: 'NamespaceContentRemaining',
          status: 'True',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'SomeResourcesRemain',
          message:
            'Some resources are remaining: configmaps. has 2 resource instances, secrets. has 1 resource instances',
        },
        {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          lastTransitionTime: '2030-01-01T00:00:00Z',
          reason: 'SomeFinalizersRemain',
          message:
            'Some finalizers are remaining: example.dev/held in 3 resource instances, example.dev/other in 1 resource instances',
        },
      ],
    })
    for (const name of ['a', 'b']) await configMaps.patch(name, { metadata: { finalizers: null } })
    await secrets.patch('c', { metadata: { finalizers: null } })
    await clock.advance(8000)
    await eventually(
      async () => (await namespaces.list()).items,
      (items) => items.every(({ metadata }) => metadata.name !== 'held'),
    )
    await running.stop()
    await server.close()
    expect(clock.pending).toBe(0)
  })

  it('keeps other objects until its last pod is gone', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    await using running = startControllers({ client: server.connect(), controllers, clock })
    await running.started
    const namespaces = server.client<Namespace>(namespaceKind)
    await namespaces.create({ metadata: { name: 'pods' } })
    await server
      .client(configMapKind)
      .namespace('pods')
      .create({ metadata: { name: 'read-by-pods' } })
    const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('pods')
    const spec = { nodeName: 'n', terminationGracePeriodSeconds: 20, containers: [{ name: 'c', image: 'i' }] }
    await pods.create({ metadata: { name: 'p' }, spec })
    await namespaces.delete('pods')
    const conditionOf = async (type: string): Promise<string | undefined> =>
      (await namespaces.get('pods')).status?.conditions?.find((condition) => condition.type === type)?.message
    await eventually(
      () => conditionOf('NamespaceContentRemaining'),
      (found) => found !== undefined,
    )
    expect(await conditionOf('NamespaceContentRemaining')).toBe(
      'Some resources are remaining: pods. has 1 resource instances',
    )
    await clock.advance(30_000)
    await eventually(
      () => conditionOf('NamespaceDeletionContentFailure'),
      (found) => found!.startsWith('Failed'),
    )
    expect(await conditionOf('NamespaceDeletionContentFailure')).toBe(
      'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: pods for gvr: /v1, Resource=pods',
    )
    await server.client(configMapKind).namespace('pods').get('read-by-pods')
    await pods.delete('p', { gracePeriodSeconds: 0 })
    await clock.advance(60_000)
    await eventually(
      async () => (await namespaces.list()).items,
      (items) => items.every(({ metadata }) => metadata.name !== 'pods'),
    )
  })

  it('keeps the finalizers of other controllers', async () => {
    await using server = await createTestServer()
    await using running = startControllers({ client: server.connect(), controllers })
    await running.started
    const namespaces = server.client<Namespace>(namespaceKind)
    await namespaces.create({ metadata: { name: 'shared' }, spec: { finalizers: [holder] } })
    await namespaces.delete('shared')
    await eventually(
      () => namespaces.get('shared'),
      (found) => found.spec?.finalizers?.length === 1,
    )
    const live = await namespaces.get('shared')
    expect(live.spec?.finalizers).toEqual([holder])
    await namespaces.subresource('finalize').update('shared', { ...live, spec: { finalizers: [] } })
    await expect(namespaces.get('shared')).rejects.toBeInstanceOf(StatusError)
  })
})
