import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '@pinnace/meta'
import { createPostgresStore } from '../src/index.ts'
import { migrationsOf } from '../src/migrations.ts'
import { postgresBin, withoutPostgres } from './start-postgres.ts'
import { Follower, pause, read, startScene, value, type Scene } from './stores.ts'

describe('options', () => {
  it('refuses options that are missing, doubled, out of range or no schema name', async () => {
    const connectionString = 'postgres://nobody@localhost/nothing'
    await expect(createPostgresStore({})).rejects.toThrow('either pool or connectionString must be given')
    await expect(createPostgresStore({ connectionString, historyLimit: 0 })).rejects.toThrow(
      'historyLimit must be an integer from 1 to',
    )
    for (const schema of ['', 'Upper', 'a-b', 'pg_x', '1a', 'a'.repeat(49), 'a"; DROP']) {
      await expect(createPostgresStore({ connectionString, schema })).rejects.toThrow('schema must be')
    }
  })

  it('has no password in the error of a connection string', async () => {
    for (const connectionString of [
      'postgres//app:hunter2@host',
      'mysql://app:hunter2@host/x',
      'postgres://:hunter2@[',
    ]) {
      const error = await createPostgresStore({ connectionString }).catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(TypeError)
      expect(inspect(error, { depth: 9 })).not.toContain('hunter2')
    }
    const connectionString = 'postgres://app:hunter2@127.0.0.1:9/x'
    const error = await createPostgresStore({ connectionString, requestTimeoutMs: 300 }).catch(
      (cause: unknown) => cause,
    )
    expect(error).toMatchObject({ name: 'StoreError', code: 'Unavailable' })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hunter2')
  })
})

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

    const options = (schema = scene.newSchema()): { readonly connectionString: string; readonly schema: string } => ({
      connectionString: scene.server.url(),
      schema,
    })

    it('has the same keys, revisions and history when it is opened again', async () => {
      const opened = options()
      const first = await scene.open(opened)
      await first.put('/a', value('one'))
      await first.put('/a', value('two'))
      await first.put('/b', { bytes: Uint8Array.of(0, 255) })
      await first.delete('/b', value('gone'))
      await scene.closeStores()
      const again = await scene.open(opened)
      expect(await again.revision()).toBe(5n)
      expect(await read(again, '/a')).toBe('two 3')
      expect(await read(again, '/a', 2n)).toBe('one 2')
      expect(await again.get('/b')).toBeUndefined()
      expect((await again.get('/b', { revision: 4n }))?.value).toEqual(Buffer.of(0, 255))
      expect(await again.put('/c', value('next'))).toMatchObject({ done: true, entry: { modRevision: 6n } })
    })

    describe('schema', () => {
      it('is created once by processes that start together', async () => {
        const opened = options()
        const stores = await Promise.all(Array.from({ length: 6 }, () => scene.open(opened)))
        for (const [index, store] of stores.entries()) await store.put(`/${index}`, value('x'))
        expect((await stores[0]?.list('/'))?.entries).toHaveLength(6)
        expect(await scene.server.query(`SELECT version FROM ${opened.schema}.versions`)).toEqual([
          { version: 1 },
          { version: 2 },
        ])
      })

      it('is migrated with its content, while processes of the first version go on', async () => {
        const opened = options()
        const { schema } = opened
        const [first = ''] = migrationsOf(schema)
        const versions = `CREATE TABLE ${schema}.versions (version integer PRIMARY KEY, applied timestamptz DEFAULT now())`
        await scene.server.query(
          `CREATE SCHEMA ${schema}; ${versions}; INSERT INTO ${schema}.versions VALUES (1); ${first}`,
        )
        const writeOfFirstVersion = (key: string): Promise<unknown> =>
          scene.server.query(`SELECT * FROM ${schema}.write(
          gen_random_uuid(), 0, 0, 1000, '${key}', '{${key.length}}', 'old', '{3}', '{NULL}', '{NULL}', '{false}', 65536)`)
        await writeOfFirstVersion('/old')
        const store = await scene.open(opened)
        expect(await read(store, '/old')).toBe('old')
        const followed = await Follower.start(store)
        await store.put('/short', { ...value('short'), ttlSeconds: 1 })
        await store.put('/kept', { ...value('kept'), ttlSeconds: 1 })
        await writeOfFirstVersion('/kept')
        await followed.reaches(6n)
        await pause(1_500)
        expect(followed.events.map(({ type, entry }) => `${type} ${entry.key}`).slice(3)).toEqual(['delete /short'])
        expect(await read(store, '/kept')).toBe('old')
      })

      it('is rejected if it has a newer version', async () => {
        const opened = options()
        await scene.open(opened)
        await scene.server.query(`INSERT INTO ${opened.schema}.versions (version) VALUES (7)`)
        await expect(createPostgresStore(opened)).rejects.toMatchObject({
          code: 'Unavailable',
          message: `the schema ${opened.schema} has version 7, but this version of Pinnace reads up to version 2`,
        })
      })

      it('can be one that exists, of a role that may not create schemas, beside tables of the host', async () => {
        const opened = options()
        await scene.server.query(
          `CREATE ROLE ${opened.schema} LOGIN; CREATE SCHEMA ${opened.schema} AUTHORIZATION ${opened.schema};
         CREATE TABLE ${opened.schema}.orders (id integer); REVOKE CREATE ON DATABASE postgres FROM PUBLIC`,
        )
        const url = new URL(opened.connectionString)
        url.username = opened.schema
        const store = await scene.open({ ...opened, connectionString: url.href })
        expect(await store.put('/a', value('one'))).toMatchObject({ done: true })
        await expect(createPostgresStore({ connectionString: url.href, schema: 'not_allowed' })).rejects.toMatchObject({
          code: 'Unavailable',
          message: 'the database rejected a statement: permission denied for database postgres',
        })
      })
    })

    describe('a pool of the host', () => {
      it('keeps its type parsers and settings, and is not ended', async () => {
        const types = {
          getTypeParser: ((oid: number) => (text: string) =>
            `${oid}:${text}`) as unknown as typeof pg.types.getTypeParser,
        }
        const pool = new pg.Pool({ connectionString: scene.server.url(), types, max: 4 })
        pool.on('error', () => undefined)
        const store = await scene.open({ pool, schema: scene.newSchema() })
        const follower = await Follower.start(store)
        await store.put('/a', value('one'))
        expect(await read(store, '/a')).toBe('one 2')
        await follower.reaches(2n)
        await store.close()
        expect((await pool.query('SELECT 7::bigint AS n')).rows).toEqual([{ n: '20:7' }])
        expect((await pool.query("SELECT current_setting('statement_timeout') AS t")).rows).toEqual([{ t: '25:0' }])
        await pool.end()
        await expect(createPostgresStore({ pool })).rejects.toMatchObject({ code: 'Unavailable' })
      })

      it('may have chosen another text form of bytes', async () => {
        const pool = new pg.Pool({ connectionString: scene.server.url(), options: '-c bytea_output=escape' })
        const store = await scene.open({ pool, schema: scene.newSchema() })
        const all = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
        for (const [index, bytes] of [all, Buffer.from('\\x00'), Buffer.from('\\\\134'), new Uint8Array()].entries()) {
          await store.put(`/é/${index}`, { bytes })
          expect(Buffer.from((await store.get(`/é/${index}`))?.value ?? [])).toEqual(Buffer.from(bytes))
        }
        expect((await store.list('/é/')).entries).toHaveLength(4)
        await store.close()
        await pool.end()
      })

      it('works with one connection', async () => {
        const pool = new pg.Pool({ connectionString: scene.server.url(), max: 1 })
        const store = await scene.open({ pool, schema: scene.newSchema(), pollMs: 50 })
        const follower = await Follower.start(store)
        await Promise.all([store.put('/a', value('one')), store.get('/a'), store.list('/'), pool.query('SELECT 1')])
        await follower.reaches(2n)
        await store.close()
        await pool.end()
      })

      it('must not run its transactions at another isolation level', async () => {
        const pool = new pg.Pool({
          connectionString: scene.server.url(),
          options: '-c default_transaction_isolation=serializable',
        })
        const store = await scene.open({ pool, schema: scene.newSchema() })
        await expect(store.put('/a', value('one'))).rejects.toThrow(
          'the store needs transactions that are read committed',
        )
        await store.close()
        await pool.end()
      })

      it('commits to disk also where the host does not wait for that', async () => {
        const pool = new pg.Pool({ connectionString: scene.server.url(), options: '-c synchronous_commit=off' })
        const schema = scene.newSchema()
        const store = await scene.open({ pool, schema })
        const client = await pool.connect()
        await client.query('BEGIN')
        await client.query(`SELECT ${schema}.lock_writes(100)`)
        expect((await client.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }])
        await client.query('ROLLBACK')
        client.release()
        await store.close()
        await pool.end()
      })
    })

    describe('compaction', () => {
      const rowsOf = async (schema: string): Promise<unknown> => {
        const rows = await scene.server.query(`SELECT revision::int FROM ${schema}.changes ORDER BY revision`)
        return rows.map(({ revision }) => revision)
      }

      it('removes changes by age, with the clock of the host', async () => {
        let now = 1_000_000
        const clock = { ...systemClock, now: () => now }
        const opened = options()
        const store = await scene.open({ ...opened, clock, historyMs: 10_000 })
        await store.put('/a', value('one'))
        await store.put('/b', value('one'))
        await store.delete('/b', value('gone'))
        now += 8_000
        await store.put('/a', value('two'))
        await store.put('/a', value('three'))
        await store.compactOld()
        expect(await store.compactedRevision()).toBe(1n)
        now += 8_000
        await store.compactOld()
        expect(await store.compactedRevision()).toBe(4n)
        expect(await rowsOf(opened.schema)).toEqual([2, 5, 6])
        now += 8_000
        await store.compactOld()
        expect(await rowsOf(opened.schema)).toEqual([6])
        expect(await read(store, '/a')).toBe('three 6')
        expect(await store.revision()).toBe(6n)
      })

      it('removes changes beyond a number, by itself and by one process at a time', async () => {
        const opened = options()
        const settings = { ...opened, historyLimit: 10, compactionIntervalMs: 50 }
        const stores = [await scene.open(settings), await scene.open(settings)]
        await Promise.all(
          Array.from({ length: 3_000 }, async (_, index) => stores[index % 2]?.put(`/${index % 5}`, value('x'))),
        )
        await expect
          .poll(() => rowsOf(opened.schema), { timeout: 10_000 })
          // The newest row of each key and the kept changes, and what these replaced.
          .toSatisfy((rows: readonly number[]) => rows.length <= 20 && rows.at(-1) === 3_001)
        expect(await stores[0]?.compactedRevision()).toBe(2_991n)
        expect((await stores[0]?.list('/'))?.entries).toHaveLength(5)
      })

      it('keeps a sweep that was interrupted for the next one', async () => {
        const opened = options()
        const store = await scene.open(opened)
        for (const text of ['one', 'two', 'three']) await store.put('/a', value(text))
        await scene.server.query(`UPDATE ${opened.schema}.history SET compacted = 3`)
        await store.compact(2n)
        expect(await rowsOf(opened.schema)).toEqual([3, 4])
      })

      it('forgets abandoned writes after a day', async () => {
        let now = 1_000_000
        const opened = options()
        const store = await scene.open({ ...opened, clock: { ...systemClock, now: () => now } })
        await scene.server.query(`INSERT INTO ${opened.schema}.abandoned VALUES (gen_random_uuid(), ${now})`)
        now += 86_400_001
        await store.compactOld()
        expect(await scene.server.query(`SELECT * FROM ${opened.schema}.abandoned`)).toEqual([])
      })
    })
  },
)
