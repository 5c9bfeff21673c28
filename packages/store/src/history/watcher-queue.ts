import { StoreWatch } from './store-watch.ts'
import type { StoreError, StoreEvent, StoreWatcher } from '../store.ts'

/**
 * Delivers changes to watchers synchronously, in order. The changes of a watcher that writes are queued: all watchers get
 * a change before any watcher gets the next one. A watcher that throws ends its watch.
 */
export class WatcherQueue {
  /** Called when a watch has started or ended. */
  readonly #onChange: () => void
  #watches: readonly StoreWatch[] = []
  #queue: StoreEvent[] = []
  #delivering = false

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange
  }

  get size(): number {
    return this.#watches.length
  }

  /**
   * Starts a watch. `replay` returns the changes under the prefix after a revision, and the newest revision; it is called
   * again if a watcher writes meanwhile.
   */
  add(
    prefix: string,
    after: number,
    watcher: StoreWatcher,
    replay: (after: number) => { readonly events: StoreEvent[]; readonly revision: number },
  ): Disposable {
    const watch = new StoreWatch(prefix, after, watcher, (left) => {
      this.#watches = this.#watches.filter((other) => other !== left)
      this.#onChange()
    })
    while (watch.active) {
      const { events, revision } = replay(watch.delivered)
      if (revision <= watch.delivered) break
      const last = events.at(-1)
      if (last !== undefined) watch.deliver(events, Number(last.entry.modRevision))
      if (watch.active && watch.delivered < revision) watch.progress(revision, BigInt(revision))
    }
    if (!watch.active) return watch
    this.#watches = [...this.#watches, watch]
    this.#onChange()
    return watch
  }

  push(event: StoreEvent, revision: number): void {
    if (this.#watches.length === 0 && !this.#delivering) return
    this.#queue.push(event)
    if (this.#delivering) return
    this.#delivering = true
    let next = revision
    for (let queued = this.#queue.shift(); queued !== undefined; queued = this.#queue.shift()) {
      this.#deliver(queued, next++)
    }
    this.#delivering = false
  }

  endAll(error: StoreError | undefined): void {
    this.#queue = []
    for (const watch of this.#watches) watch.end(error)
  }

  #deliver(event: StoreEvent, revision: number): void {
    const events = [event]
    const progress = BigInt(revision)
    for (const watch of this.#watches) {
      // INVARIANT: a watch that was started meanwhile has replayed this change, and must not get it twice.
      if (!watch.active || watch.delivered >= revision) continue
      if (event.entry.key.startsWith(watch.prefix)) watch.deliver(events, revision)
      else watch.progress(revision, progress)
    }
  }
}
