import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFakeClock } from '@pinnace/testing'
import { checkLmdbStore, createLmdbStore, type LmdbStore } from '../src/index.ts'

const directories: string[] = []
afterAll(() => {
  for (const path of directories) rmSync(path, { recursive: true, force: true })
})

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'pinnace-expiry-'))
  directories.push(path)
  return path
}

function keys(store: Pick<LmdbStore, 'list'>): string[] {
  return store.list('').entries.map(({ key }) => key)
}

describe('expiry in LMDB', () => {
  it('goes on where the store was closed, and deletes what has expired meanwhile', async () => {
    const path = directory()
    const clock = createFakeClock()
    const first = await createLmdbStore({ path, clock })
    await first.put('/short', { before: 'short ', after: '', ttlSeconds: 10 })
    await first.put('/long', { before: 'long ', after: '', ttlSeconds: 100 })
    await first.put('/bytes', { bytes: Buffer.from('bytes'), ttlSeconds: 10 })
    await first.put('/kept', { before: 'one', after: '', ttlSeconds: 10 })
    await first.put('/kept', { before: 'two', after: '' })
    await first.close()
    expect(clock.pending).toBe(0)
    await clock.advance(60_000)

    const again = await createLmdbStore({ path, clock })
    const tombstones: string[] = []
    again.watch('', again.revision(), {
      onEvents: (events) =>
        void tombstones.push(...events.map(({ entry }) => `${entry.key}: ${Buffer.from(entry.value).toString()}`)),
      onEnd: () => undefined,
    })
    await clock.advance(0)
    expect(tombstones).toEqual(['/bytes: bytes', '/short: short 8'])
    expect(keys(again)).toEqual(['/kept', '/long'])
    await clock.advance(39_000)
    expect(keys(again)).toEqual(['/kept', '/long'])
    await clock.advance(1_000)
    expect(keys(again)).toEqual(['/kept'])
    await again.close()
    expect(clock.pending).toBe(0)
    expect((await checkLmdbStore(path)).errors).toEqual([])

    const last = await createLmdbStore({ path, clock })
    expect(keys(last)).toEqual(['/kept'])
    expect(clock.pending).toBe(0)
    await last.close()
  })

  it('does not happen to the file in a fork', async () => {
    const path = directory()
    const clock = createFakeClock()
    const store = await createLmdbStore({ path, clock })
    await store.put('/a', { before: 'a', after: '', ttlSeconds: 10 })
    const fork = store.fork()
    await clock.advance(9_000)
    await store.put('/a', { before: 'a', after: '' })
    await clock.advance(2_000)
    expect(keys(fork)).toEqual([])
    expect(keys(store)).toEqual(['/a'])
    await store.close()
  })

  it('is limited to wall time, which may be set back', async () => {
    const clock = createFakeClock('2030-01-01T00:00:00Z')
    const store = await createLmdbStore({ path: directory(), clock })
    await store.put('/a', { before: 'a', after: '', ttlSeconds: 10 })
    clock.jumpTo(Date.parse('2029-12-31T23:59:00Z'))
    await clock.advance(11_000)
    expect(keys(store)).toEqual(['/a'])
    await clock.advance(60_000)
    expect(keys(store)).toEqual([])
    await store.close()
  })
})
