import type { StoreEntry } from '@pinnace/store'
import type { Change } from '@pinnace/store/history'

/** A key of the index in memory; its value is in the file. */
export interface IndexEntry {
  readonly key: string
  readonly created: number
  readonly modified: number
  /** The size of the value, in bytes. */
  readonly length: number
}

/** A change in the history. */
export class IndexChange implements Change<IndexEntry> {
  readonly deleted: boolean
  readonly entry: IndexEntry
  readonly previous: IndexEntry | undefined

  constructor(deleted: boolean, entry: IndexEntry, previous: IndexEntry | undefined) {
    this.deleted = deleted
    this.entry = entry
    this.previous = previous
  }

  get revision(): number {
    return this.entry.modified
  }
}

/** The entry of a key with its value. */
export function toStoreEntry({ key, created, modified }: IndexEntry, value: Uint8Array, note?: unknown): StoreEntry {
  return { key, value, note, createRevision: BigInt(created), modRevision: BigInt(modified) }
}
