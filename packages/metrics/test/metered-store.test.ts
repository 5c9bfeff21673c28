import { systemClock as clock } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { describe, expect, it } from 'vitest'
import { createMetrics, meteredStore } from '../src/index.ts'

const key = '/registry/core/pods/default/a'
const value = { before: '{"revision":"', after: '"}' }

describe('meteredStore', () => {
  it('counts the operations of a store and of its forks by resource', async () => {
    const metrics = await createMetrics()
    const store = meteredStore({ store: createMemoryStore(), metrics, clock })
    if (!('fork' in store)) throw new Error('the store cannot fork')
    store.put(key, value, { modRevision: 0n })
    store.put(key, value)
    expect(store.get(key)).toBeDefined()
    const fork = store.fork()
    fork.list('/registry/core/pods/')
    fork.delete(key, value)
    const lines = (await metrics.text()).split('\n')
    expect(lines.filter((line) => line.startsWith('etcd_requests_total{'))).toEqual(
      ['create', 'update', 'get', 'list', 'delete'].map(
        (operation) => `etcd_requests_total{operation="${operation}",group="",resource="pods"} 1`,
      ),
    )
    fork.close()
    store.close()
  })
})
