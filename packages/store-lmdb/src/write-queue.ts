import type { Clock } from '@pinnace/meta'
import type { StoreValue, WriteCondition, WriteOutcome } from '@pinnace/store'

/** A write that waits for its commit. */
export interface PendingWrite {
  readonly key: string
  readonly value: StoreValue
  readonly condition: WriteCondition | undefined
  readonly deleted: boolean
  readonly resolve: (outcome: WriteOutcome) => void
  readonly reject: (error: unknown) => void
}

/** Commits the writes of one turn of the event loop together. */
export class WriteQueue {
  readonly #clock: Pick<Clock, 'soon'>
  readonly #commit: (writes: readonly PendingWrite[]) => void
  // As many as there are callers that wait.
  #waiting: PendingWrite[] = []
  #isScheduled = false

  constructor(clock: Pick<Clock, 'soon'>, commit: (writes: readonly PendingWrite[]) => void) {
    this.#clock = clock
    this.#commit = commit
  }

  add(write: PendingWrite): void {
    this.#waiting.push(write)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#clock.soon(() => this.flush())
  }

  /** Commits what waits. What the commit throws is the answer to all of it. */
  flush(): void {
    this.#isScheduled = false
    const writes = this.#waiting
    this.#waiting = []
    if (writes.length === 0) return
    try {
      this.#commit(writes)
    } catch (error) {
      for (const { reject } of writes) reject(error)
    }
  }
}
