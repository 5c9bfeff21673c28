import { createInformer, type Informer, type ResourceClient } from '@pinnace/client'
import { fromLabelSelector, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type TestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { childrenOf, indexByController, orphansIn } from '../../src/workloads/child-index.ts'
import { claimChildren, planClaims } from '../../src/workloads/claim-children.ts'
import { controllerOf, controllerRef, isControlledBy, namesKind } from '../../src/workloads/controller-ref.ts'
import { createExpectations, expectationTimeoutMs } from '../../src/workloads/expectations.ts'
import { namesOf, pod } from './objects.ts'

const ownerKind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const selector = fromLabelSelector({ matchLabels: { app: 'web' } })

function owner(others: Partial<ApiObject['metadata']> = {}): ApiObject {
  return { metadata: { name: 'o', namespace: 'default', uid: 'uid-o', ...others } }
}

describe('a controller reference', () => {
  it('is the one owner reference that is marked as controller', () => {
    const references = [
      { apiVersion: 'v1', kind: 'A', name: 'a', uid: '1' },
      { apiVersion: 'v1', kind: 'B', name: 'b', uid: '2', controller: true },
    ]
    expect(controllerOf({ metadata: { ownerReferences: references } })?.name).toBe('b')
    expect(controllerOf({ metadata: { ownerReferences: references.slice(0, 1) } })).toBeUndefined()
    expect(controllerOf({ metadata: {} })).toBeUndefined()
  })

  it('names its owner and blocks the deletion of that', () => {
    expect(controllerRef({ apiVersion: 'apps/v1', kind: 'ReplicaSet' }, owner())).toEqual({
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      name: 'o',
      uid: 'uid-o',
      controller: true,
      blockOwnerDeletion: true,
    })
  })

  it('is to an object of the same UID, whatever its name', () => {
    const child = { metadata: { ownerReferences: [controllerRef(ownerKind, owner())] } }
    expect(isControlledBy(child, owner({ name: 'renamed' }))).toBe(true)
    expect(isControlledBy(child, owner({ uid: 'other' }))).toBe(false)
  })

  it.each<[apiVersion: string, kind: string, expected: boolean]>([
    ['apps/v1', 'ReplicaSet', true],
    ['apps/v1beta1', 'ReplicaSet', true],
    ['v1', 'ReplicaSet', false],
    ['example.dev/v1', 'ReplicaSet', false],
    ['apps/v1', 'Deployment', false],
  ])('to %s %s names replica sets: %s', (apiVersion, kind, expected) => {
    const reference = { apiVersion, kind, name: 'a', uid: '1' }
    expect(namesKind(reference, { apiVersion: 'apps/v1', kind: 'ReplicaSet' })).toBe(expected)
  })
})

describe('the claims of an owner', () => {
  const web = { labels: { app: 'web' } }
  const children = [pod('kept', web), pod('relabeled', { labels: { app: 'x' } })]
  const orphans = [pod('orphan', web), pod('going', { ...web, terminating: true }), pod('stranger')]
  const plan = (of: ApiObject): unknown => {
    const { kept, release, adopt } = planClaims({ owner: of, selector, children, orphans })
    return { kept: namesOf(kept), release: namesOf(release), adopt: namesOf(adopt) }
  }

  it('keep, release and adopt objects by the selector', () => {
    expect(plan(owner())).toEqual({ kept: ['kept'], release: ['relabeled'], adopt: ['orphan'] })
  })

  it('change nothing while the owner is being deleted', () => {
    expect(plan(owner({ deletionTimestamp: '2030-01-01T00:00:00Z' }))).toEqual({
      kept: ['kept'],
      release: [],
      adopt: [],
    })
  })
})

interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly owners: ResourceClient
  readonly children: ResourceClient
  readonly informer: Informer
  readonly owner: ApiObject
}

/** A server with an owner (a ConfigMap) and an informer of its children (Secrets). */
async function startWorld(): Promise<World> {
  const server = await createTestServer()
  const secrets = server.client({ apiVersion: 'v1', kind: 'Secret' })
  const owners = server.client(ownerKind).namespace('default')
  const informer = createInformer({ client: secrets })
  indexByController(informer.store)
  indexByController(informer.store)
  informer.start()
  await informer.synced
  const created = await owners.create({ metadata: { name: 'o' } })
  return {
    server,
    owners,
    children: secrets.namespace('default'),
    informer,
    owner: created,
    async [Symbol.asyncDispose]() {
      await informer.stop()
      await server.close()
    },
  }
}

function claim(world: World, of: ApiObject = world.owner): Promise<readonly ApiObject[]> {
  const { owners, children, informer } = world
  const signal = new AbortController().signal
  return claimChildren({ owner: of, ownerKind, owners, selector, store: informer.store, children, signal })
}

