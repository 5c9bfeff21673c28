import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { systemClock } from '@pinnace/meta'
import { storeContract } from '@pinnace/testing/store-contract'
import { fileIn, openFile, revisionKey } from '../src/lmdb-file.ts'
import { startWriter } from './start-writer.ts'
import { checkLmdbStore, createLmdbStore, restoreLmdbStore, type LmdbStore } from '../src/index.ts'
import { contractRunner } from './contract-runner.ts'

const base = mkdtempSync(join(tmpdir(), 'pinnace-lmdb-'))
let count = 0
const directory = (): string => join(base, String(count++))
afterAll(() => rmSync(base, { recursive: true, force: true }))

storeContract('the LMDB store', () => createLmdbStore({ path: directory() }), contractRunner)
storeContract('the LMDB store with sync: os', () => createLmdbStore({ path: directory(), sync: 'os' }), contractRunner)

const value = (text: string): { before: string; after: string } => ({ before: `${text} `, after: '' })
const read = (store: LmdbStore, key: string, revision?: bigint): string | undefined => {
  const entry = store.get(key, revision === undefined ? {} : { revision })
  return entry === undefined ? undefined : Buffer.from(entry.value).toString()
}

describe('a store that is opened again', () => {
  it('has the same keys, revisions and history, and continues its revisions', async () => {
    const path = directory()
    const first = await createLmdbStore({ path })
    await first.put('/a', value('one'))
    await first.put('/a', value('two'))
    await first.put('/b', value('gone'))
    await first.delete('/b', value('tombstone'))
    const revision = first.revision()
    await first.close()
    const again = await createLmdbStore({ path })
    expect(again.revision()).toBe(revision)
    expect(read(again, '/a')).toBe('two 3')
    expect(read(again, '/a', 2n)).toBe('one 2')
    expect(read(again, '/b')).toBeUndefined()
    expect(read(again, '/b', 4n)).toBe('gone 4')
    const events: string[] = []
    again.watch('/', 2n, {
      onEvents: (list) => events.push(...list.map(({ type, entry }) => `${type} ${entry.key} ${entry.modRevision}`)),
      onEnd: () => undefined,
    })
    const outcome = await again.put('/c', value('next'))
    expect(outcome).toMatchObject({ done: true, entry: { modRevision: revision + 1n } })
    expect(events).toEqual(['put /a 3', 'put /b 4', 'delete /b 5', 'put /c 6'])
    await again.close()
  })

  it('has the same bytes of values that contain no revision', async () => {
    const path = directory()
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256)
    const first = await createLmdbStore({ path })
    await first.put('/a', { bytes })
    await first.put('/empty', { bytes: new Uint8Array() })
    await first.close()
    const again = await createLmdbStore({ path })
    expect(Buffer.from(again.get('/a')?.value ?? [])).toEqual(Buffer.from(bytes))
    expect(again.get('/empty')?.value.byteLength).toBe(0)
    await again.close()
    expect((await checkLmdbStore(path)).errors).toEqual([])
  })

  it('stays compacted, and has no record of a compacted change', async () => {
    const path = directory()
    const first = await createLmdbStore({ path })
    for (let index = 0; index < 600; index++) await first.put('/a', value(String(index)))
    await first.put('/b', value('b'))
    await first.delete('/b', value('tombstone'))
    await first.compact(first.revision())
    await first.close()
    expect(await checkLmdbStore(path)).toEqual({ keys: 1, records: 1, revision: 603, errors: [] })
    const again = await createLmdbStore({ path })
    expect(again.compactedRevision()).toBe(603n)
    expect(() => again.get('/a', { revision: 600n })).toThrow('revision 600 is compacted')
    expect(read(again, '/a')).toBe('599 601')
    await again.close()
  })
})

if (existsSync('/proc/self')) {
  it('is an error where no directory can be created', async () => {
    for (const path of ['/proc/nope', '/proc/nope/deep']) {
      await expect(createLmdbStore({ path })).rejects.toMatchObject({
        code: 'Unavailable',
        message: expect.stringContaining("ENOENT: no such file or directory, mkdir '/proc/nope'") as string,
      })
    }
  })
}

describe('a file', () => {
  async function opened(): Promise<string> {
    const path = directory()
    const store = await createLmdbStore({ path })
    for (let index = 0; index < 200; index++) await store.put(`/${index}`, value('x'.repeat(500)))
    await store.close()
    return path
  }

  it('that was cut off is corrupt', async () => {
    const path = await opened()
    const file = join(path, 'store.lmdb')
    const { size } = statSync(file)
    for (const left of [size - 1, size - 8_192, 8_192, 4_096, 100, 1]) {
      truncateSync(file, left)
      await expect(createLmdbStore({ path })).rejects.toMatchObject({ code: 'Corrupt' })
      await expect(checkLmdbStore(path)).rejects.toMatchObject({ code: 'Corrupt' })
    }
  })

  it('that is not of LMDB is corrupt', async () => {
    const path = directory()
    mkdirSync(path)
    for (const bytes of [Buffer.alloc(8_192), Buffer.alloc(100, 7), Buffer.from('a text')]) {
      writeFileSync(join(path, 'store.lmdb'), bytes)
      await expect(createLmdbStore({ path })).rejects.toMatchObject({ code: 'Corrupt' })
    }
  })

  it('is whole before it has its name, and leaves nothing beside it', async () => {
    const path = directory()
    // What a start has left that was ended by a power failure.
    mkdirSync(join(path, 'store.lmdb.new-AbCdEf'), { recursive: true })
    writeFileSync(join(path, 'store.lmdb.new-AbCdEf', 'store.lmdb'), Buffer.alloc(512))
    const stores = await Promise.allSettled([createLmdbStore({ path }), createLmdbStore({ path })])
    expect(stores.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const store of stores) if (store.status === 'fulfilled') await store.value.close()
    expect(readdirSync(path).toSorted()).toEqual(['store.lmdb', 'store.lmdb-lock', 'store.lmdb.new-AbCdEf'])
    const again = await createLmdbStore({ path })
    expect(again.revision()).toBe(1n)
    await again.close()
  })
})

