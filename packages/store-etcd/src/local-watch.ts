import { StoreError, type StoreEvent, type StoreWatcher } from '@pinnace/store'

/** A watch of a caller: passes on the changes under its prefix that it has not delivered yet. */
export class LocalWatch implements Disposable {
  readonly prefix: string
  readonly #watcher: StoreWatcher
  readonly #onLeave: (watch: LocalWatch) => void
  /** All changes up to this revision have been delivered. */
  delivered: bigint
  active = true

  constructor(
    prefix: string,
    { after, watcher, onLeave }: { after: bigint; watcher: StoreWatcher; onLeave: (watch: LocalWatch) => void },
  ) {
    this.prefix = prefix
    this.delivered = after
    this.#watcher = watcher
    this.#onLeave = onLeave
  }

  /** Passes on changes that end at `revision`. */
  deliver(changes: readonly StoreEvent[], revision: bigint): void {
    if (!this.active || revision <= this.delivered) return
    const { delivered, prefix } = this
    const events = changes.filter(({ entry }) => entry.modRevision > delivered && entry.key.startsWith(prefix))
    this.delivered = revision
    const last = events.at(-1)
    if (last !== undefined) this.#call(() => this.#watcher.onEvents(events))
    if (this.active && last?.entry.modRevision !== revision) this.#call(() => this.#watcher.onProgress?.(revision))
  }

  end(error: StoreError | undefined): void {
    if (!this.active) return
    this[Symbol.dispose]()
    try {
      this.#watcher.onEnd(error)
    } catch {
      // The watch has ended, and other watches must not be affected.
    }
  }

  [Symbol.dispose](): void {
    if (!this.active) return
    this.active = false
    this.#onLeave(this)
  }

  #call(call: () => void): void {
    try {
      call()
    } catch (cause) {
      this.end(new StoreError('Unavailable', 'the watcher failed', { cause }))
    }
  }
}
