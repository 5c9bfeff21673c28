import { systemClock } from '@pinnace/meta'

/** How long a reply waits for others at most, milliseconds. */
const heldMs = 2

/**
 * Sends the replies of a turn of the event loop one after the other at its end. Sent as they are made, each one wakes a
 * client that sleeps, which takes as long as a get: with four connections or more, a get costs a quarter to a third less
 * this way, and with one about as much.
 */
export class ReplyBatch {
  #sends: (() => void)[] = []
  #sinceMs = 0

  /** `send` must not throw. */
  add(send: () => void): void {
    const nowMs = systemClock.monotonic()
    if (this.#sends.push(send) === 1) {
      this.#sinceMs = nowMs
      systemClock.soon(() => this.sendAll())
    } else if (nowMs - this.#sinceMs >= heldMs) {
      this.sendAll()
    }
  }

  /** Sends what waits at once: before a connection is ended because of what its client sent next. */
  sendAll(): void {
    const sends = this.#sends
    this.#sends = []
    for (const send of sends) send()
  }
}
