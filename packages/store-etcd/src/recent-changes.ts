import type { StoreEvent } from '@pinnace/store'
import type { EtcdEvent } from './etcd-event.ts'

/**
 * The newest changes, for watches that start a little in the past. When their values exceed the limit in bytes, the oldest
 * half is dropped.
 */
export class RecentChanges {
  readonly #limitBytes: number
  #changes: EtcdEvent[] = []
  #bytes = 0
  #start: bigint

  constructor(start: bigint, limitBytes: number) {
    this.#start = start
    this.#limitBytes = limitBytes
  }

  /** Changes after this revision are kept. */
  get start(): bigint {
    return this.#start
  }

  push(changes: readonly EtcdEvent[]): void {
    for (const change of changes) {
      this.#changes.push(change)
      this.#bytes += change.byteLength
    }
    if (this.#bytes > this.#limitBytes) this.#drop(Math.ceil(this.#changes.length / 2))
  }

  /** The changes after a revision; undefined if some of them have been dropped. */
  after(revision: bigint): readonly StoreEvent[] | undefined {
    if (revision < this.#start) return undefined
    // Revisions ascend.
    let [low, high] = [0, this.#changes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#changes[middle]?.modRevision ?? 0n) > revision) high = middle
      else low = middle + 1
    }
    return this.#changes.slice(low)
  }

  /** Drops the changes up to a revision. */
  forget(revision: bigint): void {
    if (revision <= this.#start) return
    const kept = this.after(revision)?.length ?? 0
    this.#drop(this.#changes.length - kept)
    this.#start = revision
  }

  /** Drops the oldest changes, and the rest of a revision that would be incomplete. */
  #drop(count: number): void {
    const last = this.#changes[count - 1]
    if (last === undefined) return
    this.#start = last.modRevision
    const kept = this.#changes.slice(count).filter(({ modRevision }) => modRevision > last.modRevision)
    this.#changes = kept
    this.#bytes = kept.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }
}
