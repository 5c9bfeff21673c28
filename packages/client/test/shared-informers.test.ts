import type { ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer } from '@pinnace/testing'
import { describe, expect, it, vi } from 'vitest'
import { createSharedInformers } from '../src/index.ts'

const pods = { apiVersion: 'v1', kind: 'ConfigMap' }
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 5 })

describe('shared informers', () => {
  it('exist once for each kind and scope', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const shared = createSharedInformers({ client: server.connect(), clock })
    const one = shared.informer(pods)
    expect(
      shared.informer({ group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' }),
    ).toBe(one)
    expect(shared.informer(pods, { namespace: 'default' })).not.toBe(one)
    expect(shared.informer(pods, { labelSelector: 'a=b' })).not.toBe(one)
    shared.start()
    await shared.synced()
    const late = shared.informer({ apiVersion: 'v1', kind: 'Secret' })
    await late.synced
    await shared.release(pods)
    expect(shared.informer(pods)).not.toBe(one)
    await shared.stop()
    expect(() => shared.informer(pods)).toThrow('the informers have been stopped')
  })

  it('may hold metadata only', async () => {
    await using server = await createTestServer()
    const client = server.connect()
    const maps = client.resource<ApiObject & { data?: object }>(pods).namespace('default')
    await maps.create({ metadata: { name: 'a', labels: { l: 'v' } }, data: { k: 'v' } })
    await using shared = createSharedInformers({ client })
    const informer = shared.informer(pods, { metadataOnly: true, namespace: 'default' })
    shared.start()
    await informer.synced
    expect(informer.store.get('a', 'default')).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: { name: 'a', labels: { l: 'v' } },
    })
    expect(informer.store.get('a', 'default')).not.toHaveProperty('data')
    await maps.create({ metadata: { name: 'b' } })
    await eventually(() => expect(informer.store.size).toBe(2))
    const metadata = client.metadata(pods).namespace('default')
    expect((await metadata.list()).items.map(({ kind }) => kind)).toEqual([
      'PartialObjectMetadata',
      'PartialObjectMetadata',
    ])
    expect(await metadata.get('a')).not.toHaveProperty('data')
    expect(await metadata.patch('a', { metadata: { labels: { m: 'w' } } })).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { labels: { l: 'v', m: 'w' } },
    })
  })

  it('stop waiting when the signal is aborted', async () => {
    await using server = await createTestServer()
    const shared = createSharedInformers({ client: server.connect() })
    shared.informer(pods)
    await expect(shared.synced(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    await shared.stop()
  })
})

describe('a client of every resource', () => {
  it('discovers every resource with its verbs, and calls them', async () => {
    await using server = await createTestServer()
    const client = server.connect()
    const found = await client.discover()
    const deployments = found.find(({ resource }) => resource === 'deployments')!
    expect(deployments).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      resource: 'deployments',
      scope: 'Namespaced',
      verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
      singular: 'deployment',
      shortNames: ['deploy'],
      categories: ['all'],
      subresources: ['scale', 'status'],
      isPreferred: true,
    })
    expect(found.find(({ kind, version }) => kind === 'HorizontalPodAutoscaler' && version === 'v1')?.isPreferred).toBe(
      false,
    )
    // Component statuses are computed: their list has no pages.
    const listed = found.filter(({ verbs, resource }) => verbs.includes('list') && resource !== 'componentstatuses')
    for (const resource of listed) {
      expect((await client.resource(resource).list({ limit: 1 })).items.length).toBeLessThanOrEqual(1)
    }
  })

  it('rejects an unknown kind', async () => {
    await using server = await createTestServer()
    expect(() => server.connect().resource({ apiVersion: 'example.dev/v1', kind: 'Widget' })).toThrow(
      'example.dev/v1 Widget is not known here: name it by its definition or by discovery',
    )
  })
})
