import { resolve } from 'node:path'
import { systemClock, type Clock } from '@pinnace/meta'
import {
  assertTimeToLive,
  StoreError,
  type RangeOptions,
  type RangePage,
  type Store,
  type StoreEntry,
  type StoreEvent,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from '@pinnace/store'
import {
  expiredValue,
  expiryOf,
  holds,
  RevisionedReads,
  RevisionedTree,
  type HistoryClock,
  type RevisionedTreeOptions,
} from '@pinnace/store/history'
import type { MemoryStore } from '@pinnace/store/memory'
import { createFile } from './create-file.ts'
import { ForkBase } from './fork-base.ts'
import { assertKey, IndexChange, toStoreEntry, type IndexEntry } from './lmdb-entry.ts'
import {
  claimFile,
  decodeIndex,
  encodeIndex,
  engineError,
  fileIn,
  openFile,
  releaseFile,
  revisionKey,
  writeState,
  type LmdbFile,
} from './lmdb-file.ts'
import { createLmdbFork } from './lmdb-fork.ts'
import { decodeHead, encodeRecord, entryOf, valueOf } from './record.ts'
import { WeakList } from './weak-list.ts'

/** Options for {@link createLmdbStore}. History beyond any of the three limits is compacted automatically. */
export interface LmdbStoreOptions {
  /** The directory of the store; created if it does not exist. */
  readonly path: string
  /**
   * When a write is acknowledged: `full` when it is on disk, `os` when it is in the page cache of the operating system,
   * so that it survives the process but not a power failure. @default 'full'
   */
  readonly sync?: 'full' | 'os'
  readonly clock?: Pick<Clock, 'now' | 'after' | 'soon'>
  /** The maximum number of changes, for reads and watches of older revisions. @default 50000 */
  readonly historyLimit?: number
  /** How long changes are kept, in milliseconds. @default 300000 */
  readonly historyMs?: number
  /** The maximum size of replaced and deleted values, in bytes. @default 134217728 */
  readonly historyBytes?: number
}

/** A durable store in one LMDB file. Reads are synchronous; writes of one turn of the event loop are committed together. */
export interface LmdbStore extends Store {
  revision(): bigint
  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined
  list(prefix: string, options?: RangeOptions): RangePage
  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome>
  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable
  compact(revision: bigint): Promise<void>
  compactedRevision(): bigint
  close(): Promise<void>
  /** Copies the newest state into a new directory, while writes go on. */
  backup(directory: string): Promise<void>
  /**
   * Creates a store in memory over the keys, revisions and history of this moment, in constant time. It never changes the
   * file, and is closed with this store. It keeps in memory what this store compacts while the fork is in use.
   */
  fork(): MemoryStore
}

/**
 * Opens the store of a directory. Throws StoreError `Unavailable` if another process writes it or its format is of
 * another version, and `Corrupt` if it is damaged.
 */
export async function createLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { sync = 'full', clock = systemClock } = options
  const { historyLimit = 50_000, historyMs = 300_000, historyBytes = 128 * 1024 * 1024 } = options
  for (const [name, bound] of Object.entries({ historyLimit, historyMs, historyBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  if (sync !== 'full' && sync !== 'os') throw new TypeError('sync must be "full" or "os"')
  const path = fileIn(resolve(options.path))
  await createFile(path)
  const file = openFile(path, { readOnly: false, overlappingSync: sync === 'os' })
  try {
    const bounds = { limit: historyLimit, seconds: Math.ceil(historyMs / 1000), bytes: historyBytes }
    return new Lmdb(file, bounds, clock)
  } catch (error) {
    await file.root.close()
    throw engineError(error, file.path)
  }
}

interface PendingWrite {
  readonly key: string
  readonly value: StoreValue
  readonly condition: WriteCondition | undefined
  readonly deleted: boolean
  readonly resolve: (outcome: WriteOutcome) => void
  readonly reject: (error: unknown) => void
}

interface Garbage {
  readonly change: number
  readonly records: readonly number[]
}

interface Written {
  readonly change: IndexChange
  readonly record: Buffer
  readonly event: StoreEvent
}

/** The number of compacted changes whose records one transaction removes, beyond the number of its writes. */
const garbagePerCommit = 256

class Lmdb implements LmdbStore {
  readonly #file: LmdbFile
  readonly #clock: Pick<Clock, 'now' | 'soon'>
  readonly #historyClock: HistoryClock
  readonly #state: RevisionedTree<IndexEntry, IndexChange>
  readonly #reads: RevisionedReads<IndexEntry, IndexChange>
  // As many as there are callers that wait.
  #queue: PendingWrite[] = []
  #scheduled = false
  /** Compacted changes whose records are still in the file, oldest first. */
  #garbage: Garbage[] = []
  /** The last revision that was given to a write, done or failed. */
  #lastRevision: number
  /** The oldest readable revision that the file has. */
  #storedOldest = 0
  #failure: StoreError | undefined
  #closing: Promise<void> | undefined
  /** The history of a fork has the same limits. */
  readonly #forkSettings: RevisionedTreeOptions<IndexEntry, IndexChange>
  readonly #forkBases = new WeakList<ForkBase>()
  #newestForkBase: WeakRef<ForkBase> | undefined

  constructor(
    file: LmdbFile,
    bounds: { readonly limit: number; readonly seconds: number; readonly bytes: number },
    clock: Pick<Clock, 'now' | 'after' | 'soon'>,
  ) {
    this.#file = file
    this.#clock = clock
    this.#historyClock = { nowMs: () => clock.now(), after: (delayMs, callback) => clock.after(delayMs, callback) }
    const { revision, oldest } = claimFile(file, process.pid)
    this.#forkSettings = { bounds, bytesOf: (entry) => entry.length }
    this.#state = new RevisionedTree(oldest, { ...this.#forkSettings, onForget: (change) => this.#forget(change) })
    this.#lastRevision = revision
    this.#load(oldest, revision)
    this.#reads = new RevisionedReads({
      state: this.#state,
      clock: this.#historyClock,
      expire: (entry) => this.#expire(entry),
      expires: 'by timer',
      toEntry: (entry) => this.#read(entry),
      toEvent: ({ deleted, entry, previous }) => ({
        type: deleted ? 'delete' : 'put',
        entry: this.#read(entry),
        previous: previous === undefined ? undefined : this.#read(previous),
      }),
    })
    this.#reads.scheduleExpiry()
  }

  revision(): bigint {
    return this.#reads.revision()
  }

  get(key: string, options?: { readonly revision?: bigint }): StoreEntry | undefined {
    return this.#reads.get(key, options?.revision)
  }

  list(prefix: string, options: RangeOptions = {}): RangePage {
    return this.#reads.list(prefix, options)
  }

  put(key: string, value: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    return this.#write(key, value, condition, false)
  }

  delete(key: string, tombstone: StoreValue, condition?: WriteCondition): Promise<WriteOutcome> {
    return this.#write(key, tombstone, condition, true)
  }

  watch(prefix: string, afterRevision: bigint, watcher: StoreWatcher): Disposable {
    return this.#reads.watch(prefix, afterRevision, watcher)
  }

  async compact(revision: bigint): Promise<void> {
    this.#reads.compact(revision)
    while (this.#garbage.length > 0 && this.#failure === undefined && !this.#reads.isClosed) {
      this.#commit([])
      await new Promise<void>((next) => this.#clock.soon(next))
    }
  }

  compactedRevision(): bigint {
    return this.#reads.compactedRevision()
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async backup(directory: string): Promise<void> {
    this.#reads.assertOpen()
    const target = fileIn(resolve(directory))
    try {
      await this.#file.root.backup(target, true)
    } catch (cause) {
      throw engineError(cause, target)
    }
  }

  fork(): MemoryStore {
    this.#reads.assertOpen()
    return createLmdbFork({
      state: this.#state.fork(this.#forkSettings),
      base: this.#forkBase(),
      clock: this.#historyClock,
    })
  }

  /** Forks of one state share what they read. */
  #forkBase(): ForkBase {
    const { revision, oldest } = this.#state
    const newest = this.#newestForkBase?.deref()
    if (newest?.isAt(revision, oldest) === true) return newest
    const base = new ForkBase(revision, oldest, (record) => this.#recordOf(record))
    this.#forkBases.add(base)
    this.#newestForkBase = new WeakRef(base)
    return base
  }

  async #close(): Promise<void> {
    if (this.#queue.length > 0) this.#flush()
    this.#reads.close()
    for (const base of this.#forkBases.items()) base.close()
    const { root } = this.#file
    if (this.#failure === undefined) {
      root.transactionSync(() => writeState(this.#file, { ...this.#position(0), owner: 0 }))
    }
    releaseFile(this.#file)
    await root.close()
  }

  #write(
    key: string,
    value: StoreValue,
    condition: WriteCondition | undefined,
    deleted: boolean,
  ): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#reads.assertOpen()
      if (this.#failure !== undefined) throw this.#failure
      assertKey(key)
      assertTimeToLive(value)
      this.#queue.push({ key, value, condition, deleted, resolve, reject })
      if (this.#scheduled) return
      this.#scheduled = true
      this.#clock.soon(() => this.#flush())
    })
  }

  /** Commits the writes that wait, in one transaction. */
  #flush(): void {
    this.#scheduled = false
    const writes = this.#queue
    this.#queue = []
    if (writes.length === 0) return
    try {
      this.#commit(writes)
    } catch (error) {
      for (const { reject } of writes) reject(error)
    }
  }

  #commit(writes: readonly PendingWrite[]): void {
    if (this.#failure !== undefined) throw this.#failure
    const second = this.#second()
    const overlay = new Map<string, { readonly entry: IndexEntry | undefined; readonly read: StoreEntry | undefined }>()
    const written: Written[] = []
    const settle: (() => void)[] = []
    for (const { key, value, condition, deleted, resolve } of writes) {
      const known = overlay.get(key) ?? this.#known(key)
      const refused = !holds(condition, known.entry) || (deleted && known.entry === undefined)
      if (refused) {
        settle.push(() => resolve({ done: false, current: known.read }))
        continue
      }
      const write = this.#prepare({ key, value, deleted, second }, known)
      written.push(write)
      const { event, change } = write
      overlay.set(key, deleted ? absent : { entry: change.entry, read: event.entry })
      settle.push(() => resolve({ done: true, entry: event.entry, previous: known.read }))
    }
    const garbage = this.#garbage.slice(0, written.length + garbagePerCommit)
    if (written.length > 0 || garbage.length > 0) this.#store(written, garbage)
    // Readers see a change before watchers do.
    for (const { change } of written) this.#state.apply(change, second)
    this.#state.trim(second)
    this.#reads.scheduleExpiry()
    for (const { change, event } of written) this.#reads.push(event, change.revision)
    for (const done of settle) done()
  }

  #known(key: string): { readonly entry: IndexEntry | undefined; readonly read: StoreEntry | undefined } {
    const entry = this.#state.get(key)
    return entry === undefined ? absent : { entry, read: this.#read(entry) }
  }

  #prepare(
    write: { readonly key: string; readonly value: StoreValue; readonly deleted: boolean; readonly second: number },
    known: { readonly entry: IndexEntry | undefined; readonly read: StoreEntry | undefined },
  ): Written {
    const { key, value, deleted, second } = write
    const revision = ++this.#lastRevision
    const { entry: previous } = known
    const created = previous?.created ?? revision
    const record = encodeRecord(
      { deleted, second, created, previous: previous?.modified ?? 0, previousLength: previous?.length ?? 0 },
      Buffer.from(key),
      value,
      revision,
    )
    const bytes = valueOf(record)
    const expiry = deleted ? undefined : expiryOf(value, () => this.#clock.now())
    const entry: IndexEntry = { key, created, modified: revision, length: bytes.length, expiry }
    return {
      change: new IndexChange(deleted, entry, previous),
      record,
      event: {
        type: deleted ? 'delete' : 'put',
        entry: toStoreEntry(entry, bytes, value.note),
        previous: known.read,
      },
    }
  }

  /** Writes the records and removes garbage, all or nothing. */
  #store(written: readonly Written[], garbage: readonly Garbage[]): void {
    const { root, keys, changes, path } = this.#file
    this.#keepForForks(garbage)
    try {
      root.transactionSync(() => {
        for (const { change, record } of written) {
          const key = Buffer.from(change.entry.key)
          void changes.put(revisionKey(change.revision), record)
          if (change.deleted) void keys.remove(key)
          else void keys.put(key, encodeIndex(change.entry))
        }
        for (const { records } of garbage) for (const revision of records) void changes.remove(revisionKey(revision))
        writeState(this.#file, { ...this.#position(garbage.length), owner: process.pid })
      })
    } catch (cause) {
      const error = engineError(cause, path)
      this.#assertNothingStored(written, error)
      throw error
    }
    this.#storedOldest = this.#position(garbage.length).oldest
    this.#garbage = this.#garbage.slice(garbage.length)
  }

  /** A commit that failed must have left nothing; if it has, nothing more is written until the store is opened again. */
  #assertNothingStored(written: readonly Written[], cause: StoreError): void {
    const first = written[0]?.change.revision
    try {
      if (first === undefined || this.#file.changes.get(revisionKey(first)) === undefined) return
    } catch {
      // The file cannot be read either.
    }
    this.#failure = new StoreError('Unavailable', 'the store must be opened again after a failed commit', { cause })
  }

  #position(removed: number): { readonly revision: number; readonly oldest: number } {
    const left = this.#garbage.length > removed
    const oldest = left ? (this.#garbage[removed - 1]?.change ?? this.#storedOldest) : this.#state.oldest
    return { revision: this.#lastRevision, oldest: Math.max(this.#storedOldest, oldest) }
  }

  /** Deletes an entry that has expired; what fails is tried again. */
  #expire(entry: IndexEntry): void {
    const { key, modified, expiry } = entry
    if (expiry === undefined) return
    const tombstone = expiredValue(this.#read(entry).value, modified, expiry)
    this.delete(key, tombstone, { modRevision: BigInt(modified) }).catch(() => undefined)
  }

  #forget({ deleted, entry, previous, revision }: IndexChange): void {
    const records = [...(previous === undefined ? [] : [previous.modified]), ...(deleted ? [entry.modified] : [])]
    this.#garbage.push({ change: revision, records })
  }

  #read(entry: IndexEntry): StoreEntry {
    return entryOf(entry, this.#recordOf(entry.modified))
  }

  #recordOf(revision: number): Buffer | undefined {
    return this.#file.changes.get(revisionKey(revision))
  }

  /** The forks that are alive need what a commit removes, or removes when it is tried again. */
  #keepForForks(garbage: readonly Garbage[]): void {
    for (const base of this.#forkBases.items()) {
      for (const { change, records } of garbage) for (const revision of records) base.keep(change, revision)
    }
  }

  /** Reads the index of keys and the history. Values are read when they are asked for. */
  #load(oldest: number, revision: number): void {
    const { keys, changes } = this.#file
    this.#storedOldest = oldest
    const expiring = new Map<number, IndexEntry>()
    for (const { key, value } of keys.getRange({})) {
      const entry = decodeIndex(key, value)
      this.#state.load(entry)
      if (entry.expiry !== undefined) expiring.set(entry.modified, entry)
    }
    for (const { key, value } of changes.getRange({ start: revisionKey(oldest + 1) })) {
      const modified = Number(key.readBigUInt64BE(0))
      const head = decodeHead(value, modified)
      const { created, deleted, length, previous, previousLength, second } = head
      const before = previous === 0 ? undefined : { key: head.key, created, modified: previous, length: previousLength }
      const entry = expiring.get(modified) ?? { key: head.key, created, modified, length }
      this.#state.apply(new IndexChange(deleted, entry, before), second)
    }
    this.#state.advance(revision)
    this.#state.trim(this.#second())
  }

  #second(): number {
    return Math.floor(this.#clock.now() / 1000)
  }
}

const absent = Object.freeze({ entry: undefined, read: undefined })
