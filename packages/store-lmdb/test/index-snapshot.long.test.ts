import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '@pinnace/testing'
import { checkLmdbStore, createLmdbStore, type LmdbStore, type LmdbStoreOptions } from '../src/index.ts'
import { fileIn, openFile, type LmdbFile } from '../src/lmdb-file.ts'

const base = mkdtempSync(join(tmpdir(), 'pinnace-snapshot-'))
let count = 0
const directory = (): string => join(base, String(count++))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const value = (text: string): { before: string; after: string } => ({ before: `${text} `, after: '' })
const keyOf = (index: number): string => `/k${String(index).padStart(5, '0')}`
const many = 5_000

/** Creates a store with so many keys and closes it, which writes a snapshot. */
async function filled(keys: number, options: Partial<LmdbStoreOptions> = {}): Promise<string> {
  const path = directory()
  const store = await createLmdbStore({ path, ...options })
  await Promise.all(Array.from({ length: keys }, (_, index) => store.put(keyOf(index), value(String(index)))))
  await store.close()
  return path
}

/** The directory that a process would find if the one with the store had been killed now. */
function killed(path: string): string {
  const copy = directory()
  mkdirSync(copy)
  copyFileSync(fileIn(path), fileIn(copy))
  return copy
}

async function edit(path: string, change: (file: LmdbFile) => void): Promise<void> {
  const file = openFile(fileIn(path), { readOnly: false, overlappingSync: false })
  file.root.transactionSync(() => change(file))
  await file.root.close()
}

/** Takes a key out of the index, but not out of the snapshot: only a store that reads the snapshot has it. */
function hideFromIndex(path: string, key: string): Promise<void> {
  return edit(path, ({ keys }) => void keys.remove(Buffer.from(key)))
}

function contents(store: Pick<LmdbStore, 'list' | 'compactedRevision' | 'revision'>): unknown {
  const oldest = store.compactedRevision()
  const at = (revision: bigint): unknown =>
    store
      .list('', { revision })
      .entries.map(({ key, value, createRevision, modRevision }) => [
        key,
        Buffer.from(value).toString(),
        createRevision,
        modRevision,
      ])
  return { oldest, newest: store.revision(), states: [oldest, store.revision()].map(at) }
}

async function contentsOf(path: string): Promise<unknown> {
  const store = await createLmdbStore({ path })
  const found = contents(store)
  await store.close()
  return found
}

describe('a store of many keys that was closed', () => {
  it('starts from the snapshot of its index, in parts', async () => {
    const path = await filled(17_000)
    await hideFromIndex(path, keyOf(16_999))
    const store = await createLmdbStore({ path })
    const { entries } = store.list('')
    expect(entries).toHaveLength(17_000)
    entries.forEach((entry, index) => {
      expect(entry.key).toBe(keyOf(index))
      expect(entry.modRevision).toBe(BigInt(index + 2))
    })
    expect(Buffer.from(store.get(keyOf(16_999))?.value ?? []).toString()).toBe('16999 17001')
    await store.close()
  })

  it('replaces the snapshot, and leaves no part of a longer one', async () => {
    const path = await filled(17_000)
    const store = await createLmdbStore({ path })
    await Promise.all(Array.from({ length: 10_000 }, (_, index) => store.delete(keyOf(index), value(''))))
    await store.close()
    const file = openFile(fileIn(path), { readOnly: true, overlappingSync: false })
    expect([...(file.snapshot?.getKeys({}) ?? [])].map(String)).toEqual(['\0\0\0\0', 'head'])
    await file.root.close()
    await hideFromIndex(path, keyOf(12_345))
    const again = await createLmdbStore({ path })
    expect(again.list('').entries).toHaveLength(7_000)
    await again.close()
  })

  it('does not write it again if nothing has changed', async () => {
    const path = await filled(many)
    await hideFromIndex(path, keyOf(7))
    for (let round = 0; round < 3; round++) await contentsOf(path)
    const store = await createLmdbStore({ path })
    expect(store.get(keyOf(7))?.modRevision).toBe(9n)
    await store.close()
  })
})

