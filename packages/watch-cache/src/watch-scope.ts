import type { CacheChange, EventView } from './cache-change.ts'
import type { RecentViews } from './recent-views.ts'

/** The part of a watch that its scope needs. */
export interface PositionedWatch {
  /** The position of the next change of the scope to take. */
  readonly position: number
}

/**
 * Watches of a range of keys (all, a namespace, a key), of all objects or those with a value of a label or field, and the
 * changes of these that not all of the watches have taken yet. A change is stored once for all watches; each watch has its own position.
 */
export class WatchScope<T, Watch extends PositionedWatch> {
  /** The prefix or key. */
  readonly range: string
  /** The label or field, and its value; undefined for all objects of the range. */
  readonly selects: { readonly name: string; readonly value: string } | undefined
  readonly watches: Set<Watch> = new Set()
  #changes: CacheChange<T>[] = []
  #base = 0
  #batch: { readonly from: number; readonly to: number; readonly events: readonly EventView<T>[] } | undefined

  constructor(range: string, selects: WatchScope<T, Watch>['selects']) {
    this.range = range
    this.selects = selects
  }

  /** The position after the newest change. */
  get end(): number {
    return this.#base + this.#changes.length
  }

  push(change: CacheChange<T>): void {
    this.#changes.push(change)
  }

  /** The change at a position; undefined if every watch has taken it, or at the end. */
  at(position: number): CacheChange<T> | undefined {
    return this.#changes[position - this.#base]
  }

  /** The events between two positions for watches without a selector; shared by all watches at that position. */
  batch(from: number, to: number, views: RecentViews): readonly EventView<T>[] {
    if (this.#batch?.from === from && this.#batch.to === to) return this.#batch.events
    const events: EventView<T>[] = []
    for (let position = from; position < to; position++) {
      const event = this.at(position)?.viewFor(undefined, views)
      if (event !== undefined) events.push(event)
    }
    this.#batch = { from, to, events }
    return events
  }

  /** Drops the changes that every watch has taken. */
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
