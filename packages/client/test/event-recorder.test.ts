import { StatusError, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, type FakeClock, type TestServer } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEventRecorder, type EventRecorder, type RecordedEvent, type ResourceClient } from '../src/index.ts'

let clock: FakeClock
let server: TestServer
let events: ResourceClient<RecordedEvent>
let map: ApiObject
let errors: unknown[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  const client = server.connect()
  events = client.resource<RecordedEvent>({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })
  map = await client
    .resource({ apiVersion: 'v1', kind: 'ConfigMap' })
    .namespace('default')
    .create({ metadata: { name: 'a' } })
  errors = []
})
afterEach(async () => {
  await server.close()
  expect(clock.pending).toBe(0)
})

const recorderOf = (client = events): EventRecorder =>
  createEventRecorder({
    events: client,
    reportingController: 'example.dev/loop',
    reportingInstance: 'loop-0',
    clock,
    onError: (error) => errors.push(error),
  })
const happening = { type: 'Normal', reason: 'Scaled', action: 'Scaling', note: 'scaled to 3' } as const
const written = async (): Promise<readonly RecordedEvent[]> => (await events.list()).items

describe('an event recorder', () => {
  it('writes an Event with its object and its reporter', async () => {
    const recorder = recorderOf()
    recorder.record({ ...happening, regarding: map, related: { kind: 'Node', name: 'n', apiVersion: 'v1' } })
    await recorder.flush()
    const [event] = await written()
    expect(event).toMatchObject({
      metadata: { namespace: 'default', name: expect.stringMatching(/^a\.[0-9a-f]{16}$/) },
      eventTime: '2030-01-01T00:00:00.000000Z',
      reportingController: 'example.dev/loop',
      reportingInstance: 'loop-0',
      reason: 'Scaled',
      action: 'Scaling',
      type: 'Normal',
      note: 'scaled to 3',
      regarding: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'a', uid: map.metadata.uid },
      related: { kind: 'Node', name: 'n', apiVersion: 'v1' },
    })
    expect(event).not.toHaveProperty('series')
    await recorder.stop()
    expect(errors).toEqual([])
  })

  it('counts an Event that recurs, and writes the count when the series begins and when it ends', async () => {
    const recorder = recorderOf()
    for (let times = 0; times < 5; times++) {
      recorder.record({ ...happening, regarding: map })
      await recorder.flush()
      await clock.advance(1000)
    }
    expect(await written()).toMatchObject([{ series: { count: 2, lastObservedTime: '2030-01-01T00:00:01.000000Z' } }])
    await clock.advance(720_000)
    await recorder.flush()
    expect(await written()).toMatchObject([{ series: { count: 5, lastObservedTime: '2030-01-01T00:00:04.000000Z' } }])
    recorder.record({ ...happening, regarding: map })
    await recorder.flush()
    expect(await written()).toHaveLength(2)
    await recorder.stop()
    expect(errors).toEqual([])
  })

  it('writes Events apart that differ', async () => {
    const recorder = recorderOf()
    recorder.record({ ...happening, regarding: map })
    recorder.record({ ...happening, regarding: map, reason: 'Other' })
    recorder.record({ ...happening, regarding: map, type: 'Warning' })
    recorder.record({ ...happening, regarding: { ...map, metadata: { ...map.metadata, resourceVersion: '9' } } })
    await recorder.stop()
    expect((await written()).map(({ series }) => series?.count ?? 1).toSorted()).toEqual([1, 1, 2])
  })

  it('creates the Event of a series again where it was deleted', async () => {
    const recorder = recorderOf()
    recorder.record({ ...happening, regarding: map })
    await recorder.flush()
    await events.namespace('default').deleteCollection()
    recorder.record({ ...happening, regarding: map })
    await recorder.stop()
    expect(await written()).toMatchObject([{ series: { count: 2 } }])
  })

  it('retries a write that failed on the way, and gives up one that is rejected', async () => {
    let failures = 2
    const inner = events.namespace('default')
    const flaky = {
      ...events,
      namespace: () => ({
        ...inner,
        create: async (...call: Parameters<typeof inner.create>) => {
          if (failures-- > 0) throw new Error('no connection')
          return inner.create(...call)
        },
      }),
    } as unknown as ResourceClient<RecordedEvent>
    const recorder = recorderOf(flaky)
    recorder.record({ ...happening, regarding: map })
    await clock.advance(20_000)
    await recorder.flush()
    expect(await written()).toHaveLength(1)
    recorder.record({ ...happening, reason: 'x'.repeat(200), regarding: map })
    await recorder.stop()
    expect(errors).toMatchObject([expect.any(StatusError)])
  })

  it('truncates a note to its limit, at a whole character', async () => {
    const recorder = recorderOf()
    recorder.record({ ...happening, note: 'ä'.repeat(600), regarding: map })
    recorder.record({ ...happening, reason: 'Odd', note: `a${'ä'.repeat(600)}`, regarding: map })
    await recorder.stop()
    expect((await written()).map(({ note }) => Buffer.byteLength(note!)).toSorted()).toEqual([1023, 1024])
  })

  it('drops writes beyond the limit of its queue, and reports that', async () => {
    const recorder = recorderOf()
    for (let index = 0; index < 1005; index++) recorder.record({ ...happening, reason: `R${index}`, regarding: map })
    await recorder.stop()
    expect(errors).toHaveLength(5)
    expect(errors[0]).toEqual(new Error('more than 1000 events wait to be written'))
    recorder.record({ ...happening, regarding: map })
    expect(await written()).toHaveLength(1000)
  })
})
