import { StoreError, type StoreEntry } from '@pinnace/store'
import type { Change, Expiry, TreeEntry } from '@pinnace/store/history'

/** A key of the index in memory; its value is in the file. */
export interface IndexEntry extends TreeEntry {
  readonly key: string
  readonly created: number
  readonly modified: number
  /** The size of the value, in bytes. */
  readonly length: number
  readonly expiry?: Expiry | undefined
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

// What LMDB allows with pages of 4 KiB, rounded down.
const maxKeyBytes = 1900

/** Throws StoreError `TooLarge` for a key that LMDB does not take. */
export function assertKey(key: string): void {
  const length = Buffer.byteLength(key)
  if (length > 0 && length <= maxKeyBytes) return
  throw new StoreError('TooLarge', `a key must have 1 to ${maxKeyBytes} bytes, not ${length}`)
}