describe('a store that was killed after it had a snapshot', () => {
  it('has all changes since', async () => {
    const path = await filled(many)
    const store = await createLmdbStore({ path })
    await store.put(keyOf(1), value('changed'))
    await store.put(keyOf(1), value('changed again'))
    await store.delete(keyOf(2), value('deleted'))
    await store.delete(keyOf(3), value('deleted'))
    await store.put(keyOf(3), value('created again'))
    await store.put('/new', value('created'))
    const copy = killed(path)
    await hideFromIndex(copy, keyOf(4_000))
    expect(await contentsOf(copy)).toEqual(contents(store))
    await store.close()
  })

  it('reads its index if changes since were compacted', async () => {
    const path = await filled(many)
    const store = await createLmdbStore({ path })
    await store.put(keyOf(1), value('changed'))
    await store.delete(keyOf(2), value('deleted'))
    await store.compact(store.revision())
    expect(await contentsOf(killed(path))).toEqual(contents(store))
    await store.close()
  })

  it('reads its index if it was killed while it wrote the next snapshot', async () => {
    const path = await filled(17_000)
    const store = await createLmdbStore({ path })
    for (const index of [1, 2]) await store.delete(keyOf(index), value('deleted'))
    const before = contents(store)
    const closing = store.close()
    const copy = killed(path)
    await closing
    const file = openFile(fileIn(copy), { readOnly: true, overlappingSync: false })
    expect([...(file.snapshot?.getKeys({}) ?? [])].map(String)).toEqual(['\0\0\0\0', '\0\0\0\u0001', '\0\0\0\u0002'])
    await file.root.close()
    expect(await contentsOf(copy)).toEqual(before)
    await store.close()
  })

  it('deletes what expires by its newest time to live', async () => {
    const clock = createFakeClock()
    const path = directory()
    const first = await createLmdbStore({ path, clock })
    const expiring = ['/expires', '/kept', '/prolonged', '/deleted']
    await Promise.all([
      ...Array.from({ length: many }, (_, index) => first.put(keyOf(index), value(''))),
      ...expiring.map((key) => first.put(key, { ...value(''), ttlSeconds: 10 })),
    ])
    await first.close()
    const second = await createLmdbStore({ path, clock })
    await second.put('/kept', value(''))
    await second.put('/prolonged', { ...value(''), ttlSeconds: 1_000 })
    await second.delete('/deleted', value(''))
    await second.put('/later', { ...value(''), ttlSeconds: 20 })
    const copy = killed(path)
    await second.close()
    await hideFromIndex(copy, keyOf(4_000))

    const store = await createLmdbStore({ path: copy, clock })
    const others = (): string[] => store.list('').entries.flatMap(({ key }) => (key.startsWith('/k0') ? [] : [key]))
    const tombstones: string[] = []
    store.watch('', store.revision(), {
      onEvents: (events) => void tombstones.push(...events.map(({ entry }) => entry.key)),
      onEnd: () => undefined,
    })
    await clock.advance(11_000)
    expect(others()).toEqual(['/kept', '/later', '/prolonged'])
    await clock.advance(10_000)
    expect(others()).toEqual(['/kept', '/prolonged'])
    expect(tombstones).toEqual(['/expires', '/later'])
    expect(store.get(keyOf(4_000))).toBeDefined()
    // Nothing that has been replaced is left to expire.
    await store.delete('/prolonged', value(''))
    expect(clock.pending).toBe(0)
    await store.close()
  })
})

describe('a snapshot that is damaged', () => {
  it('is not read, and reported by a check', async () => {
    const path = await filled(many)
    const sound = await contentsOf(killed(path))
    const [part, head] = [Buffer.alloc(4), Buffer.from('head')]
    const damages: [Buffer, Buffer | undefined][] = [
      [part, undefined],
      [part, Buffer.alloc(3)],
      [part, Buffer.alloc(10_000, 1)],
    ]
    for (const [key, bytes] of damages) {
      const copy = killed(path)
      await edit(copy, ({ snapshot }) => void (bytes ? snapshot?.put(key, bytes) : snapshot?.remove(key)))
      expect((await checkLmdbStore(copy)).errors).toEqual(['the snapshot of the index is damaged'])
      expect(await contentsOf(copy)).toEqual(sound)
    }
    await edit(path, ({ snapshot }) => void snapshot?.put(head, Buffer.alloc(16, 1)))
    expect(await contentsOf(path)).toEqual(sound)
    expect((await checkLmdbStore(path)).errors).toEqual([])
  })
})
