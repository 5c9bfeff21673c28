import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createServer, type Server } from '@pinnace/server'
import type { Store, StoreEvent } from '@pinnace/store'
import { createTestServer } from '@pinnace/testing'
import { storeContract } from '@pinnace/testing/store-contract'
import { checkLmdbStore, createLmdbStore, type LmdbStore, type LmdbStoreOptions } from '../src/index.ts'
import { contractRunner } from './contract-runner.ts'

const base = mkdtempSync(join(tmpdir(), 'pinnace-lmdb-fork-'))
let count = 0
const directory = (): string => join(base, String(count++))
const opened: LmdbStore[] = []
async function open(options: Omit<LmdbStoreOptions, 'path'> = {}, path = directory()): Promise<LmdbStore> {
  const store = await createLmdbStore({ path, ...options })
  opened.push(store)
  return store
}
afterAll(async () => {
  for (const store of opened) await store.close()
  rmSync(base, { recursive: true, force: true })
})

storeContract('a fork of the LMDB store', async () => (await open()).fork(), contractRunner)
storeContract('a fork of a fork of the LMDB store', async () => (await open()).fork().fork(), contractRunner)

const value = (text: string): { before: string; after: string } => ({ before: `${text} `, after: '' })

async function read(store: Store, key: string, revision?: bigint): Promise<string | undefined> {
  const entry = await store.get(key, revision === undefined ? {} : { revision })
  return entry === undefined ? undefined : Buffer.from(entry.value).toString()
}

async function contents(store: Store): Promise<readonly string[]> {
  return (await store.list('')).entries.map((entry) => `${entry.key} ${Buffer.from(entry.value).toString()}`)
}

const format = ({ type, entry, previous }: StoreEvent): string =>
  `${type} ${entry.key} ${Buffer.from(entry.value).toString()} after ${previous && Buffer.from(previous.value).toString()}`

async function watched(store: Store, after: bigint): Promise<readonly string[]> {
  const events: string[] = []
  await store.watch('', after, { onEvents: (list) => events.push(...list.map(format)), onEnd: () => undefined })
  return events
}

/** A store with a key, a replaced key and a deleted key, at revision 6. */
async function filled(options: Omit<LmdbStoreOptions, 'path'> = {}, path?: string): Promise<LmdbStore> {
  const store = await open(options, path)
  await store.put('/a', value('a'))
  await store.put('/b', value('old'))
  await store.put('/b', value('b'))
  await store.put('/gone', value('gone'))
  await store.delete('/gone', value('tombstone'))
  return store
}

const history = [
  'put /a a 2 after undefined',
  'put /b old 3 after undefined',
  'put /b b 4 after old 3',
  'put /gone gone 5 after undefined',
  'delete /gone tombstone 6 after gone 5',
]

describe('a fork of the LMDB store', () => {
  it('has the keys, revisions and history of its moment, and sees no later write', async () => {
    const store = await filled()
    const fork = store.fork()
    await store.put('/a', value('later'))
    await store.delete('/b', value('later'))
    await store.put('/c', value('later'))
    expect(fork.revision()).toBe(6n)
    expect(await contents(fork)).toEqual(['/a a 2', '/b b 4'])
    expect(await read(fork, '/b', 3n)).toBe('old 3')
    expect(await read(fork, '/gone', 5n)).toBe('gone 5')
    expect(await watched(fork, 1n)).toEqual(history)
  })

  it('continues the revisions in memory, and leaves the store, its watches and its file as they are', async () => {
    const path = directory()
    const store = await filled({}, path)
    const events = await watched(store, 6n)
    const fork = store.fork()
    const later = await watched(fork, 6n)
    const other = fork.fork()
    expect(fork.put('/a', value('fork'), { modRevision: 2n })).toMatchObject({ done: true, entry: { modRevision: 7n } })
    fork.delete('/b', value('fork'))
    expect(fork.put('/a', value('never'), { modRevision: 2n })).toMatchObject({
      done: false,
      current: { modRevision: 7n, createRevision: 2n },
    })
    expect(other.put('/b', value('never'), { modRevision: 1n })).toMatchObject({
      done: false,
      current: { modRevision: 4n },
    })
    expect(later).toEqual(['put /a fork 7 after a 2', 'delete /b fork 8 after b 4'])
    expect(await contents(fork)).toEqual(['/a fork 7'])
    expect(await contents(fork.fork())).toEqual(['/a fork 7'])
    expect(await contents(other)).toEqual(['/a a 2', '/b b 4'])
    expect(await read(fork, '/a', 6n)).toBe('a 2')
    expect([await contents(store), store.revision(), events]).toEqual([['/a a 2', '/b b 4'], 6n, []])
    await store.put('/a', value('store'))
    expect(await contents(store)).toEqual(['/a store 7', '/b b 4'])
    await store.close()
    expect(await checkLmdbStore(path)).toMatchObject({ revision: 7, keys: 2, errors: [] })
  })

  it('keeps what the store compacts, and no more', async () => {
    const path = directory()
    const store = await filled({}, path)
    await store.compact(3n)
    const [fork, nested] = [store.fork(), store.fork().fork()]
    for (let index = 0; index < 600; index++) await store.put('/a', value(String(index)))
    await store.delete('/b', value('tombstone'))
    await store.compact(store.revision())
    // The records of the history are gone from the file: the fork does not hold them there.
    expect(await checkLmdbStore(path)).toMatchObject({ keys: 1, records: 1, errors: [] })
    for (const copy of [fork, nested]) {
      expect(await contents(copy)).toEqual(['/a a 2', '/b b 4'])
      expect(await watched(copy, 3n)).toEqual(history.slice(2))
      expect(() => copy.get('/a', { revision: 2n })).toThrow('revision 2 is compacted')
    }
    fork.compact(6n)
    expect(() => fork.get('/a', { revision: 5n })).toThrow('revision 5 is compacted')
    expect(await read(nested, '/b', 3n)).toBe('old 3')
  })

  it('compacts its own history at the limits of the store', async () => {
    const fork = (await filled({ historyLimit: 3 })).fork()
    expect(fork.compactedRevision()).toBe(3n)
    fork.put('/a', value('fork'))
    expect(fork.compactedRevision()).toBe(4n)
  })

  it('rejects the keys that the store rejects', async () => {
    const fork = (await open()).fork()
    for (const key of ['', 'x'.repeat(5_000)]) {
      expect(() => fork.put(key, value('a'))).toThrow('a key must have 1 to 1900 bytes')
      expect(() => fork.delete(key, value('a'))).toThrow('a key must have 1 to 1900 bytes')
    }
  })

  it('ends with the store, with its watches', async () => {
    const store = await filled()
    const fork = store.fork()
    const nested = fork.fork()
    let ended = 0
    nested.watch('', 6n, { onEvents: () => undefined, onEnd: () => ended++ })
    await store.close()
    expect(ended).toBe(1)
    for (const copy of [fork, nested]) {
      expect(() => copy.get('/a')).toThrow('the store is closed')
      expect(() => copy.put('/a', value('a'))).toThrow('the store is closed')
      expect(() => copy.fork()).toThrow('the store is closed')
    }
    expect(() => store.fork()).toThrow('the store is closed')
  })
})

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const widget = { apiVersion: 'example.dev/v1', kind: 'Widget' }
const maps = (server: Server) => server.client(configMap).namespace('default')
const make = (server: Server, name: string) => maps(server).create({ metadata: { name } })
const names = async (server: Server): Promise<readonly (string | undefined)[]> =>
  (await maps(server).list()).items.map(({ metadata }) => metadata.name)

