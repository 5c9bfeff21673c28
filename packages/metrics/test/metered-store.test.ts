import { systemClock as clock } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { createMetrics, meteredStore } from '../src/index.ts'

const key = '/registry/pods/default/a'
const resources = new Map([
  ['/registry/pods/', { group: '', resource: 'pods' }],
  ['/registry/acme/widgets/', { group: 'acme', resource: 'widgets' }],
  ['/registry/acme/gadgets/', { group: 'acme', resource: 'gadgets' }],
])
const resourceOf = (prefix: string): { group: string; resource: string } | undefined => resources.get(prefix)
const value = { before: '{"revision":"', after: '"}' }

describe('meteredStore', () => {
  it('counts the operations of a store and of its forks by resource', async () => {
    const metrics = await createMetrics()
    const store = meteredStore({ store: createMemoryStore(), metrics, clock, resourceOf })
    if (!('fork' in store)) throw new Error('the store cannot fork')
    store.put(key, value, { modRevision: 0n })
    store.put(key, value)
    expect(store.get(key)).toBeDefined()
    const fork = store.fork()
    fork.list('/registry/pods/')
    fork.delete(key, value)
    const lines = (await metrics.text()).split('\n')
    expect(lines.filter((line) => line.startsWith('etcd_requests_total{'))).toEqual(
      ['create', 'update', 'get', 'list', 'delete'].map(
        (operation) => `etcd_requests_total{operation="${operation}",group="",resource="pods"} 1`,
      ),
    )
    store.put('/registry/acme/widgets/default/a', value)
    store.put('/registry/acme/gadgets/default/a', value)
    store.get('/registry/health')
    expect(
      (await metrics.text()).split('\n').filter((line) => /etcd_requests_total\{.*(acme|resource="")/.test(line)),
    ).toEqual([
      'etcd_requests_total{operation="update",group="acme",resource="widgets"} 1',
      'etcd_requests_total{operation="update",group="acme",resource="gadgets"} 1',
      'etcd_requests_total{operation="get",group="",resource=""} 1',
    ])
    fork.close()
    store.close()
  })
})
