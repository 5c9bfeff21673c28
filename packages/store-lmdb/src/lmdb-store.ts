import { resolve } from 'node:path'
import { systemClock, withErrorCodes, type Clock } from '@pinnace/meta'
import {
  assertTimeToLive,
  type RangeOptions,
  type RangePage,
  type StoreEntry,
  type StoreValue,
  type StoreWatcher,
  type WriteCondition,
  type WriteOutcome,
} from '@pinnace/store'
import {
  expiredValue,
  historyBoundsOf,
  RevisionedReads,
  RevisionedTree,
  type HistoryBounds,
} from '@pinnace/store/history'
import type { MemoryStore } from '@pinnace/store/memory'
import { absent, Committer } from './committer.ts'
import { createFile } from './create-file.ts'
import { Forks } from './forks.ts'
import { Garbage } from './garbage.ts'
import { assertKey, type IndexChange, type IndexEntry } from './lmdb-entry.ts'
import { needsSnapshot, writeSnapshot } from './index-snapshot.ts'
import { claimFile, engineError, fileIn, openFile, releaseFile, revisionKey, type LmdbFile } from './lmdb-file.ts'
import type { LmdbStore, LmdbStoreOptions } from './lmdb-store-options.ts'
import { loadIndex } from './load-index.ts'
import type { KnownEntry } from './prepare-write.ts'
import { entryOf } from './record.ts'
import { WriteQueue } from './write-queue.ts'

/**
 * Opens the store of a directory. Throws StoreError `Unavailable` if another process writes it or its format is of
 * another version, and `Corrupt` if it is damaged.
 */
export function createLmdbStore(options: LmdbStoreOptions): Promise<LmdbStore> {
  return withErrorCodes('store-options', () => openLmdb(options))
}

async function openLmdb(options: LmdbStoreOptions): Promise<LmdbStore> {
  const { sync = 'full', clock = systemClock } = options
  const bounds = historyBoundsOf(options, defaultHistoryBytes)
  if (sync !== 'full' && sync !== 'os') throw new TypeError('sync must be "full" or "os"')
  const path = fileIn(resolve(options.path))
  await createFile(path)
  const file = openFile(path, { readOnly: false, overlappingSync: sync === 'os' })
  try {
    return new Lmdb(file, bounds, clock)
  } catch (error) {
    await file.root.close()
    throw engineError(error, file.path)
  }
}

/** 128 MiB. */
const defaultHistoryBytes = 134_217_728

class Lmdb implements LmdbStore {
  readonly #file: LmdbFile
  readonly #clock: Pick<Clock, 'soon'>
  readonly #state: RevisionedTree<IndexEntry, IndexChange>
  readonly #reads: RevisionedReads<IndexEntry, IndexChange>
  readonly #garbage: Garbage
  readonly #committer: Committer
  readonly #queue: WriteQueue
  readonly #forks: Forks
  #closing: Promise<void> | undefined

  constructor(file: LmdbFile, bounds: HistoryBounds, clock: Pick<Clock, 'now' | 'after' | 'soon'>) {
    this.#file = file
    this.#clock = clock
    const nowMs = (): number => clock.now()
    const historyClock = { nowMs, after: (delayMs: number, callback: () => void) => clock.after(delayMs, callback) }
    const claimed = claimFile(file, process.pid)
    const { revision, oldest } = claimed
    const settings = { bounds, bytesOf: (entry: IndexEntry) => entry.length }
    const garbage = new Garbage(oldest)
    const state = new RevisionedTree<IndexEntry, IndexChange>(oldest, {
      ...settings,
      onForget: (change) => garbage.add(change),
    })
    this.#garbage = garbage
    this.#state = state
    const recordOf = (record: number): Buffer | undefined => this.#recordOf(record)
    this.#forks = new Forks({ state, settings, clock: historyClock, recordOf })
    loadIndex(file, state, claimed)
    state.advance(revision)
    state.trim(Math.floor(nowMs() / 1000))
    this.#committer = new Committer({
      file,
      revision,
      garbage,
      nowMs,
      oldest: () => state.oldest,
      known: (key) => this.#known(key),
      onRemove: (removed) => this.#forks.keep(removed),
      onCommitted: (written, second) => {
        // Readers see a change before watchers do.
        for (const { change } of written) state.apply(change, second)
        state.trim(second)
        this.#reads.scheduleExpiry()
        for (const { change, event } of written) this.#reads.push(event, change.revision)
      },
    })
    this.#queue = new WriteQueue(clock, (writes) => this.#committer.commit(writes))
    this.#reads = new RevisionedReads({
      state,
      clock: historyClock,
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
    while (!this.#garbage.isEmpty && this.#committer.failure === undefined && !this.#reads.isClosed) {
      this.#committer.commit([])
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
    return this.#forks.create()
  }

  async #close(): Promise<void> {
    this.#queue.flush()
    this.#reads.close()
    this.#forks.close()
    await this.#saveIndex()
    this.#committer.release()
    releaseFile(this.#file)
    await this.#file.root.close()
  }

  /** Writes the snapshot of the index. Without it, as on a full disk, the next start takes longer. */
  async #saveIndex(): Promise<void> {
    if (this.#committer.failure !== undefined) return
    const nextTurn = (): Promise<void> => new Promise((next) => this.#clock.soon(next))
    try {
      if (needsSnapshot(this.#file, this.#state)) await writeSnapshot(this.#file, this.#state, nextTurn)
    } catch {
      // A snapshot without a head is not read.
    }
  }

  #write(
    key: string,
    value: StoreValue,
    condition: WriteCondition | undefined,
    deleted: boolean,
  ): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#reads.assertOpen()
      const { failure } = this.#committer
      if (failure !== undefined) throw failure
      assertKey(key)
      assertTimeToLive(value)
      this.#queue.add({ key, value, condition, deleted, resolve, reject })
    })
  }

  #known(key: string): KnownEntry {
    const entry = this.#state.get(key)
    return entry === undefined ? absent : { entry, read: this.#read(entry) }
  }

  /** Deletes an entry that has expired; what fails is tried again. */
  #expire(entry: IndexEntry): void {
    const { key, modified, expiry } = entry
    if (expiry === undefined) return
    const tombstone = expiredValue(this.#read(entry).value, modified, expiry)
    this.delete(key, tombstone, { modRevision: BigInt(modified) }).catch(() => undefined)
  }

  #read(entry: IndexEntry): StoreEntry {
    return entryOf(entry, this.#recordOf(entry.modified))
  }

  #recordOf(revision: number): Buffer | undefined {
    return this.#file.changes.get(revisionKey(revision))
  }
}
