import type { Clock } from '@pinnace/meta'
import type { CacheChange } from './cache-change.ts'
import { dispatchSliceMs, dispatchSliceWatches } from './cache-settings.ts'
import { RangeWatches } from './range-watches.ts'
import type { RunningWatch, WatchQueue } from './running-watch.ts'
import type { EntrySelector } from './watch-cache.ts'
import type { WatchScope } from './watch-scope.ts'

/**
 * Dispatches changes to watches. A change is added to the scopes of its key (all keys, its namespace, itself: at most four
 * lookups), and of the labels and fields that watches select by. After the current turn of the event loop, each watch of those scopes takes the new changes in one batch. If
 * that takes long, the rest follows in later turns.
 */
export class Dispatcher<T> implements WatchQueue<T> {
  readonly #clock: Clock
  readonly #prefix: string
  readonly #ranges = new Map<string, RangeWatches<T, RunningWatch<T>>>()
  #changed = new Set<WatchScope<T, RunningWatch<T>>>()
  #ready: RunningWatch<T>[] = []
  #scheduled = false
  #size = 0

  constructor(clock: Clock, prefix: string) {
    this.#clock = clock
    this.#prefix = prefix
  }

  /** The number of running watches. */
  get size(): number {
    return this.#size
  }

  /** The scope of a prefix that ends in a slash, or of a key, and of a selector. */
  scope(range: string, selector: EntrySelector<T> | undefined): WatchScope<T, RunningWatch<T>> {
    let watches = this.#ranges.get(range)
    if (watches === undefined) this.#ranges.set(range, (watches = new RangeWatches()))
    return watches.scope(range, selector)
  }

  join(watch: RunningWatch<T>): void {
    watch.scope.watches.add(watch)
    this.#size++
    this.enqueue(watch)
  }

  leave(watch: RunningWatch<T>): void {
    if (!watch.scope.watches.delete(watch)) return
    this.#size--
    const { range, watches } = watch.scope
    if (watches.size > 0) return
    const left = this.#ranges.get(range)
    left?.remove(watch.scope)
    if (left?.isEmpty === true) this.#ranges.delete(range)
  }

  push(change: CacheChange<T>): void {
    if (this.#size === 0) return
    const { key } = change.entry
    for (let end = this.#prefix.length; end > 0; end = key.indexOf('/', end) + 1)
      this.#pushTo(key.slice(0, end), change)
    if (!key.endsWith('/')) this.#pushTo(key, change)
  }

  enqueue(watch: RunningWatch<T>): void {
    if (watch.queued || watch.ended) return
    watch.queued = true
    this.#ready.push(watch)
    this.#schedule()
  }

  endAll(): void {
    for (const range of this.#ranges.values()) {
      for (const scope of range.scopes()) for (const watch of scope.watches) watch.end(undefined)
    }
  }

  #pushTo(range: string, change: CacheChange<T>): void {
    this.#ranges.get(range)?.concerned(change, (scope) => {
      scope.push(change)
      this.#changed.add(scope)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#clock.soon(() => this.#run())
  }

  #run(): void {
    const changed = this.#changed
    this.#changed = new Set()
    const touched = new Set(changed)
    for (const scope of changed) for (const watch of scope.watches) this.enqueue(watch)
    const ready = this.#ready
    const began = this.#clock.monotonic()
    let next = 0
    while (next < ready.length && next < dispatchSliceWatches) {
      const watch = ready[next++]
      if (watch === undefined) break
      watch.queued = false
      touched.add(watch.scope)
      const more = watch.step()
      if (more) this.enqueue(watch)
      // The clock is read after a full batch, or every 16 watches.
      if ((more || (next & 15) === 0) && this.#clock.monotonic() - began > dispatchSliceMs) break
    }
    this.#ready = next === ready.length ? [] : ready.slice(next)
    for (const scope of touched) scope.trim()
    this.#scheduled = false
    if (this.#ready.length > 0 || this.#changed.size > 0) this.#schedule()
  }
}
