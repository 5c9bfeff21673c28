import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreEvent } from '@pinnace/store'
import { startWriter } from '../../store-lmdb/test/start-writer.ts'
import { createPostgresStore } from '../src/index.ts'
import { postgresBin, startPostgres, type TestPostgres, withoutPostgres } from './start-postgres.ts'

const kills = Number(process.env['PINNACE_KILLS'] ?? 5)
const writer = fileURLToPath(new URL('./fixtures/writer.ts', import.meta.url))

/** Numbers from 0 to 1, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

describe.skipIf(postgresBin === undefined)(
  postgresBin === undefined ? withoutPostgres : 'a process that writes PostgreSQL and is killed',
  () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.remove())

    it(
      `loses no acknowledged write over ${kills} kills, and the watch of another process sees every change once`,
      async () => {
        const place = { connectionString: server.url(), schema: 'crash' }
        const random = randomFrom(Number(process.env['PINNACE_SEED'] ?? 1))
        const watching = await createPostgresStore({ ...place, historyMs: 3_600_000 })
        const revisions = new Map<bigint, string>()
        let seen = 1n
        const wrong: string[] = []
        const onEvents = (events: readonly StoreEvent[]): void => {
          for (const { entry } of events) {
            const { key, modRevision } = entry
            const text = Buffer.from(entry.value).toString()
            // The revision stands in the value: that of another write, or half of one, would differ.
            if (text !== `{"revision":"${modRevision}"}`) wrong.push(`${key} at ${modRevision} is ${text}`)
            if (modRevision !== ++seen) wrong.push(`${modRevision} follows ${seen - 1n}`)
            revisions.set(modRevision, key)
          }
        }
        const ends: unknown[] = []
        await watching.watch('', seen, { onEvents, onEnd: (error) => void ends.push(error) })
        for (let run = 0; run < kills; run++) {
          const child = startWriter(writer, JSON.stringify(place), String(run))
          await child.acknowledges(1 + Math.floor(random() * 300))
          await child.kill()
          const marker = await watching.put(`/marker/${run}`, { before: '{"revision":"', after: '"}' })
          if (!marker.done) throw new Error('the marker was refused')
          await expect.poll(() => seen, { timeout: 10_000 }).toBeGreaterThanOrEqual(marker.entry.modRevision)
          for (const [key, revision] of child.acknowledged()) {
            const found = revisions.get(BigInt(revision))
            if (found !== key) wrong.push(`${key} was written at ${revision}, which is ${found}`)
          }
          expect(wrong).toEqual([])
        }
        expect(ends).toEqual([])
        const { entries, revision } = await watching.list('')
        await expect.poll(() => seen, { timeout: 10_000 }).toBe(revision)
        // Every key was written once. A statement of the last process may still be executed.
        expect(entries.length).toBe([...revisions.keys()].filter((written) => written <= revision).length)
        expect(entries.filter(({ key, modRevision }) => revisions.get(modRevision) !== key)).toEqual([])
        await watching.close()
      },
      kills * 10_000 + 20_000,
    )
  },
)
