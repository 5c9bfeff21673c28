/** A change whose views can be dropped, as they can be created again. */
export interface Releasable {
  release(): void
}

/**
 * Limits the event views, with their encoded lines, that changes hold for later watchers: by the bytes that a change
 * holds, the oldest are dropped first, and the newest is always kept. Views of the whole history would double its size.
 *
 * Not a BoundedMap: this runs once for every change, nothing is looked up, and an array is a tenth of the cost.
 */
export class RecentViews {
  readonly #limitBytes: number
  #kept: ({ readonly change: Releasable; readonly bytes: number } | undefined)[] = []
  #first = 0
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  add(change: Releasable, bytes: number): void {
    this.#kept.push({ change, bytes })
    this.#bytes += bytes
    while (this.#bytes > this.#limitBytes && this.#first < this.#kept.length - 1) {
      const oldest = this.#kept[this.#first]
      if (oldest === undefined) return
      // Frees the change, with its objects, before the rest of the array.
      this.#kept[this.#first++] = undefined
      this.#bytes -= oldest.bytes
      oldest.change.release()
    }
    if (this.#first > 1_024 && this.#first * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first)
      this.#first = 0
    }
  }
}
