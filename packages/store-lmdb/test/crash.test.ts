import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { checkLmdbStore, createLmdbStore } from '../src/index.ts'
import { startWriter } from './start-writer.ts'

const kills = Number(process.env['PINNACE_KILLS'] ?? 25)
const writer = fileURLToPath(new URL('./fixtures/writer.ts', import.meta.url))

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it(
  `keeps every acknowledged write over ${kills} kills, reuses no revision, and resumes watches without gap or duplicate`,
  async () => {
    const path = mkdtempSync(join(tmpdir(), 'pinnace-crash-'))
    const random = randomFrom(Number(process.env['PINNACE_SEED'] ?? 1))
    const revisions = new Map<string, string>()
    let seen = 1n
    for (let run = 0; run < kills; run++) {
      const child = startWriter(writer, path, String(run))
      await child.acknowledges(1 + Math.floor(random() * 300))
      await child.kill()
      const store = await createLmdbStore({ path, historyMs: 3_600_000 })
      const events = new Map<string, string>()
      store.watch('', seen, {
        onEvents(list) {
          for (const { entry } of list) {
            // The revision stands in the value: a record of another write, or half of one, would differ.
            expect(Buffer.from(entry.value).toString()).toBe(`{"revision":"${entry.modRevision}"}`)
            expect(entry.modRevision).toBe(++seen)
            events.set(entry.key, String(entry.modRevision))
          }
        },
        onEnd: () => undefined,
      })
      expect(seen).toBe(store.revision())
      for (const [key, revision] of child.acknowledged()) {
        expect(events.get(key)).toBe(revision)
        expect(revisions.has(revision)).toBe(false)
        revisions.set(revision, key)
      }
      for (const [revision, key] of revisions) expect(store.get(key)?.modRevision).toBe(BigInt(revision))
      await store.close()
    }
    expect((await checkLmdbStore(path)).errors).toEqual([])
    rmSync(path, { recursive: true, force: true })
  },
  kills * 10_000,
)
