import { StoreError, type StoreEvent, type StoreWatcher } from '../store.ts'

/**
 * A watch of a store: what it has delivered, and whether it is active. A watcher that throws ends its watch.
 */
export class StoreWatch implements Disposable {
  readonly prefix: string
  readonly #watcher: StoreWatcher
  readonly #leave: (watch: StoreWatch) => void
  /** All changes up to this revision have been delivered. */
  delivered: number
  active = true

  constructor(prefix: string, delivered: number, watcher: StoreWatcher, leave: (watch: StoreWatch) => void) {
    this.prefix = prefix
    this.delivered = delivered
    this.#watcher = watcher
    this.#leave = leave
  }

  deliver(events: readonly StoreEvent[], revision: number): void {
    this.delivered = revision
    try {
      this.#watcher.onEvents(events)
    } catch (cause) {
      this.end(new StoreError('Unavailable', 'the watcher failed', { cause }))
    }
  }

  /** `reported` is the same revision: one value for all watches. */
  progress(revision: number, reported: bigint): void {
    this.delivered = revision
    try {
      this.#watcher.onProgress?.(reported)
    } catch (cause) {
      this.end(new StoreError('Unavailable', 'the watcher failed', { cause }))
    }
  }

  end(error: StoreError | undefined): void {
    if (!this.active) return
    this[Symbol.dispose]()
    try {
      this.#watcher.onEnd(error)
    } catch {
      // The watch has ended, and the write that called it must not fail.
    }
  }

  [Symbol.dispose](): void {
    if (!this.active) return
    this.active = false
    this.#leave(this)
  }
}
