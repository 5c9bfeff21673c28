import { createServer, type Server } from '@pinnace/server'
import { simulateServers } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createEtcdStore } from '../src/index.ts'
import { etcdBinary, startEtcd } from './start-etcd.ts'

describe.skipIf(etcdBinary === undefined)('several servers over one etcd', { timeout: 120_000 }, () => {
  it.each([1, 2])('keep every promise of the simulation, seed %i', async (seed) => {
    await using etcd = await startEtcd()
    const servers: Server[] = []
    const stores = await Promise.all([0, 1, 2].map(() => createEtcdStore({ endpoints: etcd.endpoints })))
    for (const store of stores) {
      servers.push(await createServer({ store, vocabulary: 'kubernetes', preset: 'testing' }))
    }
    const clients = servers.map((server) => server.connect())
    const report = await simulateServers({ clients, seed, operations: 200, settleMs: 30_000 })
    for (const count of [report.done, report.events, report.watches, report.services, report.pages]) {
      expect(count).toBeGreaterThan(10)
    }
    for (const server of servers) await server.close()
    for (const store of stores) await store.close()
  })
})
