const firstPrune = 16

/** A list that does not keep its items alive. */
export class WeakList<T extends object> {
  #refs: WeakRef<T>[] = []
  #pruneAt = firstPrune

  add(item: T): void {
    if (this.#refs.length >= this.#pruneAt) {
      this.#refs = this.#refs.filter((ref) => ref.deref() !== undefined)
      this.#pruneAt = Math.max(firstPrune, this.#refs.length * 2)
    }
    this.#refs.push(new WeakRef(item))
  }

  /** The items that are alive. */
  items(): T[] {
    return this.#refs.flatMap((ref) => ref.deref() ?? [])
  }
}
