import { Buffer } from 'node:buffer'

/**
 * Writes protobuf from the end to the beginning, so that the length of a nested message is known when it is written.
 * Fields are written in reverse order.
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

  varint(value: number): void {
    const size = value < 0x80 ? 1 : value < 0x4000 ? 2 : varintSize(value)
    this.#reserve(size)
    let at = (this.#start -= size)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[at++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#bytes[at] = rest
  }

  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.#reserve(size)
    this.#start -= size
    this.#bytes.write(value, this.#start)
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
