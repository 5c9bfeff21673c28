import type { StoreEntry } from '@pinnace/store'
import { TreeStore, type EntryWrite, type Expiry, type HistoryClock, type RevisionedTree } from '@pinnace/store/history'
import type { MemoryStore } from '@pinnace/store/memory'
import type { ForkBase } from './fork-base.ts'
import { assertKey, IndexChange, type IndexEntry } from './lmdb-entry.ts'
import { encodeValue } from './record.ts'

/** Options of {@link createLmdbFork}. */
export interface LmdbForkOptions {
  readonly state: RevisionedTree<IndexEntry, IndexChange>
  readonly base: ForkBase
  readonly clock: HistoryClock
}

/** An entry that was written after the fork, with its value. */
class ForkEntry implements IndexEntry, StoreEntry {
  readonly key: string
  readonly created: number
  readonly modified: number
  readonly value: Uint8Array
  readonly note: unknown
  readonly expiry: Expiry | undefined

  constructor({ key, value, created, modified, expiry }: EntryWrite) {
    this.key = key
    this.created = created
    this.modified = modified
    this.value = encodeValue(value, modified)
    this.note = value.note
    this.expiry = expiry
  }

  get length(): number {
    return this.value.length
  }

  get createRevision(): bigint {
    return BigInt(this.created)
  }

  get modRevision(): bigint {
    return BigInt(this.modified)
  }
}

/** Creates a store in memory over the state of a file: what is written here stays here. */
export function createLmdbFork({ state, base, clock }: LmdbForkOptions): MemoryStore {
  const toEntry = (entry: IndexEntry): StoreEntry => (entry instanceof ForkEntry ? entry : base.read(entry))
  const store = new TreeStore<IndexEntry, IndexChange>({
    state,
    clock,
    assertKey,
    createEntry: (write) => new ForkEntry(write),
    createChange: (deleted, entry, previous) => new IndexChange(deleted, entry, previous),
    toEntry,
    toEvent: ({ deleted, entry, previous }) => ({
      type: deleted ? 'delete' : 'put',
      entry: toEntry(entry),
      previous: previous === undefined ? undefined : toEntry(previous),
    }),
    fork: () => createLmdbFork({ state: state.fork(), base, clock }),
  })
  base.add(store)
  return store
}
