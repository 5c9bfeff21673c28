import { Buffer } from 'node:buffer'

/** Texts of up to this many characters are written in a loop: a call into the runtime costs as much. */
const shortText = 40

/**
 * Writes protobuf from the end to the beginning, so that the length of a nested message is known when it is written.
 * Fields are written in reverse order, the value of a field before its length, its length before its tag.
 */
export class ReverseWriter {
  #bytes: Buffer
  #start: number

  constructor(initialBytes: number) {
    this.#bytes = Buffer.allocUnsafeSlow(initialBytes)
    this.#start = initialBytes
  }

  /** The number of bytes written; lengths are differences of it. */
  get position(): number {
    return this.#bytes.length - this.#start
  }

  /** The length of what was written since `position` was `end`, as a varint. */
  lengthSince(end: number): void {
    this.varint(this.#bytes.length - this.#start - end)
  }

  /** A non-negative safe integer. */
  varint(value: number): void {
    if (value < 0x80) {
      if (this.#start < 1) this.#reserve(1)
      this.#bytes[--this.#start] = value
      return
    }
    const size = value < 0x4000 ? 2 : varintSize(value)
    this.#reserve(size)
    let at = (this.#start -= size)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[at++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[at] = rest
  }

  /** An integer of 64 bits; a negative one takes ten bytes. */
  integer(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0) return this.varint(value)
    let rest = BigInt.asUintN(64, BigInt(value))
    const size = bigVarintSize(rest)
    this.#reserve(size)
    let at = (this.#start -= size)
    while (rest > 0x7fn) {
      this.#bytes[at++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#bytes[at] = Number(rest)
  }

  /** The UTF-8 of a text, without its length. */
  text(value: string): void {
    const { length } = value
    if (length <= shortText && this.#ascii(value, length)) return
    const size = Buffer.byteLength(value)
    this.#reserve(size)
    this.#start -= size
    this.#bytes.write(value, this.#start)
  }

  /** Bytes, without their length. */
  bytes(value: Uint8Array): void {
    this.#reserve(value.byteLength)
    this.#start -= value.byteLength
    this.#bytes.set(value, this.#start)
  }

  double(value: number): void {
    this.#reserve(8)
    this.#start -= 8
    this.#bytes.writeDoubleLE(value, this.#start)
  }

  /** A copy of what has been written. */
  finish(): Buffer {
    return Buffer.from(this.#bytes.subarray(this.#start))
  }

  /** A copy of what has been written, in memory of its own; the writer is empty afterwards, and keeps its memory. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.position)
    this.#bytes.copy(taken, 0, this.#start)
    this.#start = this.#bytes.length
    return taken
  }

  #ascii(value: string, length: number): boolean {
    this.#reserve(length)
    const bytes = this.#bytes
    const start = this.#start - length
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index)
      if (code > 0x7f) return false
      bytes[start + index] = code
    }
    this.#start = start
    return true
  }

  #reserve(size: number): void {
    if (size <= this.#start) return
    const used = this.position
    const grown = Buffer.allocUnsafeSlow((used + size) * 2)
    this.#bytes.copy(grown, grown.length - used, this.#start)
    this.#start = grown.length - used
    this.#bytes = grown
  }
}

function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) size++
  return size
}

function bigVarintSize(value: bigint): number {
  let size = 1
  for (let rest = value; rest > 0x7fn; rest >>= 7n) size++
  return size
}
