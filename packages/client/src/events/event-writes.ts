import { delay, keepAliveUntil, randomBetween, StatusError, type Clock, type Random } from '@pinnace/meta'

/** Options for {@link EventWrites}. */
export interface EventWritesOptions {
  readonly clock: Clock
  readonly random: Random
  /** Called with what was given up. */
  readonly onError: (error: unknown) => void
}

// upstream: client-go/tools/events/event_broadcaster.go – maxTriesPerEvent, sleepDuration; the limit is that of its queue.
const maxTries = 12
const retryMs = 10_000
const maxWaiting = 1000

/** Writes that are done one after the other. At most 1000 wait; a further one is dropped and reported. */
export class EventWrites {
  readonly #options: EventWritesOptions
  readonly #stopping = new AbortController()
  #last: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(options: EventWritesOptions) {
    this.#options = options
  }

  /** Does a write after those before it. A write that did not reach the server is tried again. */
  add(write: () => Promise<unknown>): void {
    if (this.#waiting >= maxWaiting) {
      this.#options.onError(new Error(`more than ${maxWaiting} events wait to be written`))
      return
    }
    this.#waiting++
    this.#last = this.#last.then(async () => {
      try {
        await this.#attempt(write)
      } catch (error) {
        this.#options.onError(error)
      } finally {
        this.#waiting--
      }
    })
  }

  /** Resolves when every write so far was done or given up. The process stays alive until then. */
  flush(): Promise<void> {
    return keepAliveUntil(this.#last)
  }

  /** Tries each remaining write once more. */
  stop(): Promise<void> {
    this.#stopping.abort()
    return this.flush()
  }

  async #attempt(write: () => Promise<unknown>): Promise<void> {
    const { clock, random } = this.#options
    const { signal } = this.#stopping
    for (let tries = 1; ; tries++) {
      try {
        await write()
        return
      } catch (error) {
        if (error instanceof StatusError || tries === maxTries || signal.aborted) throw error
      }
      // The first wait is a random part of the others, so that clients do not come back together.
      const waitMs = tries === 1 ? retryMs * randomBetween(random, 0, 1) : retryMs
      await delay(clock, waitMs, signal, { keepAlive: false }).catch(() => {})
    }
  }
}
