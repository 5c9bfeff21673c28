import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiObject, StatusError } from '@pinnace/meta'
import { createServer, type Server } from '@pinnace/server'
import { postgresBin, withoutPostgres } from './start-postgres.ts'
import { startScene, type Scene } from './stores.ts'

interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
}

const configMapsOf = (server: Server): ReturnType<typeof server.client<ConfigMap>> =>
  server.client<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'servers over one PostgreSQL',
  { timeout: 60_000 },
  () => {
    let scene: Scene
    const servers: Server[] = []
    beforeAll(async () => {
      scene = await startScene()
    })
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.close()
      await scene.closeStores()
    })
    afterAll(() => scene.server.remove())

    async function start(schema: string): Promise<Server> {
      const store = await scene.open({ connectionString: scene.server.url(), schema, requestTimeoutMs: 3_000 })
      const server = await createServer({ store })
      servers.push(server)
      return server
    }

    it('read each other at once, watch each other, and refuse a stale update of each other', async () => {
      const schema = scene.newSchema()
      const [first, second] = [await start(schema), await start(schema)]
      const [one, two] = [configMapsOf(first), configMapsOf(second)]
      const watch = two.watch()
      const created = await one.create({ metadata: { name: 'shared' }, data: { a: '1' } })
      expect((await watch.next()).value).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'shared' } } })
      const read = await two.get('shared')
      expect(read).toEqual(created)
      const updated = await two.update({ ...read, data: { a: '2' } })
      await expect(one.update({ ...created, data: { a: '3' } })).rejects.toMatchObject({ reason: 'Conflict' })
      expect(await one.get('shared')).toEqual(updated)
      expect((await one.list()).metadata.resourceVersion).toBe((await two.list()).metadata.resourceVersion)
    })

    it('wait for a database that is gone, answer with a failure in the end, and go on when it is back', async () => {
      const server = await start(scene.newSchema())
      const maps = configMapsOf(server)
      const watch = maps.watch()
      await maps.create({ metadata: { name: 'before' } })
      expect((await watch.next()).value.object.metadata.name).toBe('before')
      await scene.server.stop()
      const began = performance.now()
      const failures = await Promise.all(
        [maps.get('before'), maps.create({ metadata: { name: 'lost' } })].map((call) =>
          call.catch((error: unknown) => error),
        ),
      )
      // 504 at the deadline of the request, 503 at that of the store.
      for (const failure of failures) expect([503, 504]).toContain((failure as StatusError).code)
      expect(performance.now() - began).toBeLessThan(5_000)
      const waiting = maps.create({ metadata: { name: 'waiting' } })
      await scene.server.start()
      await waiting
      expect((await watch.next()).value.object.metadata.name).toBe('waiting')
      await maps.create({ metadata: { name: 'after' } })
      expect((await watch.next()).value.object.metadata.name).toBe('after')
      expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(['after', 'before', 'waiting'])
    })
  },
)
