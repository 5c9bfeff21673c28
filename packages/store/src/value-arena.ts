/** Where a stored value's bytes are. The arena may move them; whoever reads takes a view and keeps that. */
export interface ArenaValue {
  slab: Slab | undefined
  offset: number
  length: number
  /** Place in the slab's list. */
  slot: number
}

/** A block of memory outside the heap that holds many values. */
export interface Slab {
  readonly owner: object
  readonly bytes: Buffer
  used: number
  live: number
  readonly values: ArenaValue[]
}

const smallestSlabBytes = 64 * 1024
const largestSlabBytes = 1024 * 1024
/** A slab less full than this of values still wanted is emptied into another. */
const worthKeeping = 0.65

/**
 * Holds values as UTF-8 in a few large blocks: a small record each on the heap instead of a buffer each, which is what
 * keeps garbage collection short. Values no longer wanted are released; blocks that have grown mostly empty are copied
 * together. Bytes that were handed out never change: a block is let go, never written again.
 */
export class ValueArena {
  #current: Slab | undefined
  #allocatedBytes = 0

  /** Writes `before`, `middle` and `after` as the value's bytes. */
  write(value: ArenaValue, before: string, middle: string, after: string): void {
    const atMost = (before.length + after.length) * 3 + middle.length
    let slab = this.#current
    if (slab === undefined || slab.bytes.length - slab.used < atMost) {
      slab = this.#room(Buffer.byteLength(before) + middle.length + Buffer.byteLength(after))
    }
    const { bytes, used } = slab
    let end = used + bytes.write(before, used, 'utf8')
    end += bytes.write(middle, end, 'latin1')
    end += bytes.write(after, end, 'utf8')
    place(slab, value, end - used)
  }

  /** Says that nobody will ask for the value again. Values of another arena (a fork's) are left alone. */
  release(value: ArenaValue): void {
    const slab = value.slab
    if (slab === undefined || slab.owner !== this) return
    const last = slab.values.pop()!
    if (last !== value) {
      slab.values[value.slot] = last
      last.slot = value.slot
    }
    slab.live -= value.length
    if (slab !== this.#current && slab.live < slab.used * worthKeeping) this.#empty(slab)
  }

  #empty(slab: Slab): void {
    for (const value of slab.values.splice(0)) {
      const target = this.#room(value.length)
      slab.bytes.copy(target.bytes, target.used, value.offset, value.offset + value.length)
      place(target, value, value.length)
    }
  }

  /** A block with that much room at its end. */
  #room(length: number): Slab {
    const current = this.#current
    if (current !== undefined && current.bytes.length - current.used >= length) return current
    // A block grows with what is stored, so that its empty rest stays a small part of that.
    const slabBytes = Math.min(Math.max(this.#allocatedBytes / 16, smallestSlabBytes), largestSlabBytes)
    if (length > slabBytes / 4) return this.#makeSlab(length)
    this.#current = this.#makeSlab(Math.floor(slabBytes))
    return this.#current
  }

  #makeSlab(length: number): Slab {
    this.#allocatedBytes += length
    // Not from Buffer's pool: a small value there would keep 8 KiB alive.
    return { owner: this, bytes: Buffer.allocUnsafeSlow(length), used: 0, live: 0, values: [] }
  }
}

function place(slab: Slab, value: ArenaValue, length: number): void {
  value.slab = slab
  value.offset = slab.used
  value.length = length
  value.slot = slab.values.length
  slab.values.push(value)
  slab.used += length
  slab.live += length
}
