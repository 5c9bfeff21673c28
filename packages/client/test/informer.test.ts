import { expired, StatusError, type ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, type FakeClock, type TestServer } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInformer, type Informer, type InformerOptions, type ResourceClient } from '../src/index.ts'
import { createFaultyTransport, faultyClient, type FaultyTransport } from './support/faulty-client.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const kind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' } as const
let clock: FakeClock
let server: TestServer
let transport: FaultyTransport
let maps: ResourceClient<ConfigMap>
let open: Informer<ConfigMap>[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  transport = createFaultyTransport(server.connect().transport)
  maps = server.connect().resource<ConfigMap>(kind).namespace('default')
  open = []
})
afterEach(async () => {
  await Promise.all(open.map((informer) => informer.stop()))
  await server.close()
  expect(clock.pending).toBe(0)
  expect(transport.openWatches).toBe(0)
})

const make = (name: string, data: Record<string, string> = {}): Promise<ConfigMap> =>
  maps.create({ metadata: { name }, data })

interface Followed {
  readonly informer: Informer<ConfigMap>
  readonly seen: string[]
  readonly errors: unknown[]
}

async function follow(options: Partial<InformerOptions<ConfigMap>> = {}): Promise<Followed> {
  const seen: string[] = []
  const errors: unknown[] = []
  const informer = createInformer<ConfigMap>({
    client: faultyClient(transport, kind),
    // A server keeps objects of its own in others.
    namespace: 'default',
    clock,
    onError: (error) => errors.push(error),
    ...options,
  })
  open.push(informer)
  const name = ({ metadata, data }: ConfigMap): string => `${metadata.name} ${data?.['k'] ?? '-'}`
  informer.addHandler({
    add: (object, { isInitial }) => seen.push(`${isInitial ? 'initial' : 'add'} ${name(object)}`),
    update: (live, before) => seen.push(`update ${name(live)} was ${name(before)}`),
    delete: (last, { isMissed }) => seen.push(`${isMissed ? 'missed' : 'delete'} ${name(last)}`),
  })
  informer.start()
  await informer.synced
  return { informer, seen, errors }
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 5 })

