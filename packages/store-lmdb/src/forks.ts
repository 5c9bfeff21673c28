import { RevisionedTree, type HistoryClock, type RevisionedTreeOptions } from '@pinnace/store/history'
import type { MemoryStore } from '@pinnace/store/memory'
import { ForkBase } from './fork-base.ts'
import type { ForgottenChange } from './garbage.ts'
import type { IndexChange, IndexEntry } from './lmdb-entry.ts'
import { createLmdbFork } from './lmdb-fork.ts'
import { WeakList } from './weak-list.ts'

/** What forks are made from. */
export interface ForksOptions {
  readonly state: RevisionedTree<IndexEntry, IndexChange>
  /** The history of a fork has the same limits. */
  readonly settings: RevisionedTreeOptions<IndexEntry, IndexChange>
  readonly clock: HistoryClock
  readonly recordOf: (revision: number) => Buffer | undefined
}

/** The forks of a store. Those of one state share what they read. */
export class Forks {
  readonly #options: ForksOptions
  readonly #bases = new WeakList<ForkBase>()
  #newest: WeakRef<ForkBase> | undefined

  constructor(options: ForksOptions) {
    this.#options = options
  }

  create(): MemoryStore {
    const { state, settings, clock } = this.#options
    return createLmdbFork({ state: state.fork(settings), base: this.#base(), clock })
  }

  /** The forks that are alive need what a commit removes, or removes when it is tried again. */
  keep(garbage: readonly ForgottenChange[]): void {
    for (const base of this.#bases.items()) {
      for (const { change, records } of garbage) for (const revision of records) base.keep(change, revision)
    }
  }

  close(): void {
    for (const base of this.#bases.items()) base.close()
  }

  #base(): ForkBase {
    const { state, recordOf } = this.#options
    const { revision, oldest } = state
    const newest = this.#newest?.deref()
    if (newest?.isAt(revision, oldest) === true) return newest
    const base = new ForkBase(revision, oldest, recordOf)
    this.#bases.add(base)
    this.#newest = new WeakRef(base)
    return base
  }
}
