import pg from 'pg'
import type { PostgresPool } from './postgres-pool.ts'
import type { PostgresStoreOptions, PostgresStoreSettings } from './postgres-store-options.ts'

/** A pool, and how the store releases it. */
export interface OpenPool {
  readonly pool: PostgresPool
  /** Ends a pool of the store; a pool of the host stays. */
  end(): Promise<void>
}

/** The pool of the host, or one for the connection string. */
export function openPool(
  { pool, connectionString = '' }: PostgresStoreOptions,
  { maxConnections, requestTimeoutMs }: PostgresStoreSettings,
): OpenPool {
  if (pool !== undefined) return { pool, end: async () => undefined }
  assertUrl(connectionString)
  const own = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: requestTimeoutMs,
    keepAlive: true,
    application_name: 'pinnace',
    // Not as a parameter of the connection, which poolers reject.
    onConnect: async (client) => {
      await client.query(`SET statement_timeout = ${requestTimeoutMs}`)
    },
  })
  // A connection that is lost while it is idle is replaced by the next request.
  own.on('error', () => undefined)
  return { pool: own, end: () => own.end() }
}

// The URL contains a password: it stands in no message and in no cause.
function assertUrl(connectionString: string): void {
  if (URL.canParse(connectionString) && /^postgres(?:ql)?:$/.test(new URL(connectionString).protocol)) return
  throw new TypeError('connectionString must be a URL such as postgres://USER@HOST:5432/DATABASE')
}
