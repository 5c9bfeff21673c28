/** The encoded lines of an event, by representation. */
export abstract class EncodedLines {
  // Most events have one representation; a map for it would cost more than the line.
  #first: unknown
  #line: Uint8Array | undefined
  #others: Map<unknown, Uint8Array> | undefined

  protected memo<E>(representation: unknown, make: (event: E) => Uint8Array, event: E): Uint8Array {
    if (this.#line !== undefined && this.#first === representation) return this.#line
    const known = this.#others?.get(representation)
    if (known !== undefined) return known
    const line = make(event)
    if (this.#line === undefined) {
      this.#first = representation
      this.#line = line
    } else (this.#others ??= new Map()).set(representation, line)
    return line
  }
}
