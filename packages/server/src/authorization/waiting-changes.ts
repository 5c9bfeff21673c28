import { createTimeSlices, systemClock } from '@pinnace/meta'

/** The most changes that wait: they keep the bytes of their objects. Further ones are applied at once. */
const maxWaiting = 16

type Change = () => void

/** Changes that wait, in their order: each is applied in a turn of the event loop of its own, or all when they are needed. */
export class WaitingChanges {
  readonly #onFailure: () => void
  #changes: Change[] = []
  #isScheduled = false

  /** `onFailure` is called when a change could not be applied in its turn; those after it are given up. */
  constructor(onFailure: () => void) {
    this.#onFailure = onFailure
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0
  }

  add(change: Change): void {
    if (this.#changes.push(change) > maxWaiting) this.applyAll()
    if (!this.#isScheduled) void this.#applyInTurns()
  }

  applyAll(): void {
    const changes = this.#changes
    this.#changes = []
    for (const change of changes) change()
  }

  clear(): void {
    this.#changes = []
  }

  async #applyInTurns(): Promise<void> {
    this.#isScheduled = true
    // Turns are those of the event loop, whichever clock is in use.
    const slices = createTimeSlices({ clock: systemClock })
    try {
      while (!this.isEmpty) {
        await slices.next()
        this.#changes.shift()?.()
      }
    } catch {
      this.clear()
      this.#onFailure()
    } finally {
      this.#isScheduled = false
    }
  }
}