describe('compaction', () => {
  it('forgets changes by age, with the clock of the host', async () => {
    let now = 1_000_000
    const clock = { ...systemClock, now: () => now }
    const store = await createLmdbStore({ path: directory(), clock, historyMs: 10_000 })
    await store.put('/a', value('one'))
    await store.put('/a', value('two'))
    expect(store.compactedRevision()).toBe(1n)
    now += 12_000
    expect(store.compactedRevision()).toBe(3n)
    expect(read(store, '/a')).toBe('two 3')
    await store.close()
  })

  it('forgets changes by the bytes of replaced values', async () => {
    const store = await createLmdbStore({ path: directory(), historyBytes: 10_000 })
    for (let index = 0; index < 20; index++) await store.put('/a', value('x'.repeat(1_000)))
    expect(store.compactedRevision()).toBeGreaterThan(10n)
    await store.close()
  })
})

describe('backup and restore', () => {
  it('copies the state while the store is in use, and restores it into another directory', async () => {
    const store = await createLmdbStore({ path: directory() })
    for (let index = 0; index < 50; index++) await store.put(`/k${index}`, value(String(index)))
    const [backup, target] = [directory(), directory()]
    await store.backup(backup)
    await store.put('/later', value('later'))
    await store.close()
    expect(await restoreLmdbStore(backup, target)).toMatchObject({ keys: 50, errors: [] })
    const restored = await createLmdbStore({ path: target })
    expect(restored.list('/').entries).toHaveLength(50)
    expect(restored.revision()).toBe(51n)
    await restored.close()
    await expect(restoreLmdbStore(backup, target)).rejects.toThrow('restore into a new directory')
  })
})

describe('the writer of a store', () => {
  it('is one in this process', async () => {
    const path = directory()
    const store = await createLmdbStore({ path })
    await expect(createLmdbStore({ path })).rejects.toThrow('is already open in this process')
    await store.put('/a', value('a'))
    expect(read(store, '/a')).toBe('a 2')
    await store.close()
    await (await createLmdbStore({ path })).close()
  })

  it('is one process, until it dies, and loses no acknowledged write by SIGKILL', async () => {
    const path = directory()
    const writer = fileURLToPath(new URL('./fixtures/writer.ts', import.meta.url))
    const child = startWriter(writer, path)
    const acknowledged = await child.acknowledges(20)
    await expect(createLmdbStore({ path })).rejects.toThrow(`is in use by process ${child.pid}`)
    await child.kill()
    const store = await createLmdbStore({ path })
    for (const [key, revision] of [...acknowledged, ...child.acknowledged()]) {
      const entry = store.get(key, {})
      expect(entry?.modRevision).toBe(BigInt(revision))
    }
    expect((await checkLmdbStore(path)).errors).toEqual([])
    await store.close()
  })

  it('is not one of another format version', async () => {
    const path = directory()
    await (await createLmdbStore({ path })).close()
    const file = openFile(fileIn(path), { readOnly: false, overlappingSync: false })
    const state = { format: 'pinnace-store', version: 99, revision: 1, oldest: 1, owner: 0 }
    file.root.transactionSync(() => void file.root.put(Buffer.from('state'), Buffer.from(JSON.stringify(state))))
    await file.root.close()
    await expect(createLmdbStore({ path })).rejects.toThrow('has format version 99, but')
  })

  it('is told of a record whose checksum does not match, and so is a check', async () => {
    const path = directory()
    const first = await createLmdbStore({ path })
    await first.put('/a', value('sound'))
    await first.put('/b', value('damaged'))
    await first.close()
    const file = openFile(fileIn(path), { readOnly: false, overlappingSync: false })
    const record = file.changes.get(revisionKey(3))
    record?.writeUInt8(0, record.length - 3)
    file.root.transactionSync(() => void file.changes.put(revisionKey(3), record ?? Buffer.alloc(0)))
    await file.root.close()
    expect((await checkLmdbStore(path)).errors).toEqual(['the checksum of the record of revision 3 does not match'])
    await expect(createLmdbStore({ path })).rejects.toMatchObject({ code: 'Corrupt' })
  })
})

describe('options', () => {
  it('refuses limits that are not positive and an unknown sync', async () => {
    await expect(createLmdbStore({ path: directory(), historyLimit: 0 })).rejects.toThrow(
      'historyLimit must be a positive integer',
    )
    await expect(createLmdbStore({ path: directory(), sync: 'none' as 'os' })).rejects.toMatchObject({
      code: 'store-options',
      message: 'sync must be "full" or "os" (see "store-options" in docs/errors.md)',
    })
  })

  it('refuses a key that is too long with a StoreError, and goes on', async () => {
    const store = await createLmdbStore({ path: directory() })
    await expect(store.put('x'.repeat(5_000), value('a'))).rejects.toMatchObject({ code: 'TooLarge' })
    await store.put('/a', value('a'))
    await store.close()
  })
})
