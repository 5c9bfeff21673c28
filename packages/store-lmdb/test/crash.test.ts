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
    const wrong: string[] = []
    for (let run = 0; run < kills; run++) {
      const child = startWriter(writer, path, String(run))
      await child.acknowledges(1 + Math.floor(random() * 300))
      await child.kill()
      const store = await createLmdbStore({ path, historyMs: 3_600_000 })
      const events = new Map<string, string>()
      store.watch('', seen, {
        onEvents(list) {
          for (const { entry } of list) {
            const { key, modRevision } = entry
            const text = Buffer.from(entry.value).toString()
            // The revision stands in the value: a record of another write, or half of one, would differ.
            if (text !== `{"revision":"${modRevision}"}`) wrong.push(`${key} at ${modRevision} is ${text}`)
            if (modRevision !== ++seen) wrong.push(`${modRevision} follows ${seen - 1n}`)
            events.set(key, String(modRevision))
          }
        },
        onEnd: () => undefined,
      })
      expect(seen).toBe(store.revision())
      for (const [key, revision] of child.acknowledged()) {
        if (events.get(key) !== revision) wrong.push(`${key} was written at ${revision}, not ${events.get(key)}`)
        if (revisions.has(revision)) wrong.push(`${revision} was given twice`)
        revisions.set(revision, key)
      }
      for (const [revision, key] of revisions) {
        const found = store.get(key)?.modRevision
        if (String(found) !== revision) wrong.push(`${key} of ${revision} is now at ${found}`)
      }
      await store.close()
      expect(wrong).toEqual([])
    }
    expect((await checkLmdbStore(path)).errors).toEqual([])
    rmSync(path, { recursive: true, force: true })
  },
  kills * 10_000,
)
