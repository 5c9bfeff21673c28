import type { ApiObject } from '@pinnace/meta'
import { expired } from '@pinnace/meta'
import { createFakeClock, createTestServer } from '@pinnace/testing'
import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { createInformer } from '../src/index.ts'
import { createFaultyTransport, faultyClient } from './support/faulty-client.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const kind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced' } as const
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), name, value: fc.nat(1000) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), name }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('cut', 'end', 'expire', 'stammer', 'wait', 'refuse' as const) }),
  },
)

it('an informer holds what a list returns, whatever happens to its watches, and its handlers are called with exactly the changes', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, streaming) => {
    const clock = createFakeClock()
    await using server = await createTestServer({ clock })
    const client = server.connect()
    const maps = client.resource<ConfigMap>(kind).namespace('default')
    const transport = createFaultyTransport(client.transport)
    const informer = createInformer<ConfigMap>({
      client: faultyClient(transport, kind, 'default'),
      clock,
      streaming,
      pageSize: 2,
    })
    const heard = new Map<string, string>()
    const versions = new Map<string, bigint>()
    informer.addHandler({
      add(object) {
        expect(heard.has(object.metadata.name!)).toBe(false)
        hear(object)
      },
      update(live, before) {
        expect(heard.get(live.metadata.name!)).toBe(before.metadata.uid)
        hear(live)
      },
      delete(last) {
        expect(heard.get(last.metadata.name!)).toBe(last.metadata.uid)
        heard.delete(last.metadata.name!)
      },
    })
    function hear({ metadata }: ConfigMap): void {
      // No object is reported at a version it had before.
      expect(BigInt(metadata.resourceVersion!)).toBeGreaterThan(versions.get(metadata.uid!) ?? 0n)
      versions.set(metadata.uid!, BigInt(metadata.resourceVersion!))
      heard.set(metadata.name!, metadata.uid!)
    }
    informer.start()
    for (const action of steps) {
      if (action.do === 'put') {
        await maps.apply(
          { metadata: { name: action.name }, data: { k: `${action.value}` } },
          { fieldManager: 'test', force: true },
        )
      } else if (action.do === 'delete') await maps.delete(action.name).catch(() => {})
      else if (action.do === 'cut') transport.cut(new Error('socket hang up'))
      else if (action.do === 'end') transport.cut()
      else if (action.do === 'stammer') transport.stammers = !transport.stammers
      else if (action.do === 'wait') await clock.advance(2000)
      else if (action.do === 'refuse') transport.failures.push(new Error('connection refused'))
      else {
        transport.failures.push(expired('too old resource version'))
        transport.cut(new Error('socket hang up'))
      }
    }
    const state = async (): Promise<string[]> =>
      (await maps.list()).items.map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`).toSorted()
    const wanted = await state()
    await vi.waitFor(
      async () => {
        await clock.advance(60_000)
        const known = informer.store.list().map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)
        expect(known.toSorted()).toEqual(wanted)
      },
      { timeout: 15_000, interval: 1 },
    )
    expect([...heard.keys()].toSorted()).toEqual(wanted.map((line) => line.split(' ')[0]))
    await informer.stop()
    expect(transport.openWatches).toBe(0)
  })
  await fc.assert(property, { numRuns: 60 })
}, 120_000)