describe('an informer', () => {
  it('reports existing objects, then changes, and keeps a copy', async () => {
    await make('a', { k: '1' })
    const { informer, seen } = await follow()
    const b = await make('b', { k: '1' })
    await maps.update({ ...b, data: { k: '2' } })
    await maps.delete('a')
    await eventually(() => expect(seen).toHaveLength(4))
    expect(seen).toEqual(['initial a 1', 'add b 1', 'update b 2 was b 1', 'delete a 1'])
    expect(informer.store.list().map((object) => object.metadata.name)).toEqual(['b'])
    expect(informer.store.get('b', 'default')?.data).toEqual({ k: '2' })
    expect(transport.asked).toEqual(['watch state'])
  })

  it('reads page by page where the server does not support streaming lists, and does not try them again', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await make(name)
    const refused = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'
    transport.failures.push(new StatusError('Invalid', refused))
    const { seen } = await follow({ pageSize: 2 })
    expect(seen).toHaveLength(5)
    expect(transport.asked.slice(0, 4)).toEqual(['watch state', 'list', 'list', 'list'])
    await eventually(() => expect(transport.openWatches).toBe(1))
    transport.cut(expired('too old'))
    await eventually(() => expect(transport.asked.slice(5, 8)).toEqual(['list', 'list', 'list']))
  })

  it('reads everything at once where the snapshot of its pages expires', async () => {
    for (const name of ['a', 'b', 'c']) await make(name)
    const client = faultyClient<ConfigMap>(transport, kind)
    let page = 0
    const broken: typeof client = {
      ...client,
      list: async (options = {}) => {
        if (page++ === 1) throw expired('the provided continue parameter is too old')
        return client.list(options)
      },
    }
    const { informer, seen } = await follow({ client: broken, streaming: false, pageSize: 2 })
    expect(informer.store.size).toBe(3)
    expect(seen).toEqual(['initial a -', 'initial b -', 'initial c -'])
  })

  it('continues from where a watch was cut: nothing is missed, nothing is reported twice', async () => {
    await make('a')
    const { seen } = await follow()
    transport.cut(new Error('socket hang up'))
    await make('b')
    await eventually(() => expect(seen).toEqual(['initial a -', 'add b -']))
    transport.cut()
    await make('c')
    await eventually(() => expect(seen).toEqual(['initial a -', 'add b -', 'add c -']))
    expect(transport.asked.filter((asked) => asked === 'watch state')).toHaveLength(1)
    expect(transport.asked.filter((asked) => asked === 'list')).toHaveLength(0)
  })

  it('reports only the difference after a 410', async () => {
    const a = await make('a', { k: '1' })
    await make('b', { k: '1' })
    await make('c', { k: '1' })
    const { seen, errors } = await follow()
    seen.length = 0
    // The watch ends and its version is gone before it can go on: what happens meanwhile is never sent as events.
    transport.failures.push(expired('too old resource version'))
    transport.cut(new Error('socket hang up'))
    await maps.update({ ...a, data: { k: '2' } })
    await maps.delete('b')
    await make('d')
    await clock.advance(60_000)
    await eventually(() => expect(seen).toHaveLength(3))
    expect(seen.toSorted()).toEqual(['add d -', 'missed b 1', 'update a 2 was a 1'])
    expect(errors).toHaveLength(2)
  })

  it('takes a name that is used again for another object', async () => {
    await make('a', { k: '1' })
    const { seen } = await follow()
    seen.length = 0
    transport.failures.push(expired('too old resource version'))
    transport.cut(new Error('socket hang up'))
    await maps.delete('a')
    await make('a', { k: '2' })
    await clock.advance(60_000)
    await eventually(() => expect(seen).toEqual(['missed a 1', 'add a 2']))
  })

  it('drops events that are sent twice', async () => {
    transport.stammers = true
    await make('a', { k: '1' })
    const { seen } = await follow()
    const b = await make('b', { k: '1' })
    await maps.update({ ...b, data: { k: '2' } })
    await maps.delete('b')
    await make('c')
    await eventually(() => expect(seen.at(-1)).toBe('add c -'))
    expect(seen).toEqual(['initial a 1', 'add b 1', 'update b 2 was b 1', 'delete b 2', 'add c -'])
  })

  it('waits longer after every failure', async () => {
    for (let failure = 0; failure < 4; failure++) transport.failures.push(new Error(`no connection ${failure}`))
    const random = { bytes: (length: number): Uint8Array => new Uint8Array(length), uid: (): string => '' }
    const informer = createInformer<ConfigMap>({ client: faultyClient(transport, kind), clock, random })
    open.push(informer)
    informer.start()
    // The first failure is tried again at once, the others after 0.8, 1.6 and 3.2 seconds.
    for (const [ms, tries] of [
      [0, 2],
      [799, 2],
      [1, 3],
      [1599, 3],
      [1, 4],
      [3199, 4],
      [1, 5],
    ] as const) {
      await clock.advance(ms)
      expect(transport.asked).toHaveLength(tries)
    }
    await informer.synced
  })

  it('retries at once where a watch is cut after a long time', async () => {
    await follow()
    for (let cuts = 1; cuts <= 5; cuts++) {
      await eventually(() => expect(transport.openWatches).toBe(1))
      await clock.advance(31_000)
      transport.cut(new Error('socket hang up'))
      await eventually(() => expect(transport.asked).toHaveLength(1 + cuts))
    }
  })

  it('reads the collection again where it was too slow for its watch', async () => {
    // More events than a watch in process holds, while it is not read.
    const client = faultyClient<ConfigMap>(transport, kind)
    let wake = (): void => {}
    const awake = new Promise<void>((resolve) => (wake = resolve))
    let watches = 0
    const slow: typeof client = {
      ...client,
      async *watch(options = {}) {
        const isFirst = ++watches === 1
        for await (const event of client.watch(options)) {
          yield event
          if (isFirst && event.type === 'BOOKMARK') await awake
        }
      },
    }
    const { informer, errors } = await follow({ client: slow })
    let last = await make('a')
    for (let change = 0; change < 10_001; change++) last = await maps.update({ ...last, data: { k: `${change}` } })
    wake()
    await clock.advance(60_000)
    await eventually(() => expect(informer.store.get('a', 'default')).toEqual(last))
    expect(errors).toMatchObject([{ reason: 'Expired' }])
  })

  it('holds more objects than the queue of a watch in process', async () => {
    const made = 10_500
    for (let index = 0; index < made; index++) await make(`map-${index}`)
    const { informer } = await follow()
    expect(informer.store.size).toBe(made)
    expect(transport.asked.slice(0, 2)).toEqual(['watch state', 'list'])
  }, 60_000)

  it('ends a watch that its server does not end in time', async () => {
    const { informer } = await follow()
    expect(transport.asked).toHaveLength(1)
    await clock.advance(660_000)
    await eventually(() => expect(transport.asked.length).toBeGreaterThan(1))
    await make('a')
    await eventually(() => expect(informer.store.size).toBe(1))
  })

  it('reads the collection again when a bookmark shows that the server was restored to an earlier version', async () => {
    await make('a')
    const client = faultyClient<ConfigMap>(transport, kind, 'default')
    let watches = 0
    const restored: typeof client = {
      ...client,
      namespace: () => restored,
      async *watch(options = {}) {
        if (++watches > 1) return yield* client.watch(options)
        for await (const event of client.watch(options)) {
          yield event
          const { metadata } = event.object
          if (event.type !== 'BOOKMARK') continue
          await maps.delete('a')
          yield {
            type: 'BOOKMARK',
            object: {
              ...event.object,
              metadata: { ...metadata, resourceVersion: `${Number(metadata.resourceVersion) - 1}` },
            },
          }
        }
      },
    }
    const { informer, seen, errors } = await follow({ client: restored })
    await eventually(() => expect(informer.store.size).toBe(0))
    expect(seen).toEqual(['initial a -', 'missed a -'])
    expect(errors).toMatchObject([{ message: 'the server has gone back to an earlier version', reason: 'Expired' }])
  })

  it('finds objects by namespace and by custom indexes', async () => {
    await make('a', { k: 'x' })
    await make('b', { k: 'x' })
    const { informer } = await follow({
      indexes: { byK: ({ data }) => (data?.['k'] === undefined ? [] : [data['k']]) },
    })
    expect(informer.store.byIndex('byK', 'x')).toHaveLength(2)
    await maps.patch('b', { data: { k: 'y' } })
    await eventually(() => expect(informer.store.byIndex('byK', 'y')).toHaveLength(1))
    expect(informer.store.byIndex('byK', 'x').map(({ metadata }) => metadata.name)).toEqual(['a'])
    expect(informer.store.list('default')).toHaveLength(2)
    expect(informer.store.list('other')).toEqual([])
    informer.store.addIndex('byName', ({ metadata }) => [metadata.name!])
    expect(informer.store.byIndex('byName', 'b')).toHaveLength(1)
    expect(() => informer.store.byIndex('unknown', '')).toThrow('there is no index "unknown"')
    expect(() => informer.store.addIndex('byK', () => [])).toThrow('there is an index "byK" already')
  })

  it('holds the objects of a namespace that match its selector', async () => {
    await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name: 'other' } })
    const { seen } = await follow({ namespace: 'other', labelSelector: 'team=a' })
    const other = server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('other')
    await make('other')
    await other.create({ metadata: { name: 'without' } })
    await other.create({ metadata: { name: 'with', labels: { team: 'a' } } })
    await other.patch('with', { metadata: { labels: { team: null } } })
    await eventually(() => expect(seen).toEqual(['add with -', 'delete with -']))
  })

  it('reports every object again at a resync', async () => {
    await make('a', { k: '1' })
    const { seen } = await follow({ resyncMs: 1000 })
    await clock.advance(2500)
    expect(seen).toEqual(['initial a 1', 'update a 1 was a 1', 'update a 1 was a 1'])
  })

  it('survives a handler that throws, and calls a late one with the objects it holds', async () => {
    await make('a')
    const { informer, seen, errors } = await follow()
    const late: string[] = []
    const remove = informer.addHandler({
      add: ({ metadata }) => {
        late.push(metadata.name!)
        throw new Error('broken')
      },
    })
    await make('b')
    await eventually(() => expect(seen).toHaveLength(2))
    expect(late).toEqual(['a', 'b'])
    expect(errors).toEqual([new Error('broken'), new Error('broken')])
    remove()
    await make('c')
    await eventually(() => expect(seen).toHaveLength(3))
    expect(late).toEqual(['a', 'b'])
  })

  it('keeps what transform returns', async () => {
    await make('a', { k: '1' })
    const { informer } = await follow({ transform: ({ data: _, ...rest }) => rest })
    expect(informer.store.get('a', 'default')).not.toHaveProperty('data')
  })

  it('rejects synced where it is stopped before', async () => {
    const informer = createInformer({ client: faultyClient(transport, kind), clock })
    await informer.stop()
    await expect(informer.synced).rejects.toThrow('the informer was stopped before it was synced')
    informer.start()
    expect(transport.asked).toEqual([])
  })

  it('stops where one of its handlers stops it, even during the initial events', async () => {
    for (const streaming of [true, false]) {
      await make(`a-${streaming}`)
      const informer = createInformer({ client: faultyClient(transport, kind, 'default'), clock, streaming })
      let stopped: Promise<void> | undefined
      informer.addHandler({ add: () => void (stopped ??= informer.stop()) })
      informer.start()
      await eventually(() => expect(stopped).toBeDefined())
      await stopped
      expect(transport.openWatches).toBe(0)
    }
  })
})
