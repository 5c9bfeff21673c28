const chunkLength = 256

interface Chunk<C> {
  owner: object
  readonly items: (C | undefined)[]
}

/**
 * The history: a queue of changes in the order of their revisions, appended at the end, removed from the front, read by
 * position. A fork shares the chunks, and costs one reference per chunk. `history-bounds.ts` says how long it is.
 */
export class ChangeLog<C extends { readonly revision: number }> {
  #owner: object = {}
  #chunks: Chunk<C>[] = []
  #head = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  at(index: number): C | undefined {
    if (index < 0 || index >= this.#length) return undefined
    const position = this.#head + index
    return this.#chunks[Math.floor(position / chunkLength)]?.items[position % chunkLength]
  }

  push(change: C): void {
    let last = this.#chunks.at(-1)
    if (last === undefined || last.items.length === chunkLength) {
      last = { owner: this.#owner, items: [] }
      this.#chunks.push(last)
    } else if (last.owner !== this.#owner) {
      last = { owner: this.#owner, items: last.items.slice() }
      this.#chunks[this.#chunks.length - 1] = last
    }
    last.items.push(change)
    this.#length++
  }

  shift(): C | undefined {
    const [chunk] = this.#chunks
    if (chunk === undefined || this.#length === 0) return undefined
    const change = chunk.items[this.#head]
    // Frees the change before the rest of its chunk. A chunk shared with a fork is not changed.
    if (chunk.owner === this.#owner) chunk.items[this.#head] = undefined
    this.#head++
    this.#length--
    if (this.#head === chunkLength) {
      this.#chunks.shift()
      this.#head = 0
    }
    return change
  }

  /** The position of the first change after `revision`. */
  indexAfter(revision: number): number {
    let low = 0
    let high = this.#length
    while (low < high) {
      const middle = (low + high) >>> 1
      const change = this.at(middle)
      if (change !== undefined && change.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }

  fork(): ChangeLog<C> {
    const copy = new ChangeLog<C>()
    copy.#chunks = this.#chunks.slice()
    copy.#head = this.#head
    copy.#length = this.#length
    this.#owner = {}
    return copy
  }
}
