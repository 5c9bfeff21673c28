import type { CacheChange, EventView } from './cache-change.ts'
import type { ViewKeeper } from './view-keeper.ts'

/** As much of a watch as its scope needs. */
interface PositionedWatch {
  /** The changes of the scope before this position have been taken. */
  readonly position: number
}

/**
 * The watches of one range of keys (all, one namespace, one key), and the changes of that range that not all of them
 * have taken yet. A change is put here once, however many watch; each watch has its own position.
 */
export class WatchScope<T, Watch extends PositionedWatch> {
  /** The prefix or key it stands for. */
  readonly range: string
  readonly watches: Set<Watch> = new Set()
  #changes: CacheChange<T>[] = []
  #base = 0
  #batch: { readonly from: number; readonly to: number; readonly events: readonly EventView<T>[] } | undefined

  constructor(range: string) {
    this.range = range
  }

  /** Position after the newest change. */
  get end(): number {
    return this.#base + this.#changes.length
  }

  push(change: CacheChange<T>): void {
    this.#changes.push(change)
  }

  at(position: number): CacheChange<T> {
    return this.#changes[position - this.#base]!
  }

  /** What a watch without a selector sees between two positions: made once, shared by all that stand there. */
  batch(from: number, to: number, keeper: ViewKeeper): readonly EventView<T>[] {
    if (this.#batch?.from === from && this.#batch.to === to) return this.#batch.events
    const events: EventView<T>[] = []
    for (let position = from; position < to; position++) events.push(this.at(position).seenBy(undefined, keeper)!)
    this.#batch = { from, to, events }
    return events
  }

  /** Lets go of the changes that every watch has taken. */
  trim(): void {
    if (this.#changes.length === 0) return
    let first = this.end
    for (const watch of this.watches) if (watch.position < first) first = watch.position
    if (first === this.#base) return
    this.#changes = first === this.end ? [] : this.#changes.slice(first - this.#base)
    this.#base = first
    this.#batch = undefined
  }
}
