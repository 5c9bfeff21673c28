import { createFakeClock, createTestServer, type FakeClock, type TestServer } from '@pinnace/testing'
import type { ApiObject } from '@pinnace/meta'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
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
let informer: Informer<ConfigMap>
let seen: string[]

beforeEach(async () => {
  clock = createFakeClock()
  server = await createTestServer({ clock })
  transport = createFaultyTransport(server.connect().transport)
  maps = server.connect().resource<ConfigMap>(kind).namespace('default')
  seen = []
})
afterEach(async () => {
  await informer.stop()
  await server.close()
  expect(clock.pending).toBe(0)
})

function create(options: Partial<InformerOptions<ConfigMap>> = {}): Informer<ConfigMap> {
  const client = faultyClient<ConfigMap>(transport, kind)
  // The server keeps objects of its own in other namespaces.
  informer = createInformer<ConfigMap>({ client, namespace: 'default', clock, ...options })
  return informer
}

const note = (text: string): void => void seen.push(text)
const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 5 })

describe('an informer', () => {
  it('emits what is there, that it is synced, and then each change once the store has it', async () => {
    await maps.create({ metadata: { name: 'a' }, data: { k: '1' } })
    create()
      .on('add', ({ metadata, data }, { isInitial }) => {
        expect(informer.store.get(metadata.name ?? '', 'default')?.data).toEqual(data)
        note(`add ${metadata.name} ${isInitial}`)
      })
      .on('update', (object, previous) => note(`update ${object.data?.['k']} was ${previous.data?.['k']}`))
      .on('delete', (last, { isMissed }) => note(`delete ${last.metadata.name} ${isMissed} ${informer.store.size}`))
      .on('synced', () => note(`synced ${informer.isSynced}`))
    informer.start()
    await informer.synced
    await maps.create({ metadata: { name: 'b' } })
    await maps.patch('a', { data: { k: '2' } })
    await maps.delete('a')
    await eventually(() => expect(seen).toHaveLength(5))
    expect(seen).toEqual(['add a true', 'synced true', 'add b false', 'update 2 was 1', 'delete a false 1'])
  })

  it('does not emit what a listener that was added late has missed; a handler is called with it', async () => {
    await maps.create({ metadata: { name: 'a' } })
    create().start()
    await informer.synced
    informer.on('add', ({ metadata }) => note(`listener ${metadata.name}`))
    informer.addHandler({ add: ({ metadata }) => note(`handler ${metadata.name}`) })
    expect(seen).toEqual(['handler a'])
    await maps.create({ metadata: { name: 'b' } })
    await eventually(() => expect(seen).toEqual(['handler a', 'handler b', 'listener b']))
  })

  it('calls a listener of once at the next event only, and one that was removed not at all', async () => {
    const removed = (): void => note('removed')
    create()
      .once('add', ({ metadata }) => note(`once ${metadata.name}`))
      .on('add', removed)
      .on('add', ({ metadata }) => note(`on ${metadata.name}`))
      .off('add', removed)
    informer.start()
    await informer.synced
    await maps.create({ metadata: { name: 'a' } })
    await maps.create({ metadata: { name: 'b' } })
    await eventually(() => expect(seen).toEqual(['once a', 'on a', 'on b']))
  })

  it('survives listeners and handlers that throw, and emits that as an error', async () => {
    const errors: unknown[] = []
    create({ onError: (error) => errors.push(error) })
    informer.addHandler({
      add() {
        throw new Error('of the handler')
      },
    })
    informer
      .on('add', () => {
        throw new Error('of the listener')
      })
      .on('add', ({ metadata }) => note(`add ${metadata.name}`))
      .on('error', () => {
        throw new Error('of the listener of errors')
      })
      .on('error', (error) => note(String(error)))
    informer.start()
    await informer.synced
    await maps.create({ metadata: { name: 'a' } })
    await maps.create({ metadata: { name: 'b' } })
    const each = (name: string): string[] => ['Error: of the handler', 'Error: of the listener', `add ${name}`]
    await eventually(() => expect(seen).toEqual([...each('a'), ...each('b')]))
    expect(errors.map(String)).toEqual(
      ['a', 'b'].flatMap(() => [
        'Error: of the handler',
        'Error: of the listener of errors',
        'Error: of the listener',
        'Error: of the listener of errors',
      ]),
    )
    expect(informer.store.size).toBe(2)
  })

  it('emits the failures of its requests', async () => {
    transport.failures.push(new Error('cut'))
    create().on('error', (error) => note(String(error)))
    informer.start()
    await informer.synced
    expect(seen).toEqual(['Error: cut'])
  })

  it('emits nothing once it is stopped', async () => {
    create().on('add', () => {
      note('add')
      void informer.stop()
    })
    await maps.create({ metadata: { name: 'a' } })
    await maps.create({ metadata: { name: 'b' } })
    informer.on('synced', () => note('synced'))
    informer.start()
    await expect(informer.synced).rejects.toThrow('the informer was stopped before it was synced')
    expect(seen).toEqual(['add'])
  })

  it('has events with exact types', () => {
    create()
      .on('add', (...args) =>
        expectTypeOf(args).toEqualTypeOf<[object: ConfigMap, details: { readonly isInitial: boolean }]>(),
      )
      .on('update', (...args) => expectTypeOf(args).toEqualTypeOf<[object: ConfigMap, previous: ConfigMap]>())
      .on('delete', (...args) =>
        expectTypeOf(args).toEqualTypeOf<[last: ConfigMap, details: { readonly isMissed: boolean }]>(),
      )
      .on('synced', (...args) => expectTypeOf(args).toEqualTypeOf<[]>())
      .on('error', (...args) => expectTypeOf(args).toEqualTypeOf<[error: unknown]>())
    // @ts-expect-error: there is no such event
    informer.on('remove', () => {})
  })
})
