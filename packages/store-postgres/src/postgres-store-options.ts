import { systemClock, systemRandom, type Clock, type Random } from '@pinnace/meta'
import { defaultHistoryLimit, defaultHistoryMs } from '@pinnace/store/history'
import type { PostgresPool } from './postgres-pool.ts'

/** Options for `createPostgresStore`: either `pool` or `connectionString`. */
export interface PostgresStoreOptions {
  /** A pool of the host, which `close` does not end. One of its connections listens while there are watches. */
  readonly pool?: PostgresPool
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the options of `pg`, such as `sslmode=verify-full`. */
  readonly connectionString?: string
  /** The schema of the tables, in lower case; created if it does not exist. @default 'pinnace' */
  readonly schema?: string
  /** Whether a schema that does not exist is created. @default true */
  readonly createSchema?: boolean
  /** The maximum number of connections, without a pool of the host. @default 10 */
  readonly maxConnections?: number
  /** How long a request waits for the database, in milliseconds, also while it is gone. @default 10000 */
  readonly requestTimeoutMs?: number
  /** The maximum number of writes that wait, and of reads in progress. @default 10000 */
  readonly maxPendingRequests?: number
  /** How often changes are read of which no notification came, in milliseconds. @default 1000 */
  readonly pollMs?: number
  /** The number of changes kept for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds. @default 300000 */
  readonly historyMs?: number
  /** How often history is compacted, in milliseconds. @default 60000 */
  readonly compactionIntervalMs?: number
  readonly clock?: Clock
  readonly random?: Random
}

/** The options with their defaults. */
export type PostgresStoreSettings = Required<Omit<PostgresStoreOptions, 'pool' | 'connectionString'>>

/** Checks the options. Throws a TypeError. */
export function withDefaults(options: PostgresStoreOptions): PostgresStoreSettings {
  const { schema = 'pinnace', createSchema = true, clock = systemClock, random = systemRandom } = options
  const numbers = {
    maxConnections: options.maxConnections ?? 10,
    requestTimeoutMs: options.requestTimeoutMs ?? 10_000,
    maxPendingRequests: options.maxPendingRequests ?? 10_000,
    pollMs: options.pollMs ?? 1_000,
    historyLimit: options.historyLimit ?? defaultHistoryLimit,
    historyMs: options.historyMs ?? defaultHistoryMs,
    compactionIntervalMs: options.compactionIntervalMs ?? 60_000,
  }
  if ((options.pool === undefined) === (options.connectionString === undefined)) {
    throw new TypeError('either pool or connectionString must be given')
  }
  for (const [name, number] of Object.entries(numbers)) {
    if (!Number.isInteger(number) || number < 1 || number > maxNumber) {
      throw new TypeError(`${name} must be an integer from 1 to ${maxNumber}`)
    }
  }
  // A channel has at most 63 bytes, and is named after the schema.
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema) || schema.startsWith('pg_')) {
    throw new TypeError('schema must be 1 to 48 of a-z, 0-9 and _, begin with a letter or _, and not begin with pg_')
  }
  return { schema, createSchema, clock, random, ...numbers }
}

const maxNumber = 2_147_483_647
