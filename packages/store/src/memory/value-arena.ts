/** The location of a value's bytes. The arena may move them; a view that was taken before stays valid. */
export interface ArenaValue {
  slab: Slab | undefined
  offset: number
  length: number
  /** The index in the list of the slab. */
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

const minSlabBytes = 64 * 1024
const maxSlabBytes = 1024 * 1024
/** The share of live bytes below which the values of a slab are moved to another. */
const minLiveShare = 0.65

/**
 * Stores values as UTF-8 in a few large slabs. A value takes a small record on the heap instead of a buffer, which keeps
 * garbage collection short. Values are released; the values of slabs that are mostly empty are moved. Bytes never change:
 * a slab is dropped, and never written again.
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

  /** Writes a copy of `source` as the value's bytes. */
  writeBytes(value: ArenaValue, source: Uint8Array): void {
    const slab = this.#room(source.byteLength)
    slab.bytes.set(source, slab.used)
    place(slab, value, source.byteLength)
  }

  /** Releases a value that is not needed anymore. Values of another arena (of a fork) are ignored. */
  release(value: ArenaValue): void {
    const slab = value.slab
    if (slab === undefined || slab.owner !== this) return
    const last = slab.values.pop()
    if (last !== undefined && last !== value) {
      slab.values[value.slot] = last
      last.slot = value.slot
    }
    slab.live -= value.length
    if (slab !== this.#current && slab.live < slab.used * minLiveShare) this.#empty(slab)
  }

  #empty(slab: Slab): void {
    for (const value of slab.values.splice(0)) {
      const target = this.#room(value.length)
      slab.bytes.copy(target.bytes, target.used, value.offset, value.offset + value.length)
      place(target, value, value.length)
    }
  }

  /** A slab with room for `length` bytes at its end. */
  #room(length: number): Slab {
    const current = this.#current
    if (current !== undefined && current.bytes.length - current.used >= length) return current
    // Slabs grow with the stored bytes, so that unused space stays a small share.
    const slabBytes = Math.min(Math.max(this.#allocatedBytes / 16, minSlabBytes), maxSlabBytes)
    if (length > slabBytes / 4) return this.#makeSlab(length)
    this.#current = this.#makeSlab(Math.floor(slabBytes))
    return this.#current
  }

  #makeSlab(length: number): Slab {
    this.#allocatedBytes += length
    // Not from the pool of Buffer, where a small value would keep 8 KiB alive.
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
