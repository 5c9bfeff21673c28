import { describe, expect, it } from 'vitest'
import { systemClock, systemRandom } from '@pinnace/meta'
import { createMemoryStore } from '@pinnace/store/memory'
import { createFaultyStore } from '@pinnace/testing'
import { createServer } from '../../src/index.ts'

describe('servers that start at the same time over one empty store', () => {
  it('create each default object once, and all of them start', async () => {
    const store = createMemoryStore()
    const servers = await Promise.all(
      Array.from({ length: 3 }, () => {
        const remote = createFaultyStore({ store, clock: systemClock, random: systemRandom, maxDelayMs: 2 })
        return createServer({ vocabulary: 'kubernetes', store: remote.store })
      }),
    )
    for (const server of servers) {
      const service = await server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default').get('kubernetes')
      expect(service.spec?.clusterIP).toBe('10.96.0.1')
    }
    await Promise.all(servers.map((server) => server.close()))
  })
})
