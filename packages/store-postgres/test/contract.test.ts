import { afterAll, beforeAll, describe, it } from 'vitest'
import { sharedStoreContract, storeContract } from '@pinnace/testing/store-contract'
import { createPostgresStore, type PostgresPool } from '../src/index.ts'
import { postgresBin, startPostgres, type TestPostgres, withoutPostgres } from './start-postgres.ts'

describe.skipIf(postgresBin === undefined)(postgresBin === undefined ? withoutPostgres : 'over PostgreSQL', () => {
  let server: TestPostgres
  let count = 0
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  storeContract(
    'the PostgreSQL store',
    () => createPostgresStore({ connectionString: server.url(), schema: `contract_${count++}` }),
    { describe, it },
  )

  sharedStoreContract(
    'two PostgreSQL stores over one schema',
    async () => {
      const options = { connectionString: server.url(), schema: `shared_${count++}` }
      return [await createPostgresStore(options), await createPostgresStore(options)]
    },
    { describe, it },
  )
})

// The same engine in this process, where no server is installed. It has one connection, so that changes are polled.
const usesPglite = postgresBin === undefined || process.env['PINNACE_PGLITE'] !== undefined

if (usesPglite) {
  describe('over PGlite', () => {
    let pool: PostgresPool
    let close: () => Promise<void>
    let count = 0
    beforeAll(async () => {
      const { openPglite } = await import('./open-pglite.ts')
      ;({ pool, close } = await openPglite())
    }, 60_000)
    afterAll(() => close())

    storeContract(
      'the PostgreSQL store',
      () => createPostgresStore({ pool, schema: `contract_${count++}`, pollMs: 10 }),
      { describe, it },
    )

    sharedStoreContract(
      'two PostgreSQL stores over one schema',
      async () => {
        const options = { pool, schema: `shared_${count++}`, pollMs: 10 }
        return [await createPostgresStore(options), await createPostgresStore(options)]
      },
      { describe, it },
    )
  })
}
