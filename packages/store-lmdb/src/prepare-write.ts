import type { StoreEntry, StoreEvent, StoreValue } from '@pinnace/store'
import { expiryOf } from '@pinnace/store/history'
import { IndexChange, toStoreEntry, type IndexEntry } from './lmdb-entry.ts'
import { encodeRecord, valueOf } from './record.ts'

/** A write whose condition holds. */
export interface Write {
  readonly key: string
  readonly value: StoreValue
  readonly deleted: boolean
  readonly revision: number
  /** The time of the write, in seconds. */
  readonly second: number
  readonly nowMs: () => number
}

/** What a key has before a write. */
export interface KnownEntry {
  readonly entry: IndexEntry | undefined
  readonly read: StoreEntry | undefined
}

/** A write as it is stored, and the event of watchers. */
export interface PreparedWrite {
  readonly change: IndexChange
  readonly record: Buffer
  readonly event: StoreEvent
}

/** Encodes a write. */
export function prepareWrite(write: Write, known: KnownEntry): PreparedWrite {
  const { key, value, deleted, revision, second, nowMs } = write
  const { entry: previous } = known
  const created = previous?.created ?? revision
  const record = encodeRecord(
    { deleted, second, created, previous: previous?.modified ?? 0, previousLength: previous?.length ?? 0 },
    Buffer.from(key),
    value,
    revision,
  )
  const bytes = valueOf(record)
  const expiry = deleted ? undefined : expiryOf(value, nowMs)
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
