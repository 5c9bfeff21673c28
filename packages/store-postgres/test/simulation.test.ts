import { createServer, type Server } from '@pinnace/server'
import { simulateServers } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresBin, withoutPostgres } from './start-postgres.ts'
import { startScene, type Scene } from './stores.ts'

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'several servers over one PostgreSQL',
  { timeout: 120_000 },
  () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await startScene()
    }, 60_000)
    afterAll(() => scene.server.remove())

    it.each([1, 2])('keep every promise of the simulation, seed %i', async (seed) => {
      const schema = scene.newSchema()
      const servers: Server[] = []
      for (let index = 0; index < 3; index++) {
        const store = await scene.open({ connectionString: scene.server.url(), schema })
        servers.push(await createServer({ store, vocabulary: 'kubernetes', preset: 'testing' }))
      }
      const clients = servers.map((server) => server.connect())
      const report = await simulateServers({ clients, seed, operations: 200, settleMs: 30_000 })
      for (const count of [report.done, report.events, report.watches, report.services, report.pages]) {
        expect(count).toBeGreaterThan(10)
      }
      for (const server of servers) await server.close()
      await scene.closeStores()
    })
  },
)