describe('a server over the LMDB store', () => {
  it.each([{}, { metrics: true }])(
    'forks and resets, and a restart finds what the server wrote before: %o',
    async (own) => {
      const path = directory()
      const store = await open({}, path)
      const server = await createTestServer({ store, ...own })
      await make(server, 'a')
      const fork = server.fork()
      await make(fork, 'in-the-fork')
      await maps(fork).delete('a')
      await make(server, 'b')
      expect(await names(fork)).toEqual(['in-the-fork'])
      expect(await names(server)).toEqual(['a', 'b'])
      fork.reset()
      expect(await names(fork)).toEqual(['a'])
      const { revision } = store.list('')
      server.reset()
      expect(await names(server)).toEqual([])
      await make(server, 'in-memory')
      expect(await names(server)).toEqual(['in-memory'])
      expect(store.revision()).toBe(revision)
      await fork.close()
      await server.close()
      await store.close()
      const again = await createTestServer({ store: await open({}, path) })
      expect(await names(again)).toEqual(['a', 'b'])
      await again.close()
    },
  )

  it('has custom resources of its own in each fork', async () => {
    const server = await createTestServer({ store: await open() })
    const fork = server.fork()
    await fork.client({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' }).create({
      metadata: { name: 'widgets.example.dev' },
      spec: {
        group: 'example.dev',
        names: { kind: 'Widget', plural: 'widgets' },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    } as never)
    const created = await fork
      .client(widget)
      .namespace('default')
      .create({ metadata: { name: 'w' } })
    expect(created.metadata.name).toBe('w')
    const reply = await server.fetch(new Request('http://server/apis/example.dev/v1/namespaces/default/widgets'))
    expect(reply.status).toBe(404)
    await fork.close()
    await server.close()
  })

  it('is restored to a fork that was taken while writes were in flight, and warns that it continues in memory', async () => {
    const warnings: string[] = []
    const logger = {
      debug() {},
      info() {},
      error() {},
      warn: (_: object, message: string) => void warnings.push(message),
    }
    const server = await createServer({ store: await open(), preset: 'testing', vocabulary: 'kubernetes', logger })
    const writes = Array.from({ length: 20 }, (_, index) => make(server, `m${index}`))
    const fork = server.fork()
    await Promise.all(writes)
    const before = await names(fork)
    expect(await names(server)).toHaveLength(20)
    server.restore(fork)
    expect(await names(server)).toEqual(before)
    expect(warnings).toEqual(['the server continues in memory: its writes are not stored any more'])
    await server.close()
    await fork.close()
  })

  it('is a TypeError over a store that cannot fork', async () => {
    const { fork: _, ...plain } = bound(await open())
    const server = await createServer({ store: plain })
    expect(() => server.fork()).toThrow(TypeError)
    expect(() => server.fork()).toThrow('the store of this server does not support forks (see "server-use"')
    await server.close()
  })
})

/** The store as an object whose methods can be taken apart. */
function bound(store: LmdbStore): LmdbStore {
  return {
    revision: () => store.revision(),
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    put: (key, written, condition) => store.put(key, written, condition),
    delete: (key, tombstone, condition) => store.delete(key, tombstone, condition),
    watch: (prefix, after, watcher) => store.watch(prefix, after, watcher),
    compact: (revision) => store.compact(revision),
    compactedRevision: () => store.compactedRevision(),
    close: () => store.close(),
    backup: (path) => store.backup(path),
    fork: () => store.fork(),
  }
}
