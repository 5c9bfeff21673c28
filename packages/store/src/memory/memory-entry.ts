import type { Expiry } from '../history/expiry.ts'
import type { StoreEntry } from '../store.ts'
import type { ArenaValue, Slab } from './value-arena.ts'

/**
 * An entry of the memory store. Revisions are stored as numbers and the value as a location in a slab, so that an entry
 * takes 90 bytes of heap.
 */
export class MemoryEntry implements StoreEntry, ArenaValue {
  readonly key: string
  readonly note: unknown
  readonly created: number
  readonly modified: number
  slab: Slab | undefined
  offset: number
  length: number
  slot: number

  constructor(key: string, note: unknown, created: number, modified: number) {
    this.key = key
    this.note = note
    this.created = created
    this.modified = modified
    this.slab = undefined
    this.offset = 0
    this.length = 0
    this.slot = 0
  }

  /** Undefined for an entry that stays until it is deleted, which takes no room for it. */
  get expiry(): Expiry | undefined {
    return undefined
  }

  get value(): Uint8Array {
    if (this.slab === undefined) throw new RangeError('the entry has no value')
    return this.slab.bytes.subarray(this.offset, this.offset + this.length)
  }

  get createRevision(): bigint {
    return BigInt(this.created)
  }

  get modRevision(): bigint {
    return BigInt(this.modified)
  }
}

/** An entry of the memory store that expires. */
export class ExpiringMemoryEntry extends MemoryEntry {
  readonly #expiry: Expiry

  constructor(entry: Pick<MemoryEntry, 'key' | 'note' | 'created' | 'modified'>, expiry: Expiry) {
    super(entry.key, entry.note, entry.created, entry.modified)
    this.#expiry = expiry
  }

  override get expiry(): Expiry {
    return this.#expiry
  }
}
