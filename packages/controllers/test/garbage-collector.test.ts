import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'
import type { HorizontalPodAutoscaler } from '@pinnace/types/autoscaling-v2'
import type { ResourceClient } from '@pinnace/client'
import type { ApiObject, OwnerReference } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type TestServer } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startControllers, type Controllers } from '../src/index.ts'

const controllers = ['garbage-collector-controller']
const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const

describe('the garbage collector', () => {
  it('deletes the dependents of deleted owners transitively, and nothing else', async () => {
    await using fixture = await start()
    const { objects, names } = fixture
    const owner = await objects.create({ metadata: { name: 'owner' } })
    const child = await objects.create({ metadata: { name: 'child', ownerReferences: [refTo(owner)] } })
    await objects.create({ metadata: { name: 'grandchild', ownerReferences: [refTo(child)] } })
    await objects.create({ metadata: { name: 'stranger' } })
    const other = await objects.create({ metadata: { name: 'other' } })
    await objects.create({ metadata: { name: 'shared', ownerReferences: [refTo(owner), refTo(other)] } })
    await objects.delete('owner')
    await eventually(async () => String(await names()), 'other,shared,stranger')
    await eventually(
      () => objects.get('shared'),
      (found) => found.metadata.ownerReferences?.length === 1,
    )
    expect((await objects.get('shared')).metadata.ownerReferences).toEqual([refTo(other)])
  })

  it('deletes an owner after the dependents that block it in foreground deletion', async () => {
    await using fixture = await start()
    const { objects, names } = fixture
    const owner = await objects.create({ metadata: { name: 'owner' } })
    const block = { ...refTo(owner), blockOwnerDeletion: true }
    await objects.create({ metadata: { name: 'held', finalizers: ['example.dev/held'], ownerReferences: [block] } })
    await objects.create({
      metadata: { name: 'not-waited-for', finalizers: ['example.dev/held'], ownerReferences: [refTo(owner)] },
    })
    await objects.delete('owner', { propagationPolicy: 'Foreground' })
    const isGoing = async (name: string): Promise<boolean> =>
      (await objects.get(name)).metadata.deletionTimestamp !== undefined
    await eventually(() => Promise.all([isGoing('held'), isGoing('not-waited-for')]), [true, true])
    expect((await objects.get('owner')).metadata.finalizers).toEqual(['foregroundDeletion'])
    await objects.patch('held', { metadata: { finalizers: null } })
    await eventually(async () => String(await names()), 'not-waited-for')
  })

  it('does not wait for a dependent that no longer blocks', async () => {
    await using fixture = await start()
    const { objects, names } = fixture
    const owner = await objects.create({ metadata: { name: 'owner' } })
    const block = { ...refTo(owner), blockOwnerDeletion: true }
    await objects.create({ metadata: { name: 'held', finalizers: ['example.dev/held'], ownerReferences: [block] } })
    await objects.delete('owner', { propagationPolicy: 'Foreground' })
    await eventually(
      () => objects.get('held'),
      (found) => found.metadata.deletionTimestamp !== undefined,
    )
    await objects.patch('held', { metadata: { ownerReferences: [{ ...block, blockOwnerDeletion: false }] } })
    await eventually(async () => String(await names()), 'held')
  })

  it('removes the owner from the references of orphaned dependents', async () => {
    await using fixture = await start()
    const { objects, names } = fixture
    const owner = await objects.create({ metadata: { name: 'owner' } })
    for (const name of ['a', 'b']) await objects.create({ metadata: { name, ownerReferences: [refTo(owner)] } })
    await eventually(names, (found) => found.length === 3)
    await fixture.settle()
    await objects.delete('owner', { propagationPolicy: 'Orphan' })
    await eventually(async () => String(await names()), 'a,b')
    expect((await objects.get('a')).metadata.ownerReferences).toBeUndefined()
  })

  it.each(['Background', 'Foreground'] as const)('deletes a cycle (%s)', async (propagationPolicy) => {
    await using fixture = await start()
    const { objects, names } = fixture
    const first = await objects.create({ metadata: { name: 'first' } })
    const block = (owner: ApiObject): OwnerReference => ({ ...refTo(owner), blockOwnerDeletion: true })
    const second = await objects.create({ metadata: { name: 'second', ownerReferences: [block(first)] } })
    const third = await objects.create({ metadata: { name: 'third', ownerReferences: [block(second)] } })
    await objects.patch('first', { metadata: { ownerReferences: [block(third), block(first)] } })
    await fixture.settle()
    expect(await names()).toEqual(['first', 'second', 'third'])
    await objects.delete('second', { propagationPolicy })
    // The first owns itself, so it stays where the others go.
    await eventually(async () => String(await names()), 'first')
    await objects.delete('first', { propagationPolicy })
    await eventually(names, (found) => found.length === 0)
  })

  it('deletes a dependent of an owner that never existed, and reports an owner in another namespace', async () => {
    await using fixture = await start()
    const { server, objects, names } = fixture
    await objects.create({
      metadata: { name: 'ghost', ownerReferences: [{ ...refTo(fixture.absent), uid: 'no-such-uid' }] },
    })
    await eventually(names, (found) => found.length === 0)
    const other = server.client(kind).namespace('other')
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'other' } })
    const owner = await other.create({ metadata: { name: 'owner' } })
    await fixture.settle()
    await objects.create({ metadata: { name: 'lost', ownerReferences: [refTo(owner)] } })
    await eventually(names, (found) => found.length === 0)
    expect(await other.get('owner')).toEqual(owner)
    const events = server.client({ apiVersion: 'v1', kind: 'Event' }).namespace('default')
    await eventually(
      async () => (await events.list()).items,
      (items) => items.length === 1,
    )
    expect((await events.list()).items[0]).toMatchObject({
      type: 'Warning',
      reason: 'OwnerRefInvalidNamespace',
      message: `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
      involvedObject: { kind: 'ConfigMap', namespace: 'default', name: 'lost' },
    })
  })

  it('keeps dependents of owners of kinds that are not served, and cluster-scoped dependents of namespaced owners', async () => {
    await using fixture = await start()
    const { server, objects, names } = fixture
    const unserved = { apiVersion: 'example.dev/v1', kind: 'Nothing', name: 'x', uid: 'u' }
    await objects.create({ metadata: { name: 'keeps', ownerReferences: [unserved] } })
    const roles = server.client({
      apiVersion: `${server.vocabulary.group('rbac.authorization')}/v1`,
      kind: 'ClusterRole',
    })
    const owner = await objects.create({ metadata: { name: 'owner' } })
    await roles.create({ metadata: { name: 'above', ownerReferences: [refTo(owner)] } })
    await objects.delete('owner')
    await eventually(
      () => fixture.errors,
      (errors) => errors.includes('unable to get REST mapping for example.dev/v1/Nothing.'),
    )
    await fixture.settle()
    expect(await names()).toEqual(['keeps'])
    expect(await roles.get('above')).toMatchObject({ metadata: { name: 'above' } })
  })

  it('collects custom resources while CRDs are created and deleted', async () => {
    await using fixture = await start()
    const { server, objects, names } = fixture
    const definitions = server.client<CustomResourceDefinition>({
      apiVersion: `${server.vocabulary.group('apiextensions')}/v1`,
      kind: 'CustomResourceDefinition',
    })
    const schema = { openAPIV3Schema: { type: 'object' } }
    const spec = {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    }
    for (let round = 0; round < 2; round++) {
      await definitions.create({ metadata: { name: 'widgets.example.dev' }, spec })
      const client = server.connect()
      await eventually(
        () => client.discover(),
        (found) => found.some(({ resource }) => resource === 'widgets'),
      )
      const widget = (await client.discover()).find(({ resource }) => resource === 'widgets')!
      const widgets = client.resource(widget).namespace('default')
      const owner = await widgets.create({ metadata: { name: 'owner' } })
      await objects.create({ metadata: { name: 'child', ownerReferences: [refTo(owner)] } })
      const top = await objects.create({ metadata: { name: 'top' } })
      await widgets.create({ metadata: { name: 'below', ownerReferences: [refTo(top)] } })
      await objects.delete('top')
      await eventually(
        async () => (await widgets.list()).items,
        (items) => items.length === 1,
      )
      await definitions.delete('widgets.example.dev')
      await eventually(names, (found) => found.length === 0)
      await eventually(
        async () => (await definitions.list()).items,
        (items) => items.length === 0,
      )
    }
  })

  it('finds an owner by any version of its kind', async () => {
    await using fixture = await start()
    const { server, objects, names } = fixture
    const scalers = server
      .client<HorizontalPodAutoscaler>({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' })
      .namespace('default')
    const spec = { maxReplicas: 2, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } }
    const owner = await scalers.create({ metadata: { name: 'scaler' }, spec })
    const versions = ['v1', 'v2'].map((version) => ({ ...owner, apiVersion: `autoscaling/${version}` }))
    for (const [index, one] of versions.entries()) {
      await objects.create({ metadata: { name: `child-${index}`, ownerReferences: [refTo(one)] } })
    }
    await fixture.settle()
    expect(await names()).toEqual(['child-0', 'child-1'])
    await scalers.delete('scaler')
    await eventually(names, (found) => found.length === 0)
  })

  it('continues from the state it finds at its start, and leaves no timer', async () => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const objects = server.client(kind).namespace('default')
    const owner = await objects.create({ metadata: { name: 'owner' } })
    await objects.create({ metadata: { name: 'child', ownerReferences: [refTo(owner)] } })
    await objects.create({ metadata: { name: 'orphan', ownerReferences: [refTo(owner)] } })
    const waiting = await objects.create({ metadata: { name: 'waiting' } })
    const block = { ...refTo(waiting), blockOwnerDeletion: true }
    await objects.create({ metadata: { name: 'blocks', ownerReferences: [block] } })
    await objects.delete('waiting', { propagationPolicy: 'Foreground' })
    await objects.patch('orphan', { metadata: { ownerReferences: null } })
    await objects.delete('owner')
    const running = startControllers({ client: server.connect(), controllers, clock })
    await running.started
    const names = async (): Promise<unknown> => (await objects.list()).items.map(({ metadata }) => metadata.name)
    await eventually(async () => String(await names()), 'orphan')
    await running.stop()
    await server.close()
    expect(clock.pending).toBe(0)
  })
})

interface Fixture {
  readonly server: TestServer
  readonly objects: ResourceClient
  readonly errors: readonly string[]
  readonly absent: ApiObject
  names(): Promise<readonly (string | undefined)[]>
  /** Lets the collector hear of everything, and come to rest. */
  settle(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

async function start(): Promise<Fixture> {
  const server = await createTestServer()
  const errors: string[] = []
  const running: Controllers = startControllers({
    client: server.connect(),
    controllers,
    onError: (error) => void errors.push((error as Error).message),
  })
  await running.started
  const objects = server.client(kind).namespace('default')
  return {
    server,
    objects,
    errors,
    absent: { ...kind, metadata: { name: 'absent', uid: 'absent' } },
    names: async () => (await objects.list()).items.map(({ metadata }) => metadata.name),
    async settle() {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => void setImmediate(resolve))
    },
    async [Symbol.asyncDispose]() {
      await running.stop()
      await server.close()
    },
  }
}

function refTo({ apiVersion, kind: ownerKind, metadata }: ApiObject): OwnerReference {
  return { apiVersion: apiVersion!, kind: ownerKind!, name: metadata.name!, uid: metadata.uid! }
}