describe('claiming children', () => {
  it('adopts orphans that match, and keeps their other owners', async () => {
    await using world = await startWorld()
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'uid-x' }
    await world.children.create({ metadata: { name: 's', labels: { app: 'web' }, ownerReferences: [other] } })
    await world.children.create({ metadata: { name: 't', labels: { app: 'no' } } })
    await eventually(() => orphansIn(world.informer.store, 'default').length, 2)
    expect(namesOf(await claim(world))).toEqual(['s'])
    const { metadata } = await world.children.get('s')
    expect(metadata.ownerReferences).toEqual([other, controllerRef(ownerKind, world.owner)])
    expect((await world.children.get('t')).metadata.ownerReferences).toBeUndefined()
    await eventually(() => childrenOf(world.informer.store, world.owner).length, 1)
  })

  it('releases children that no longer match', async () => {
    await using world = await startWorld()
    const ownerReferences = [controllerRef(ownerKind, world.owner)]
    await world.children.create({ metadata: { name: 's', labels: { app: 'no' }, ownerReferences } })
    await eventually(() => childrenOf(world.informer.store, world.owner).length, 1)
    expect(await claim(world)).toEqual([])
    expect((await world.children.get('s')).metadata.ownerReferences).toBeUndefined()
  })

  it('adopts nothing for an owner that was deleted and created again', async () => {
    await using world = await startWorld()
    await world.children.create({ metadata: { name: 's', labels: { app: 'web' } } })
    await eventually(() => orphansIn(world.informer.store, 'default').length, 1)
    await world.owners.delete('o')
    await world.owners.create({ metadata: { name: 'o' } })
    expect(await claim(world)).toEqual([])
    expect((await world.children.get('s')).metadata.ownerReferences).toBeUndefined()
  })

  it('adopts nothing for an owner whose deletion its informer has not seen', async () => {
    await using world = await startWorld()
    await world.owners.patch('o', { metadata: { finalizers: ['example.dev/hold'] } })
    await world.children.create({ metadata: { name: 's', labels: { app: 'web' } } })
    await eventually(() => orphansIn(world.informer.store, 'default').length, 1)
    await world.owners.delete('o')
    expect(await claim(world)).toEqual([])
  })

  it('fails when the owner is gone', async () => {
    await using world = await startWorld()
    await world.children.create({ metadata: { name: 's', labels: { app: 'web' } } })
    await eventually(() => orphansIn(world.informer.store, 'default').length, 1)
    await world.owners.delete('o')
    await expect(claim(world)).rejects.toMatchObject({ reason: 'NotFound', message: 'configmaps "o" not found' })
  })

  it('leaves a child that has changed to its next event', async () => {
    await using world = await startWorld()
    await world.children.create({ metadata: { name: 's', labels: { app: 'web' } } })
    await eventually(() => orphansIn(world.informer.store, 'default').length, 1)
    await world.informer.stop()
    await world.children.patch('s', { metadata: { annotations: { changed: 'yes' } } })
    expect(await claim(world)).toEqual([])
    expect((await world.children.get('s')).metadata.ownerReferences).toBeUndefined()
  })
})

describe('expectations', () => {
  it('block a key until a creation has been observed', () => {
    const expectations = createExpectations(createFakeClock())
    expect(expectations.isMet('a')).toBe(true)
    expectations.expectCreation('a', 'p')
    expectations.expectCreation('a', 'q')
    expect([expectations.isMet('a'), expectations.isMet('b')]).toEqual([false, true])
    expectations.observe('a', pod('p'), { isDeleted: false })
    expect(expectations.isMet('a')).toBe(false)
    expectations.observe('a', pod('q'), { isDeleted: false })
    expect(expectations.isMet('a')).toBe(true)
  })

  it.each<[what: string, observed: ReturnType<typeof pod>, isDeleted: boolean, expected: boolean]>([
    ['is not met by a change', pod('p'), false, false],
    ['is met when the pod terminates', pod('p', { terminating: true }), false, true],
    ['is met when the pod is gone', pod('p'), true, true],
    ['is not met by another pod', pod('q'), true, false],
  ])('of a deletion %s', (_, observed, isDeleted, expected) => {
    const expectations = createExpectations(createFakeClock())
    expectations.expectDeletion('a', 'p')
    expectations.observe('a', observed, { isDeleted })
    expect(expectations.isMet('a')).toBe(expected)
  })

  it('are withdrawn when a request fails, and dropped with their key', () => {
    const expectations = createExpectations(createFakeClock())
    expectations.expectCreation('a', 'p')
    expectations.cancel('a', 'p')
    expectations.cancel('a', 'unknown')
    expect(expectations.isMet('a')).toBe(true)
    expectations.expectDeletion('a', 'p')
    expectations.forget('a')
    expect(expectations.isMet('a')).toBe(true)
  })

  it('expire after five minutes, each by itself', async () => {
    const clock = createFakeClock()
    const expectations = createExpectations(clock)
    expectations.expectCreation('a', 'early')
    await clock.advance(1000)
    expectations.expectCreation('a', 'late')
    await clock.advance(expectationTimeoutMs)
    expect(expectations.isMet('a')).toBe(false)
    expectations.observe('a', pod('early'), { isDeleted: false })
    expect(expectations.isMet('a')).toBe(false)
    await clock.advance(1)
    expect(expectations.isMet('a')).toBe(true)
  })
})
