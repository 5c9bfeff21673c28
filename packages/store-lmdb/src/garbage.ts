import type { IndexChange } from './lmdb-entry.ts'

/** A compacted change, and the records that nothing needs without it. */
export interface ForgottenChange {
  readonly change: number
  readonly records: readonly number[]
}

/** The number of compacted changes whose records one transaction removes, beyond the number of its writes. */
const removedPerCommit = 256

/** Compacted changes whose records are still in the file, oldest first. */
export class Garbage {
  #changes: ForgottenChange[] = []
  /** The oldest readable revision that the file has. */
  #storedOldest: number

  constructor(storedOldest: number) {
    this.#storedOldest = storedOldest
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0
  }

  add({ deleted, entry, previous, revision }: IndexChange): void {
    const records = [...(previous === undefined ? [] : [previous.modified]), ...(deleted ? [entry.modified] : [])]
    this.#changes.push({ change: revision, records })
  }

  /** What a transaction with so many writes removes. */
  next(writes: number): readonly ForgottenChange[] {
    return this.#changes.slice(0, writes + removedPerCommit)
  }

  /** The oldest readable revision of a file from which the next so many changes were removed. */
  oldestWithout(count: number, stateOldest: number): number {
    const isLeft = this.#changes.length > count
    const oldest = isLeft ? (this.#changes[count - 1]?.change ?? this.#storedOldest) : stateOldest
    return Math.max(this.#storedOldest, oldest)
  }

  /** So many changes were removed from the file. */
  removed(count: number, stateOldest: number): void {
    this.#storedOldest = this.oldestWithout(count, stateOldest)
    this.#changes = this.#changes.slice(count)
  }
}
