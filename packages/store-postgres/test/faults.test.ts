import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lockOf } from '../src/migrations.ts'
import type { PostgresClient, PostgresPool, PostgresStore } from '../src/index.ts'
import { startWriter } from '../../store-lmdb/test/start-writer.ts'
import { postgresBin, withoutPostgres } from './start-postgres.ts'
import { Follower, pause, read, startScene, until, value, type Scene } from './stores.ts'

const killOthers = `
  SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'the PostgreSQL store',
  { timeout: 60_000 },
  () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await startScene()
    })
    afterEach(() => scene.closeStores())
    afterAll(() => scene.server.remove())

    /** Writes with 16 writers until told to stop; returns the keys and revisions that were acknowledged. */
    function startWriters(stores: readonly PostgresStore[]): { stop(): Promise<Map<string, bigint>> } {
      const acknowledged = new Map<string, bigint>()
      const stop = new AbortController()
      const writers = Array.from({ length: 16 }, async (_, writer) => {
        for (let index = 0; !stop.signal.aborted; index++) {
          const key = `/${writer}/${index}`
          const outcome = await stores[writer % stores.length]?.put(key, value(key), { modRevision: 0n })
          if (outcome?.done !== true) throw new Error(`the create of ${key} was refused: it was done twice`)
          acknowledged.set(key, outcome.entry.modRevision)
        }
      })
      return {
        async stop() {
          stop.abort()
          await Promise.all(writers)
          return acknowledged
        },
      }
    }

    async function expectAll(acknowledged: ReadonlyMap<string, bigint>, followers: readonly Follower[]): Promise<void> {
      const last = [...acknowledged.values()].reduce((a, b) => (a > b ? a : b))
      for (const follower of followers) {
        await follower.reaches(last)
        expect(follower.events.length).toBe(acknowledged.size)
        for (const { entry } of follower.events) expect(acknowledged.get(entry.key)).toBe(entry.modRevision)
        expect(follower.ends).toEqual([])
      }
    }

    it('does every write once while its connections are killed', async () => {
      const schema = scene.newSchema()
      const first = await scene.open({ connectionString: scene.server.url(), schema })
      const second = await scene.open({ connectionString: scene.server.url(), schema })
      const followers = [await Follower.start(first), await Follower.start(second)]
      const writers = startWriters([first, second])
      for (let round = 0; round < 25; round++) {
        await pause(5 + ((round * 7) % 40))
        await scene.server.query(killOthers)
      }
      const acknowledged = await writers.stop()
      expect(acknowledged.size).toBeGreaterThan(100)
      await expectAll(acknowledged, followers)
    })

    for (const how of ['fast', 'immediate'] as const) {
      it(`goes on without gap or duplicate when the database is stopped (${how}) and started`, async () => {
        const schema = scene.newSchema()
        const store = await scene.open({ connectionString: scene.server.url(), schema })
        const follower = await Follower.start(store)
        const writers = startWriters([store])
        await pause(100)
        await scene.server.stop(how)
        await pause(200)
        await scene.server.start()
        await pause(200)
        const acknowledged = await writers.stop()
        await expectAll(acknowledged, [follower])
        expect(await store.revision()).toBe(BigInt(acknowledged.size) + 1n)
      })
    }

    it('is unavailable within its time while the database is gone, and comes back', async () => {
      const options = { connectionString: scene.server.url(), schema: scene.newSchema(), requestTimeoutMs: 700 }
      const store = await scene.open(options)
      const unwatched = await scene.open(options)
      const follower = await Follower.start(store)
      await store.put('/a', value('one'))
      await scene.server.stop()
      const began = performance.now()
      const attempts = [
        () => store.put('/a', value('two')),
        () => store.get('/a'),
        () => store.list('/'),
        () => store.revision(),
        () => store.compactedRevision(),
        () => unwatched.watch('/', 1n, { onEvents: () => undefined, onEnd: () => undefined }),
      ]
      const failures = await Promise.all(attempts.map((attempt) => attempt().catch((error: unknown) => error)))
      for (const failure of failures) expect(failure).toMatchObject({ name: 'StoreError', code: 'Unavailable' })
      expect(performance.now() - began).toBeLessThan(20_000)
      await scene.server.start()
      const outcome = await store.put('/a', value('three'))
      expect(outcome).toMatchObject({ done: true, previous: { modRevision: 2n } })
      expect(await read(store, '/a')).toBe('three 3')
      await follower.reaches(3n)
    })

    it('ends reads in time while the database hangs, and goes on when it answers again', async () => {
      const schema = scene.newSchema()
      const pool = new pg.Pool({ connectionString: scene.server.url(), max: 3 })
      pool.on('error', () => undefined)
      const own = await scene.open({ connectionString: scene.server.url(), schema, requestTimeoutMs: 500 })
      const hosted = await scene.open({ pool, schema, requestTimeoutMs: 500 })
      const follower = await Follower.start(own)
      await own.put('/a', value('one'))
      const blocker = new pg.Client({ connectionString: scene.server.url() })
      blocker.on('error', () => undefined)
      await blocker.connect()
      await blocker.query(`BEGIN; LOCK TABLE ${schema}.changes IN ACCESS EXCLUSIVE MODE`)
      const began = performance.now()
      // More than the pool has connections.
      const reads = [own, hosted].flatMap((store) => Array.from({ length: 8 }, () => store.get('/a')))
      for (const result of await Promise.allSettled(reads)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'Unavailable' } })
      }
      expect(performance.now() - began).toBeLessThan(20_000)
      await blocker.end()
      expect(await read(own, '/a')).toBe('one 2')
      expect(await read(hosted, '/a')).toBe('one 2')
      await hosted.put('/a', value('two'))
      await follower.reaches(3n)
      await scene.closeStores()
      await pool.end()
    })

    it('does not wait for a process that is paused', async () => {
      const schema = scene.newSchema()
      const connectionString = scene.server.url()
      const store = await scene.open({ connectionString, schema, requestTimeoutMs: 3_000 })
      const updater = fileURLToPath(new URL('./fixtures/updater.ts', import.meta.url))
      const child = startWriter(updater, JSON.stringify({ connectionString, schema }))
      try {
        await child.acknowledges(50)
        for (let round = 0; round < 10; round++) {
          process.kill(child.pid, 'SIGSTOP')
          await store.put('/a', value(String(round)))
          process.kill(child.pid, 'SIGCONT')
          await pause(20 + round)
        }
      } finally {
        await child.kill()
      }
      expect(await read(store, '/a')).toMatch(/^9 /)
    })

    it('returns previous values that are too large for the answer of the write', async () => {
      const store = await scene.open({ connectionString: scene.server.url(), schema: scene.newSchema() })
      const follower = await Follower.start(store)
      const keys = ['/a', '/b', '/c']
      const large = (text: string): { readonly before: string; readonly after: string } => value(text.repeat(50_000))
      await Promise.all(keys.map((key) => store.put(key, large('1'))))
      const outcomes = await Promise.all([
        ...keys.map((key) => store.put(key, large('2'))),
        store.put('/a', large('3'), { modRevision: 1n }),
        store.delete('/b', value('gone')),
      ])
      const texts = outcomes.map((outcome) => {
        const entry = outcome.done ? outcome.previous : outcome.current
        return Buffer.from(entry?.value ?? []).toString('utf8', 0, 1)
      })
      expect(texts).toEqual(['1', '1', '1', '2', '2'])
      await follower.reaches(8n)
      expect(follower.events.map(({ previous }) => previous?.value.length ?? 0)).toEqual([
        0, 0, 0, 50_002, 50_002, 50_002, 50_002,
      ])
    })

    it('rejects what waits longer than allowed, and more than may wait', async () => {
      const schema = scene.newSchema()
      const store = await scene.open({
        connectionString: scene.server.url(),
        schema,
        requestTimeoutMs: 2_000,
        maxPendingRequests: 3,
      })
      const blocker = new pg.Client({ connectionString: scene.server.url() })
      blocker.on('error', () => undefined)
      await blocker.connect()
      await blocker.query(`SELECT pg_advisory_lock(${lockOf(schema, 'write')})`)
      const outcomes = Array.from({ length: 5 }, (_, index) =>
        store.put(`/${index}`, value('x')).catch((error: unknown) => String(error)),
      )
      const texts = await Promise.all(outcomes)
      expect(texts.slice(3)).toEqual(Array.from({ length: 2 }, () => 'StoreError: 3 writes wait for the database'))
      expect(texts[0]).toMatch(
        /^StoreError: the database rejected a statement: canceling statement due to lock timeout/,
      )
      const other = await scene.open({ connectionString: scene.server.url(), schema, requestTimeoutMs: 2_000 })
      const bytes = new Uint8Array(60 * 1024 * 1024)
      const large = [value('x'), ...Array.from({ length: 7 }, () => ({ bytes }))].map((one, index) => {
        const writing = other.put(`/${index}`, one).catch((error: unknown) => String(error))
        // The first one is on its way before the others wait.
        return index === 0 ? pause(50).then(() => writing) : writing
      })
      expect((await Promise.all(large)).at(-1)).toBe(
        `StoreError: writes of ${5 * bytes.length + 2} bytes wait for the database`,
      )
      await blocker.end()
      expect((await store.list('/')).entries).toEqual([])
      expect(await store.put('/a', value('x'))).toMatchObject({ done: true, entry: { modRevision: 2n } })
    })
  },
)

/** What happens to the first write: its answer is lost, it is executed late, or it never arrives. */
type Loss = 'answer' | 'late' | 'never'

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'a write whose connection is lost',
  { timeout: 60_000 },
  () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await startScene()
    })
    afterEach(() => scene.closeStores())
    afterAll(() => scene.server.remove())

    /** A pool that loses the connection of its first write. */
    function losingPool(loss: Loss): {
      readonly pool: PostgresPool
      readonly late: () => Promise<string>
      end(): Promise<void>
    } {
      const pool = new pg.Pool({ connectionString: scene.server.url(), max: 6 })
      pool.on('error', () => undefined)
      let lost = false
      let late = async (): Promise<string> => 'nothing is late'
      const connect = async (): Promise<PostgresClient> => {
        const client = await pool.connect()
        const query: PostgresClient['query'] = async (statement) => {
          if (lost || !/^SELECT \* FROM \w+\.write\(/.test(statement.text)) return client.query(statement)
          lost = true
          if (loss === 'answer') await client.query(statement)
          late = () =>
            pool.query(statement).then(
              () => 'written',
              (error: unknown) => String(error),
            )
          throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
        }
        return new Proxy(client, {
          get(target, name) {
            if (name === 'query') return query
            const member: unknown = Reflect.get(target, name)
            return typeof member === 'function' ? (member.bind(target) as unknown) : member
          },
        })
      }
      return { pool: { connect, options: { max: 6 } }, late: () => late(), end: () => pool.end() }
    }

    for (const loss of ['answer', 'late', 'never'] as const) {
      it(`is done once: ${loss}`, async () => {
        const { pool, late, end } = losingPool(loss)
        const store = await scene.open({ pool, schema: scene.newSchema() })
        const follower = await Follower.start(store)
        const [created, refused, deleted] = await Promise.all([
          store.put('/a', value('one'), { modRevision: 0n }),
          store.put('/a', value('two'), { modRevision: 9n }),
          store.delete('/b', value('gone')),
        ])
        expect(created).toMatchObject({ done: true, entry: { key: '/a', modRevision: 2n }, previous: undefined })
        expect(refused).toMatchObject({ done: false, current: { modRevision: 2n } })
        expect(deleted).toEqual({ done: false, current: undefined })
        if (loss === 'late') expect(await late()).toBe('error: the writes were abandoned')
        const updated = await store.put('/a', value('three'), { modRevision: 2n })
        expect(updated).toMatchObject({ done: true, entry: { modRevision: 3n }, previous: { modRevision: 2n } })
        await follower.reaches(3n)
        expect(follower.events).toHaveLength(2)
        await scene.closeStores()
        await end()
      })
    }

    it('keeps the previous value in its outcome', async () => {
      const { pool, end } = losingPool('answer')
      const schema = scene.newSchema()
      const other = await scene.open({ connectionString: scene.server.url(), schema })
      await other.put('/a', value('one'))
      const store = await scene.open({ pool, schema })
      const outcome = await store.put('/a', value('two'), { modRevision: 2n })
      if (!outcome.done) throw new Error('the write was refused')
      expect(Buffer.from(outcome.previous?.value ?? []).toString()).toBe('one 2')
      expect(Buffer.from(outcome.entry.value).toString()).toBe('two 3')
      await scene.closeStores()
      await end()
    })

    it('is reported as possibly done if its row may have been compacted, or the database cannot be asked', async () => {
      const { pool, end } = losingPool('never')
      const schema = scene.newSchema()
      const store = await scene.open({ pool, schema, requestTimeoutMs: 700 })
      await scene.server.query(`UPDATE ${schema}.history SET compacted = 10, swept = 10`)
      await expect(store.put('/a', value('one'))).rejects.toThrow('which may have been done')
      await scene.closeStores()
      await end()

      const again = losingPool('answer')
      const blocked = await scene.open({ pool: again.pool, schema: scene.newSchema(), requestTimeoutMs: 700 })
      const writing = blocked.put('/a', value('one')).catch((error: unknown) => error)
      await pause(20)
      await scene.server.stop('immediate')
      const outcome = await writing
      await scene.server.start()
      if (outcome instanceof Error) expect(outcome.message).toContain('which may have been done')
      else expect(outcome).toMatchObject({ done: true })
      await scene.closeStores()
      await again.end()
    })
  },
)

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'a watch',
  { timeout: 60_000 },
  () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await startScene()
    })
    afterEach(() => scene.closeStores())
    afterAll(() => scene.server.remove())

    it('is woken by a notification, also after its connection was lost', async () => {
      const schema = scene.newSchema()
      const connectionString = scene.server.url()
      const watching = await scene.open({ connectionString, schema, pollMs: 3_600_000 })
      const writing = await scene.open({ connectionString, schema })
      const follower = await Follower.start(watching)
      await writing.put('/a', value('one'))
      await follower.reaches(2n)
      await scene.server.query(killOthers)
      await writing.put('/a', value('two'))
      await follower.reaches(3n)
      await writing.put('/a', value('three'))
      await follower.reaches(4n)
    })

    it('polls where there is no connection to spare for notifications', async () => {
      const schema = scene.newSchema()
      const connectionString = scene.server.url()
      const watching = await scene.open({ connectionString, schema, pollMs: 50, maxConnections: 1 })
      const writing = await scene.open({ connectionString, schema })
      const follower = await Follower.start(watching)
      await writing.put('/a', value('one'))
      await follower.reaches(2n)
      const [row] = await scene.server.query(
        `SELECT count(*)::int AS listeners FROM pg_stat_activity WHERE query LIKE 'LISTEN ${schema}_%'`,
      )
      expect(row).toEqual({ listeners: 0 })
    })

    it('ends when changes it has not seen were compacted, and one that has seen them goes on', async () => {
      const schema = scene.newSchema()
      const connectionString = scene.server.url()
      const behind = await scene.open({ connectionString, schema, pollMs: 400, maxConnections: 1 })
      const writing = await scene.open({ connectionString, schema })
      const late = await Follower.start(behind)
      const current = await Follower.start(writing)
      for (const text of ['one', 'two', 'three']) await writing.put('/a', value(text))
      await writing.compact(4n)
      await until(
        () => late.ends.length === 1,
        () => 'the end of the watch',
      )
      expect(late.ends[0]).toMatchObject({ code: 'Compacted' })
      await writing.put('/a', value('four'))
      await current.reaches(5n)
      expect(current.ends).toEqual([])
      const silent = { onEvents: (): void => undefined, onEnd: (): void => undefined }
      await expect(writing.watch('/', 3n, silent)).rejects.toMatchObject({ code: 'Compacted' })
    })

    it('begins anew when the database was set back, whose revisions are not given again', async () => {
      const schema = scene.newSchema()
      const store = await scene.open({ connectionString: scene.server.url(), schema, pollMs: 50 })
      const follower = await Follower.start(store)
      for (const text of ['one', 'two', 'three']) await store.put('/a', value(text))
      await follower.reaches(4n)
      await scene.server.query(`DELETE FROM ${schema}.changes WHERE revision > 2`)
      await until(
        () => follower.ends.length === 1,
        () => 'the end of the watch',
      )
      expect(follower.ends[0]).toMatchObject({ code: 'Compacted' })
      expect(await read(store, '/a')).toBe('one 2')
      expect(await store.put('/a', value('four'))).toMatchObject({ done: true, entry: { modRevision: 5n } })
    })

    it('replays large values in parts', async () => {
      const store = await scene.open({ connectionString: scene.server.url(), schema: scene.newSchema() })
      const large = 'x'.repeat(1_500_000)
      for (let index = 0; index < 12; index++) await store.put(`/${index}`, value(large))
      const sizes: number[] = []
      await store.watch('', 1n, {
        onEvents: (events) => void sizes.push(events.length),
        onEnd: () => undefined,
      })
      expect(sizes.reduce((a, b) => a + b)).toBe(12)
      expect(sizes.length).toBeGreaterThan(1)
    })
  },
)
