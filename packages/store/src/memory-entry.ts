import type { StoreEntry } from './store.ts'
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
