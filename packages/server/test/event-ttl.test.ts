import { describe, expect, it } from 'vitest'
import type { ApiObject } from '@pinnace/meta'
import { createServer, type Server, type ServerOptions } from '@pinnace/server'
import { createFakeClock, createTestServer, type FakeClock } from '@pinnace/testing'

const coreEvents = { apiVersion: 'v1', kind: 'Event' }
const newEvents = { apiVersion: 'events.k8s.io/v1', kind: 'Event' }

function eventNamed(name: string, metadata: Partial<ApiObject['metadata']> = {}): ApiObject {
  const involvedObject = { kind: 'Pod', namespace: 'default', name: 'a' }
  return { metadata: { name, ...metadata }, involvedObject, reason: 'Started', type: 'Normal' } as unknown as ApiObject
}

async function open(
  options: Partial<ServerOptions> = {},
): Promise<{ readonly server: Server; readonly clock: FakeClock }> {
  const clock = createFakeClock()
  return { clock, server: await createTestServer({ clock, vocabulary: 'kubernetes', ...options }) }
}

const names = async (server: Server): Promise<string[]> =>
  (await server.client(coreEvents).namespace('default').list()).items.map(({ metadata }) => metadata.name ?? '')

describe('the time to live of Events', () => {
  it.each([
    ['memory', {}],
    ['protobuf in memory', { storageMediaType: 'application/vnd.kubernetes.protobuf' }],
  ])('is an hour after the last write, with a DELETED event, over %s', async (_, options) => {
    const { server, clock } = await open(options)
    const client = server.client(coreEvents).namespace('default')
    const { metadata } = await client.create(eventNamed('a'))
    await client.create(eventNamed('b'))
    await clock.advance(1_800_000)
    await client.patch('b', { metadata: { annotations: { again: 'yes' } } })
    // A write without a change is no write.
    await client.patch('a', { metadata: { labels: null } })
    const watch = client.watch({ resourceVersion: (await client.list()).metadata.resourceVersion ?? '' })
    const events = watch[Symbol.asyncIterator]()
    await clock.advance(1_799_999)
    expect(await names(server)).toEqual(['a', 'b'])
    await clock.advance(1)
    const first = await events.next()
    expect(first.value).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'a', uid: metadata.uid } } })
    expect(Number(first.value.object.metadata.resourceVersion)).toBeGreaterThan(Number(metadata.resourceVersion))
    expect(await names(server)).toEqual(['b'])
    await clock.advance(1_800_000)
    expect((await events.next()).value).toMatchObject({ type: 'DELETED', object: { metadata: { name: 'b' } } })
    await server.close()
  })

  it('is the same in both groups, and set by eventTtlSeconds', async () => {
    const { server, clock } = await open({ eventTtlSeconds: 5 })
    await server
      .client(newEvents)
      .namespace('default')
      .create({
        metadata: { name: 'new' },
        eventTime: '2030-01-01T00:00:00.000000Z',
        reportingController: 'example.dev/a',
        reportingInstance: 'a',
        action: 'Test',
        reason: 'Tested',
        type: 'Normal',
      } as unknown as ApiObject)
    expect(await names(server)).toEqual(['new'])
    await clock.advance(5_000)
    expect(await names(server)).toEqual([])
    await server.close()
  })

  it('ends with a delete that only marks the Event: it stays until its finalizers are gone', async () => {
    const { server, clock } = await open({ eventTtlSeconds: 5 })
    const client = server.client(coreEvents).namespace('default')
    await client.create(eventNamed('held', { finalizers: ['example.dev/hold'] }))
    await client.delete('held')
    await clock.advance(60_000)
    expect(await names(server)).toEqual(['held'])
    await client.patch('held', { metadata: { finalizers: null } })
    expect(await names(server)).toEqual([])
    await server.close()
  })

  it('is without end if eventTtlSeconds is 0, and for all other kinds', async () => {
    const { server, clock } = await open({ eventTtlSeconds: 0 })
    await server.client(coreEvents).namespace('default').create(eventNamed('a'))
    const maps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    await maps.create({ metadata: { name: 'kept' } })
    await clock.advance(40 * 86_400_000)
    expect(await names(server)).toEqual(['a'])
    expect((await maps.get('kept')).metadata.name).toBe('kept')
    await server.close()
  })

  it('must be a whole number of seconds', async () => {
    for (const eventTtlSeconds of [-1, 0.5]) {
      await expect(createServer({ eventTtlSeconds })).rejects.toThrow('eventTtlSeconds must be')
    }
  })
})
