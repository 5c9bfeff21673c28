import type { Clock } from '@pinnace/meta'
import type { CacheChange } from './cache-change.ts'
import { dispatchSliceMs } from './cache-settings.ts'
import type { RunningWatch, WatchQueue } from './running-watch.ts'
import { WatchScope } from './watch-scope.ts'

/**
 * Dispatches changes to watches. A change is added to the scopes of its key (all keys, its namespace, itself: at most four
 * lookups). After the current turn of the event loop, each watch of those scopes takes the new changes in one batch. If
 * that takes long, the rest follows in later turns.
 */
export class Dispatcher<T> implements WatchQueue<T> {
  readonly #clock: Clock
  readonly #prefix: string
  readonly #scopes = new Map<string, WatchScope<T, RunningWatch<T>>>()
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

  /** The scope of a prefix that ends in a slash, or of a key. */
  scope(range: string): WatchScope<T, RunningWatch<T>> {
    let scope = this.#scopes.get(range)
    if (scope === undefined) {
      scope = new WatchScope(range)
      this.#scopes.set(range, scope)
    }
    return scope
  }

  join(watch: RunningWatch<T>): void {
    watch.scope.watches.add(watch)
    this.#size++
    this.enqueue(watch)
  }

  leave(watch: RunningWatch<T>): void {
    if (!watch.scope.watches.delete(watch)) return
    this.#size--
    if (watch.scope.watches.size === 0) this.#scopes.delete(watch.scope.range)
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
    for (const scope of this.#scopes.values()) for (const watch of scope.watches) watch.end(undefined)
  }

  #pushTo(range: string, change: CacheChange<T>): void {
    const scope = this.#scopes.get(range)
    if (scope === undefined) return
    scope.push(change)
    this.#changed.add(scope)
    this.#schedule()
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
    while (next < ready.length) {
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
