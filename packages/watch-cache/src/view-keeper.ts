/** Something that holds what can be made again. */
export interface Releasable {
  release(): void
}

/**
 * Bounds the views of changes, and their ready lines, that are kept for watches still to come to them: by bytes, the
 * oldest go first. Those of the last changes serve everybody who watches; the whole history's would double it.
 */
export class ViewKeeper {
  readonly #limitBytes: number
  #kept: { readonly change: Releasable; readonly bytes: number }[] = []
  #first = 0
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  keep(change: Releasable, bytes: number): void {
    this.#kept.push({ change, bytes })
    this.#bytes += bytes
    while (this.#bytes > this.#limitBytes && this.#first < this.#kept.length - 1) {
      const oldest = this.#kept[this.#first++]!
      this.#bytes -= oldest.bytes
      oldest.change.release()
    }
    if (this.#first > 1_024 && this.#first * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#first)
      this.#first = 0
    }
  }
}
