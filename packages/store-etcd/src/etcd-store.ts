import { systemClock, withErrorCodes, type Clock } from '@pinnace/meta'
import {
  assertTimeToLive,
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
import { defaultCompactionIntervalMs, startCompaction } from './compaction.ts'
import { CompactedRevision } from './compacted-revision.ts'
import { EtcdConnection } from './connection.ts'
import { createEndpoints, type EtcdTlsOptions } from './endpoints.ts'
import { toEntry } from './etcd-event.ts'
import { createKeySpace, type KeySpace } from './key-space.ts'
import { Leases } from './leases.ts'
import { compactMethod, putMethod, rangeMethod, type KeyValue } from './messages.ts'
import { reportsProgress } from './versions.ts'
import { sendConditional } from './conditional-write.ts'

/** Options for {@link createEtcdStore}. */
export interface EtcdStoreOptions extends EtcdTlsOptions {
  /** The URLs of the members: `https://host:2379`. Requests go to one of them, and to the next if it fails. */
  readonly endpoints: readonly string[]
  /** The prefix of every key in etcd. Prefixes of stores in one etcd must not begin with each other. @default '/registry' */
  readonly prefix?: string
  /** How every key of the store begins; the prefix replaces it in etcd. @default '/registry' */
  readonly root?: string
  /** The user, if authentication is enabled; requires `password`. */
  readonly username?: string
  readonly password?: string
  /** The most time of a request with all its attempts, in milliseconds. @default 10000 */
  readonly requestTimeoutMs?: number
  /**
   * How often history is compacted, in milliseconds; 0 for never. What is older than one interval is compacted; of several
   * servers over one etcd, one does it. @default 300000
   */
  readonly compactionIntervalMs?: number
  /** The most bytes of changes kept in memory for watches that start a little in the past. @default 33554432 */
  readonly recentBytes?: number
  /**
   * How long keys with a time to live share a lease, in seconds, at most 5 percent of that time: they may live longer by as
   * much. @default 60
   */
  readonly leaseReuseSeconds?: number
  readonly clock?: Clock
  /** Called with failures of the compaction, which is tried again after an interval. */
  readonly onCompactionError?: (error: unknown) => void
}

/** A store in etcd. */
export interface EtcdStore extends Store {
  readonly bytesOnly: true
  revision(): Promise<bigint>
  get(key: string, options?: { readonly revision?: bigint }): Promise<StoreEntry | undefined>
  list(prefix: string, options?: RangeOptions): Promise<RangePage>
  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Promise<Disposable>
  compact(revision: bigint): Promise<void>
  compactedRevision(): Promise<bigint>
  close(): Promise<void>
}

/**
 * Connects to etcd 3.4 or later. Throws a TypeError for options that are not valid, and StoreError `Unavailable` if no
 * member answers within the request timeout.
 */
export function createEtcdStore(options: EtcdStoreOptions): Promise<EtcdStore> {
  return withErrorCodes('store-options', () => openEtcd(options))
}

async function openEtcd(options: EtcdStoreOptions): Promise<EtcdStore> {
  const { clock = systemClock, requestTimeoutMs = 10_000, username, password, root = '/registry' } = options
  const {
    compactionIntervalMs = defaultCompactionIntervalMs,
    recentBytes = 32 * 1024 * 1024,
    leaseReuseSeconds = 60,
    onCompactionError = () => undefined,
  } = options
  assertCount('requestTimeoutMs', requestTimeoutMs, 1)
  assertCount('compactionIntervalMs', compactionIntervalMs, 0)
  assertCount('recentBytes', recentBytes, 0)
  assertCount('leaseReuseSeconds', leaseReuseSeconds, 0)
  if ((username === undefined) !== (password === undefined)) {
    throw new TypeError('username and password must be set together')
  }
  const keys = createKeySpace(normalizePrefix(options.prefix ?? '/registry'), root)
  const endpoints = createEndpoints(options.endpoints, options, clock)
  const connection = new EtcdConnection({ endpoints, clock, username, password, requestTimeoutMs })
  try {
    const feed = new ChangeFeed({
      connection,
      clock,
      keys,
      recentBytes,
      reportsProgress: await reportsProgress(connection, clock, requestTimeoutMs),
    })
    const compaction = startCompaction({
      connection,
      clock,
      intervalMs: compactionIntervalMs,
      onError: onCompactionError,
    })
    const leases = new Leases({ connection, clock, reuseSeconds: leaseReuseSeconds })
    return new Etcd(connection, keys, { feed, compaction, leases })
  } catch (error) {
    connection.close()
    throw error
  }
}

/** The first page of a list; the next ones are as large as their values allow. */
const firstPageEntries = 500
const maxPageEntries = 10_000
const pageBytes = 8 * 1024 * 1024

class Etcd implements EtcdStore {
  readonly bytesOnly = true
  readonly #connection: EtcdConnection
  readonly #keys: KeySpace
  readonly #feed: ChangeFeed
  readonly #compaction: Disposable
  readonly #leases: Leases
  readonly #newest: SharedRead<bigint>
  readonly #compacted: CompactedRevision

  constructor(
    connection: EtcdConnection,
    keys: KeySpace,
    {
      feed,
      compaction,
      leases,
    }: { readonly feed: ChangeFeed; readonly compaction: Disposable; readonly leases: Leases },
  ) {
    this.#connection = connection
    this.#keys = keys
    this.#feed = feed
    this.#compaction = compaction
    this.#leases = leases
    this.#newest = new SharedRead(() => this.#readRevision())
    this.#compacted = new CompactedRevision(connection, keys.touched)
  }

  async revision(): Promise<bigint> {
    const revision = await this.#newest.ask()
    this.#feed.want(revision)
    return revision
  }

  async get(key: string, { revision = 0n }: { readonly revision?: bigint } = {}): Promise<StoreEntry | undefined> {
    this.#connection.assertOpen()
    const { kvs } = await this.#connection.send(rangeMethod, { key: this.#keys.encode(key), revision }, 'always')
    return this.#entry(key, kvs[0])
  }

  async list(prefix: string, { revision = 0n, from = prefix, limit = 0 }: RangeOptions = {}): Promise<RangePage> {
    this.#connection.assertOpen()
    const entries: StoreEntry[] = []
    let { key, end } = this.#keys.range(prefix, from)
    let at = revision
    let pageEntries = firstPageEntries
    for (;;) {
      const left = limit === 0 ? Infinity : limit - entries.length
      const request = { key, ...(end === undefined ? {} : { end }), limit: Math.min(left, pageEntries), revision: at }
      const page = await this.#connection.send(rangeMethod, request, 'always')
      // All pages are of the revision of the first one.
      if (at === 0n) at = page.revision
      let bytes = 0
      for (const kv of page.kvs) {
        bytes += kv.value.byteLength
        entries.push(toEntry(this.#keys.decode(kv.key), kv))
      }
      const last = page.kvs.at(-1)
      const remaining = page.count - page.kvs.length
      if (last === undefined || remaining === 0 || entries.length === limit) return { revision: at, entries, remaining }
      key = Buffer.concat([last.key, Buffer.of(0)])
      pageEntries = Math.max(
        1,
        Math.min(maxPageEntries, Math.floor((pageBytes * page.kvs.length) / Math.max(bytes, 1))),
      )
    }
  }

  async put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    this.#connection.assertOpen()
    assertTimeToLive(value)
    const bytes = bytesOf(value)
    if (value.ttlSeconds === undefined) return this.#put(key, bytes, condition)
    return this.#leases.use(value.ttlSeconds, (lease) => this.#put(key, bytes, condition, lease))
  }

  async delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    this.#connection.assertOpen()
    const bytes = bytesOf(tombstone)
    if (condition?.modRevision === 0n) return { done: false, current: await this.get(key) }
    const remove = { key: this.#keys.encode(key) }
    const outcome = await sendConditional(this.#connection, {
      key: remove.key,
      condition,
      operation: { remove },
      value: undefined,
    })
    if (!outcome.done) return { done: false, current: this.#entry(key, outcome.current) }
    const { revision, previous } = outcome
    return this.#written({ key, value: bytes, revision, previous, created: previous?.createRevision ?? revision })
  }

  async watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Promise<Disposable> {
    this.#connection.assertOpen()
    if (this.#feed.hasChangesAfter(afterRevision)) return this.#feed.watch(prefix, afterRevision, watcher)
    const newest = await this.#confirm(afterRevision)
    this.#connection.assertOpen()
    return this.#feed.watch(prefix, afterRevision, watcher, newest)
  }

  async compact(revision: bigint): Promise<void> {
    this.#connection.assertOpen()
    try {
      await this.#connection.send(compactMethod, { revision }, 'always')
    } catch (error) {
      if (!isStoreError(error, 'Compacted')) throw error
    }
    this.#feed.forget(revision)
  }

  async compactedRevision(): Promise<bigint> {
    this.#connection.assertOpen()
    return this.#compacted.read()
  }

  async close(): Promise<void> {
    this.#compaction[Symbol.dispose]()
    this.#connection.close()
    this.#feed.close()
  }

  async #put(
    key: string,
    bytes: Uint8Array,
    condition: WriteCondition | undefined,
    lease?: bigint,
  ): Promise<WriteOutcome> {
    const leased = lease === undefined ? {} : { lease }
    const put = { key: this.#keys.encode(key), value: bytes, previous: condition?.modRevision !== 0n, ...leased }
    if (condition === undefined) {
      const { revision, previous } = await this.#connection.send(putMethod, put, 'unapplied')
      return this.#written({ key, value: bytes, revision, previous, created: previous?.createRevision ?? revision })
    }
    const outcome = await sendConditional(this.#connection, {
      key: put.key,
      condition,
      operation: { put },
      value: bytes,
    })
    if (!outcome.done) return { done: false, current: this.#entry(key, outcome.current) }
    const { revision, previous } = outcome
    return this.#written({ key, value: bytes, revision, previous, created: previous?.createRevision ?? revision })
  }

  /** Throws if a revision is compacted. Returns the newest revision. */
  async #confirm(revision: bigint): Promise<bigint> {
    const { touched: key } = this.#keys
    try {
      return (await this.#connection.send(rangeMethod, { key, revision, countOnly: true }, 'always')).revision
    } catch (error) {
      // A watch may begin in the future.
      if (isStoreError(error, 'FutureRevision')) return this.#newest.ask()
      throw error
    }
  }

  async #readRevision(): Promise<bigint> {
    const { touched: key } = this.#keys
    return (await this.#connection.send(rangeMethod, { key, countOnly: true }, 'always')).revision
  }

  #entry(key: string, kv: KeyValue | undefined): StoreEntry | undefined {
    return kv === undefined ? undefined : toEntry(key, kv)
  }

  #written(write: {
    readonly key: string
    readonly value: Uint8Array
    readonly revision: bigint
    readonly previous: KeyValue | undefined
    readonly created: bigint
  }): WriteOutcome {
    const { key, value, revision, previous, created } = write
    const entry = { key, value, note: undefined, createRevision: created, modRevision: revision }
    return { done: true, entry, previous: this.#entry(key, previous) }
  }
}

function isStoreError(error: unknown, code: StoreError['code']): boolean {
  return error instanceof StoreError && error.code === code
}

function bytesOf({ bytes }: StoreValue): Uint8Array {
  if (bytes === undefined) throw new TypeError('the etcd store accepts values of bytes only')
  return bytes
}

/** `registry` and `/registry/` are `/registry`; `/` is no prefix. */
// upstream: storage/etcd3/store.go, newStore
function normalizePrefix(prefix: string): string {
  const parts = prefix.split('/').filter((part) => part !== '')
  return parts.map((part) => `/${part}`).join('')
}

function assertCount(name: string, value: number, least: number): void {
  if (!Number.isInteger(value) || value < least) {
    throw new TypeError(`${name} must be ${least === 0 ? 'a non-negative' : 'a positive'} integer`)
  }
}
