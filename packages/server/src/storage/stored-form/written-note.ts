import type { StampedValue } from '@pinnace/store'

/**
 * The note of a value that was written in another form than the server uses: a store in this process returns it with the
 * entry, which then need not be decoded.
 */
export class WrittenNote {
  readonly note: unknown
  #written: StampedValue | undefined
  #value: Uint8Array | undefined

  constructor(value: StampedValue) {
    this.note = value.note
    this.#written = { before: value.before, after: value.after }
  }

  /** The JSON with this revision: always the revision of the same write. */
  valueAt(revision: bigint): Uint8Array {
    if (this.#written !== undefined) {
      const { before, after } = this.#written
      this.#value = Buffer.from(`${before}${revision}${after}`)
      this.#written = undefined
    }
    return this.#value ?? new Uint8Array()
  }
}
