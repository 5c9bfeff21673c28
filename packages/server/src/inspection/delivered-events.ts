/** The most revisions that are kept; the oldest are forgotten first. */
const maxRevisions = 4000

/** Counts the watches that an event of each revision was delivered to. */
export class DeliveredEvents {
  readonly #watches = new Map<bigint, number>()

  /** An event of a revision was delivered to one more watch. */
  add(revision: bigint): void {
    this.#watches.set(revision, this.of(revision) + 1)
    if (this.#watches.size <= maxRevisions) return
    const [oldest] = this.#watches.keys()
    if (oldest !== undefined) this.#watches.delete(oldest)
  }

  /** The number of watches. */
  of(revision: bigint): number {
    return this.#watches.get(revision) ?? 0
  }

  clear(): void {
    this.#watches.clear()
  }
}
