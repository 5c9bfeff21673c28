import type { ResourceClient } from '@pinnace/client'
import { StatusError, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type FakeClock } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const kind = { apiVersion: 'v1', kind: 'ConfigMap' } as const
const holders = ['example.dev/a', 'example.dev/b', 'example.dev/c']
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
].map((order) => order.map((index) => holders[index]!))

type State = 'live' | 'finalizing' | 'removed'

interface Surroundings {
  readonly objects: ResourceClient
  readonly clock: FakeClock
}

interface Row {
  readonly from: State
  readonly trigger: string
  readonly condition: string
  readonly to: State
  /** Brings an object with these finalizers from one state to the other. */
  readonly walk: (surroundings: Surroundings, name: string, order: readonly string[]) => Promise<void>
  readonly also: (surroundings: Surroundings, name: string) => Promise<void>
}

// The table of the specification, row by row.
const table: readonly Row[] = [
  {
    from: 'live',
    trigger: 'first delete request',
    condition: 'always',
    to: 'finalizing',
    walk: async ({ objects }, name) => void (await objects.delete(name)),
    async also({ objects, clock }, name) {
      const { metadata } = await objects.get(name)
      expect(metadata.deletionTimestamp).toBe('2030-01-01T00:01:00Z')
      expect(metadata.deletionGracePeriodSeconds).toBe(0)
      // A second request changes nothing, whenever it comes.
      await clock.advance(30_000)
      await objects.delete(name)
      expect((await objects.get(name)).metadata).toEqual(metadata)
    },
  },
  {
    from: 'finalizing',
    trigger: 'external controllers remove finalizer entries',
    condition: 'work done, any order',
    to: 'finalizing',
    async walk({ objects }, name, [first, second]) {
      await removeFinalizer(objects, name, first!)
      expect(await stateOf(objects, name)).toBe('finalizing')
      await removeFinalizer(objects, name, second!)
    },
    async also({ objects }, name) {
      const { metadata } = await objects.get(name)
      expect(metadata.finalizers).toHaveLength(1)
      expect(metadata.deletionTimestamp).toBe('2030-01-01T00:01:00Z')
      // Nothing can queue more work now.
      await expect(
        objects.patch(name, { metadata: { finalizers: [...metadata.finalizers!, 'example.dev/late'] } }),
      ).rejects.toThrow(
        `ConfigMap "${name}" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.dev/late"}`,
      )
    },
  },
  {
    from: 'finalizing',
    trigger: 'last finalizer removed',
    condition: 'finalizers list empty',
    to: 'removed',
    walk: ({ objects }, name, [, , last]) => removeFinalizer(objects, name, last!),
    async also({ objects }, name) {
      await expect(objects.get(name)).rejects.toThrow(`configmaps "${name}" not found`)
      expect((await objects.list()).items).toEqual([])
    },
  },
]

describe('the states of deletion', () => {
  it.each(orders.map((order) => [order]))(
    'pass every transition with finalizers removed in the order %j',
    async (order) => {
      const clock = createFakeClock('2030-01-01T00:00:00Z')
      await using server = await createTestServer({ clock })
      await using running = startControllers({ client: server.connect(), clock })
      await running.started
      const objects = server.client(kind).namespace('default')
      await eventually(
        async () => (await objects.list()).items,
        (items) => items.length === 0,
      )
      const seen: string[] = []
      const stop = new AbortController()
      const watching = (async () => {
        for await (const { type, object } of objects.watch({ signal: stop.signal })) {
          seen.push(type === 'DELETED' ? type : `${type} ${object.metadata.finalizers?.length ?? 0}`)
          if (type === 'DELETED') return
        }
      })()
      await objects.create({ metadata: { name: 'subject', finalizers: holders } })
      await clock.advance(60_000)
      let state: State = 'live'
      for (const row of table) {
        expect(state).toBe(row.from)
        expect(await stateOf(objects, 'subject')).toBe(row.from)
        await row.walk({ objects, clock }, 'subject', order)
        expect(await stateOf(objects, 'subject'), `${row.from}: ${row.trigger}, ${row.condition}`).toBe(row.to)
        await row.also({ objects, clock }, 'subject')
        state = row.to
      }
      expect(state).toBe('removed')
      await watching
      stop.abort()
      expect(seen).toEqual(['ADDED 3', 'MODIFIED 3', 'MODIFIED 2', 'MODIFIED 1', 'DELETED'])
    },
  )

  it('are one for an object without finalizers: it is removed at once', async () => {
    await using server = await createTestServer()
    const objects = server.client(kind).namespace('default')
    await objects.create({ metadata: { name: 'free' } })
    await objects.delete('free')
    expect(await stateOf(objects, 'free')).toBe('removed')
  })

  it.each([
    ['Foreground', 'foregroundDeletion'],
    ['Orphan', 'orphan'],
  ] as const)('are walked by the collector itself after a deletion with %s', async (propagationPolicy, finalizer) => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    await using server = await createTestServer({ clock })
    const objects = server.client(kind).namespace('default')
    await objects.create({ metadata: { name: 'owner' } })
    await objects.delete('owner', { propagationPolicy })
    expect(await stateOf(objects, 'owner')).toBe('finalizing')
    expect((await objects.get('owner')).metadata.finalizers).toEqual([finalizer])
    await using running = startControllers({
      client: server.connect(),
      controllers: ['garbage-collector-controller'],
      clock,
    })
    await running.started
    await eventually(() => stateOf(objects, 'owner'), 'removed')
  })
})

async function stateOf(objects: ResourceClient, name: string): Promise<State> {
  try {
    const { metadata }: ApiObject = await objects.get(name)
    return metadata.deletionTimestamp === undefined ? 'live' : 'finalizing'
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return 'removed'
    throw error
  }
}

async function removeFinalizer(objects: ResourceClient, name: string, finalizer: string): Promise<void> {
  const { metadata } = await objects.get(name)
  const finalizers = metadata.finalizers!.filter((one) => one !== finalizer)
  await objects.patch(name, { metadata: { finalizers } })
}
