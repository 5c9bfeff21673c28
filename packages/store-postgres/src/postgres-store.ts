import { withErrorCodes } from '@pinnace/meta'
import {
  StoreError,
  type RangeOptions,
  type RangePage,
  type Store,
  type StoreEntry,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from '@pinnace/store'
import { SharedRead } from '@pinnace/store/history'
import { ChangeFeed } from './change-feed.ts'
import { Compactor } from './compactor.ts'
import { Database, type Row } from './database.ts'
import { entryOf, numberOf } from './entry.ts'
import { Expirer } from './expirer.ts'
import { migrate } from './migrate.ts'
import { channelOf } from './migrations.ts'
import { openPool, type OpenPool } from './open-pool.ts'
import { withDefaults, type PostgresStoreOptions, type PostgresStoreSettings } from './postgres-store-options.ts'
import { endOfPrefix, statementsFor, type Statements } from './statements.ts'
import { Writer } from './writer.ts'

/** A durable store in PostgreSQL, which several processes may share. */
export interface PostgresStore extends Store {
  revision(): Promise<bigint>
  get(key: string, options?: { readonly revision?: bigint }): Promise<StoreEntry | undefined>
  list(prefix: string, options?: RangeOptions): Promise<RangePage>
  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Promise<Disposable>
  compact(revision: bigint): Promise<void>
  compactedRevision(): Promise<bigint>
  close(): Promise<void>
  /** Compacts history beyond the limits now, as happens every `compactionIntervalMs`. */
  compactOld(): Promise<void>
}

/**
 * Opens a store in PostgreSQL 14 or later, and migrates its schema. Throws StoreError `Unavailable` if the database cannot
 * be reached or the schema has a newer version.
 */
export function createPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  return withErrorCodes('store-options', () => openPostgres(options))
}

async function openPostgres(options: PostgresStoreOptions): Promise<PostgresStore> {
  const settings = withDefaults(options)
  const { clock, random, requestTimeoutMs, maxPendingRequests } = settings
  const opened = openPool(options, settings)
  const database = new Database({ pool: opened.pool, clock, random, requestTimeoutMs, maxPendingRequests })
  try {
    await migrate(database, settings)
    return new Postgres(database, opened, settings)
  } catch (error) {
    await opened.end()
    throw error
  }
}

class Postgres implements PostgresStore {
  readonly #database: Database
  readonly #pool: OpenPool
  readonly #statements: Statements
  readonly #feed: ChangeFeed
  readonly #writer: Writer
  readonly #compactor: Compactor
  readonly #expirer: Expirer
  readonly #newest: SharedRead<number, number>
  #closing: Promise<void> | undefined

  constructor(database: Database, pool: OpenPool, settings: PostgresStoreSettings) {
    const { schema, pollMs, maxPendingRequests, historyLimit, historyMs, compactionIntervalMs } = settings
    const statements = statementsFor(schema)
    this.#database = database
    this.#pool = pool
    this.#statements = statements
    // A pool of one connection has none to spare.
    const channel = (pool.pool.options?.max ?? 2) > 1 ? channelOf(schema) : undefined
    const feed = new ChangeFeed({ database, statements, channel, pollMs })
    this.#feed = feed
    this.#writer = new Writer({
      database,
      statements,
      maxPendingWrites: maxPendingRequests,
      seen: () => feed.seen,
      onWritten: (changes) => feed.push(changes),
    })
    this.#compactor = new Compactor({
      database,
      statements,
      historyLimit,
      historyMs,
      intervalMs: compactionIntervalMs,
      onCompacted: (revision) => feed.forget(revision),
    })
    this.#newest = new SharedRead((deadlineMs) => this.#readNewest(deadlineMs))
    this.#compactor.start()
    this.#expirer = new Expirer({ database, statements, seen: () => feed.seen })
    this.#expirer.start()
  }

  async revision(): Promise<bigint> {
    this.#assertOpen()
    return BigInt(await this.#newest.ask(this.#database.deadline()))
  }

  async get(key: string, { revision }: { readonly revision?: bigint } = {}): Promise<StoreEntry | undefined> {
    this.#assertOpen()
    const bytes = Buffer.from(key)
    const statement = revision === undefined ? this.#statements.get : this.#statements.getAt
    const [row] = await this.#database.read(statement, revision === undefined ? [bytes] : [bytes, String(revision)])
    if (revision !== undefined) this.#assertReadable(row, revision)
    return row === undefined || row['revision'] === null || row['deleted'] === true ? undefined : entryOf(row, key)
  }

  async list(prefix: string, { revision, from, limit = 0 }: RangeOptions = {}): Promise<RangePage> {
    this.#assertOpen()
    if (from !== undefined && !from.startsWith(prefix)) throw new TypeError('from must start with the prefix')
    const statement = limit > 0 ? this.#statements.listAndCount : this.#statements.list
    const at = revision === undefined ? null : String(revision)
    const rows = await this.#database.read(statement, [
      Buffer.from(from ?? prefix),
      endOfPrefix(prefix),
      at,
      limit > 0 ? limit : null,
    ])
    const [first] = rows
    if (revision !== undefined) this.#assertReadable(first, revision)
    const newest = numberOf(first, 'newest')
    this.#feed.observe(newest)
    const entries = rows.flatMap((row) => (row['revision'] === null ? [] : [entryOf(row)]))
    const remaining = limit > 0 ? numberOf(first, 'count') - entries.length : 0
    return { revision: revision ?? BigInt(newest), entries, remaining }
  }

  async put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    this.#assertOpen()
    return this.#writer.write(key, value, condition, false)
  }

  async delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    this.#assertOpen()
    return this.#writer.write(key, tombstone, condition, true)
  }

  async watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Promise<Disposable> {
    this.#assertOpen()
    return this.#feed.watch(prefix, afterRevision, watcher)
  }

  async compact(revision: bigint): Promise<void> {
    this.#assertOpen()
    await this.#compactor.compact(revision)
  }

  async compactOld(): Promise<void> {
    this.#assertOpen()
    await this.#compactor.compactOld()
  }

  async compactedRevision(): Promise<bigint> {
    this.#assertOpen()
    const [row] = await this.#database.read(this.#statements.position)
    return BigInt(numberOf(row, 'compacted'))
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    this.#compactor[Symbol.dispose]()
    this.#expirer[Symbol.dispose]()
    await this.#writer.drain()
    this.#feed.close()
    this.#database.close()
    await this.#pool.end()
  }

  async #readNewest(deadlineMs: number): Promise<number> {
    const [row] = await this.#database.read(this.#statements.position, [], deadlineMs)
    const newest = numberOf(row, 'newest')
    this.#feed.observe(newest)
    return newest
  }

  #assertReadable(row: Row | undefined, revision: bigint): void {
    const newest = numberOf(row, 'newest')
    const compacted = numberOf(row, 'compacted')
    if (revision > BigInt(newest)) {
      throw new StoreError('FutureRevision', `revision ${revision} does not exist yet, the newest is ${newest}`)
    }
    if (revision < BigInt(compacted)) {
      throw new StoreError('Compacted', `revision ${revision} is compacted, the oldest is ${compacted}`)
    }
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw new StoreError('Closed', 'the store is closed')
  }
}
