import type { Clock } from '@pinnace/meta'
import { StoreError, type WriteOutcome } from '@pinnace/store'
import {
  createMemoryState,
  MemoryChange,
  RevisionedReads,
  type HistoryBounds,
  type MemoryEntry,
  type MemoryState,
} from '@pinnace/store/history'
import type { SentChange, SentEntry } from './messages.ts'

interface Waiter {
  readonly reached: Promise<void>
  resolve(): void
  reject(error: Error): void
}

/**
 * The committed state of a copy, and the changes that have been received and are not committed. INVARIANT: a read that
 * begins after a change was received shows the state with it. So no copy shows a state that is older than one which
 * another copy has shown.
 */
export class ReplicaState {
  readonly #memory: MemoryState
  readonly reads: RevisionedReads<MemoryEntry, MemoryChange>
  #received: number
  #changes: SentChange[] = []
  /** Those who wait for a revision. */
  readonly #waiters = new Map<number, Waiter>()
  #failure: StoreError | undefined

  constructor(revision: number, bounds: HistoryBounds, clock: Pick<Clock, 'monotonic' | 'after'>) {
    const memory = createMemoryState(revision, bounds)
    this.#memory = memory
    this.#received = revision
    this.reads = new RevisionedReads({
      state: memory.state,
      clock: {
        nowMs: () => clock.monotonic(),
        after: (delayMs, callback) => clock.after(delayMs, callback),
      },
      // The process with the store deletes what has expired.
      expire: () => undefined,
      expires: 'by timer',
      toEntry: (entry) => entry,
      toEvent: (change) => change,
    })
  }

  /** Adds entries to the first state. */
  load(entries: readonly SentEntry[]): void {
    for (const entry of entries) this.#memory.state.load(this.#entryOf(entry))
  }

  receive(changes: readonly SentChange[], revision: number): void {
    for (const change of changes) this.#changes.push(change)
    this.#received = revision
  }

  /** Shows the changes up to a revision, to readers before watchers. */
  commit(revision: number): void {
    const { state } = this.#memory
    const second = this.reads.second()
    const end = this.#changes.findIndex(({ entry }) => entry.modified > revision)
    const applied = this.#changes.splice(0, end === -1 ? this.#changes.length : end).map((sent) => {
      const change = new MemoryChange(sent.deleted, this.#entryOf(sent.entry), state.get(sent.entry.key))
      state.apply(change, second)
      return change
    })
    state.advance(revision)
    state.trim(second)
    for (const change of applied) this.reads.push(change, change.revision)
    for (const [wanted, waiter] of this.#waiters) {
      if (wanted > revision) continue
      this.#waiters.delete(wanted)
      waiter.resolve()
    }
  }

  /** Resolves when what has been received until now is committed; undefined if it is. */
  pending(): Promise<void> | undefined {
    if (this.#received <= this.#memory.state.revision || this.#failure !== undefined) return undefined
    return this.until(this.#received)
  }

  /** Resolves when a revision is committed. */
  until(revision: number): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (revision <= this.#memory.state.revision) return Promise.resolve()
    const known = this.#waiters.get(revision)
    if (known !== undefined) return known.reached
    let settle: Omit<Waiter, 'reached'> | undefined
    const reached = new Promise<void>((resolve, reject) => {
      settle = { resolve, reject }
    })
    if (settle !== undefined) this.#waiters.set(revision, { reached, ...settle })
    return reached
  }

  /** The outcome of the committed write at a revision. */
  outcomeOf(revision: number): WriteOutcome {
    for (const change of this.#memory.state.changesAfter(revision - 1)) {
      if (change.revision === revision) return { done: true, entry: change.entry, previous: change.previous }
      break
    }
    throw new StoreError('Unavailable', `the write at revision ${revision} is done, and its history is compacted`)
  }

  assertOpen(): void {
    if (this.#failure !== undefined) throw this.#failure
    this.reads.assertOpen()
  }

  close(error: StoreError | undefined): void {
    this.#failure = error ?? new StoreError('Closed', 'the store is closed')
    this.reads.close(error)
    for (const { reject } of this.#waiters.values()) reject(this.#failure)
    this.#waiters.clear()
  }

  #entryOf({ key, value, created, modified }: SentEntry): MemoryEntry {
    return this.#memory.createEntry({ key, value: { bytes: value }, created, modified, expiry: undefined })
  }
}
