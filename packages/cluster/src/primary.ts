import { systemClock, type Clock } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { Link } from './link.ts'
import type { ToPrimary, ToReplica } from './messages.ts'
import { ReplicaLine, type ReplicaLimits } from './replica-line.ts'

/** Options for {@link createPrimary}. */
export interface PrimaryOptions extends Partial<ReplicaLimits> {
  /** The store; written by this process or by others only through the primary. */
  readonly store: Store
  readonly clock?: Pick<Clock, 'after' | 'soon'>
}

/** The process that keeps the store, for processes with copies of it. */
export interface Primary extends Disposable {
  /** Serves a process that creates a copy with `createReplica` at the other end of the link. */
  attach(link: Link<ToReplica, ToPrimary>): void
}

/**
 * Serves a store to copies in other processes. Each change goes to every copy, and is committed, so that reads show it,
 * when all of them have received it: reads of a copy ask no other process, and are never older than a write that was acknowledged. A
 * copy that does not receive changes in time is ended.
 */
export function createPrimary({
  store,
  clock = systemClock,
  receiveTimeoutMs = 10_000,
  maxUnreceivedBytes = 128 * 1024 * 1024,
}: PrimaryOptions): Primary {
  for (const [name, bound] of Object.entries({ receiveTimeoutMs, maxUnreceivedBytes })) {
    if (!Number.isInteger(bound) || bound < 1) throw new TypeError(`${name} must be a positive integer`)
  }
  return new ReplicatedStore(store, clock, { receiveTimeoutMs, maxUnreceivedBytes })
}

class ReplicatedStore implements Primary {
  readonly #store: Store
  readonly #clock: Pick<Clock, 'after' | 'soon'>
  readonly #limits: ReplicaLimits
  readonly #lines = new Set<ReplicaLine>()
  /** All copies that serve have received the changes up to this revision. */
  #committed = 0

  constructor(store: Store, clock: Pick<Clock, 'after' | 'soon'>, limits: ReplicaLimits) {
    this.#store = store
    this.#clock = clock
    this.#limits = limits
  }

  attach(link: Link<ToReplica, ToPrimary>): void {
    const line = new ReplicaLine({
      store: this.#store,
      compact: (revision) => this.#compact(revision),
      clock: this.#clock,
      limits: this.#limits,
      link,
      onReceived: () => this.#commit(),
      onLeft: () => {
        this.#lines.delete(line)
        this.#commit()
      },
    })
    this.#lines.add(line)
    line.start()
  }

  [Symbol.dispose](): void {
    for (const line of this.#lines) line[Symbol.dispose]()
    this.#lines.clear()
  }

  async #compact(revision: number): Promise<void> {
    await this.#store.compact(BigInt(revision))
    await Promise.all([...this.#lines].map((line) => line.compact(revision)))
  }

  /** Commits what all copies have received. A copy that has all of that begins to serve. */
  #commit(): void {
    const serving = [...this.#lines].filter((line) => line.serves)
    const received = Math.min(...serving.map((line) => line.received))
    if (serving.length > 0 && received > this.#committed) {
      this.#committed = received
      for (const line of serving) line.commit(received)
    }
    for (const line of this.#lines) {
      if (line.serves || !line.isCurrent || line.received < this.#committed) continue
      line.serves = true
      // INVARIANT: what one copy shows, all copies have received.
      if (serving.length === 0) this.#committed = Math.max(this.#committed, line.received)
      line.commit(this.#committed)
      return this.#commit()
    }
  }
}
