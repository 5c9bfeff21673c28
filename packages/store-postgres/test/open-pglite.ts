import { PGlite } from '@electric-sql/pglite'
import type { PostgresPool } from '../src/index.ts'

/** PostgreSQL in this process, as a pool of its one connection. */
export async function openPglite(): Promise<{ readonly pool: PostgresPool; close(): Promise<void> }> {
  const database = await PGlite.create()
  let free = Promise.resolve()
  const pool: PostgresPool = {
    options: { max: 1 },
    async connect() {
      const before = free
      let release: () => void = () => undefined
      free = new Promise((resolve) => (release = resolve))
      await before
      return {
        async query({ text, values, types }) {
          const parsers = Object.fromEntries(
            [16, 17, 20, 23].map((type) => [type, types?.getTypeParser(type) ?? String]),
          )
          if (values !== undefined) return database.query(text, values, { parsers })
          const results = await database.exec(text, { parsers })
          return { rows: results.at(-1)?.rows ?? [] }
        },
        on: () => undefined,
        removeListener: () => undefined,
        release: () => release(),
      }
    },
  }
  return { pool, close: () => database.close() }
}
