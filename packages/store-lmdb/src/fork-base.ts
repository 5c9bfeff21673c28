import type { StoreEntry } from '@pinnace/store'
import type { IndexEntry } from './lmdb-entry.ts'
import { entryOf } from './record.ts'
import { WeakList } from './weak-list.ts'

/** A store that ends with the file it reads. */
interface Closable {
  close(): void
}

/** The state of the file that forks of one moment read: the file, and in memory what the store has removed from it. */
export class ForkBase {
  readonly #revision: number
  readonly #oldest: number
  readonly #recordOf: (revision: number) => Buffer | undefined
  /** Records that are no longer in the file: at most those of this state. */
  readonly #kept = new Map<number, Buffer>()
  readonly #forks = new WeakList<Closable>()

  constructor(revision: number, oldest: number, recordOf: (revision: number) => Buffer | undefined) {
    this.#revision = revision
    this.#oldest = oldest
    this.#recordOf = recordOf
  }

  /** Whether the state has these newest and oldest revisions. */
  isAt(revision: number, oldest: number): boolean {
    return this.#revision === revision && this.#oldest === oldest
  }

  read(entry: IndexEntry): StoreEntry {
    return entryOf(entry, this.#kept.get(entry.modified) ?? this.#recordOf(entry.modified))
  }

  /** Keeps a record that is removed with a compacted change, if it belongs to the state. */
  keep(change: number, revision: number): void {
    if (revision > this.#revision || change <= this.#oldest) return
    const record = this.#recordOf(revision)
    if (record !== undefined) this.#kept.set(revision, record)
  }

  /** Adds a store that reads this state. */
  add(fork: Closable): void {
    this.#forks.add(fork)
  }

  /** Closes the stores that read this state. */
  close(): void {
    for (const fork of this.#forks.items()) fork.close()
  }
}
