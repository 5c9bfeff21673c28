import { systemClock } from '@pinnace/meta'

/** Milliseconds of a turn of the event loop in which requests are started as they arrive, and those that wait after that. */
const turnMs = 10

/** The most requests that wait and are started in one turn. */
const startedInTurn = 32

type Start = () => void

/**
 * Starts the requests of a port: at once while the turn of the event loop is short, the others in later turns, those of
 * each connection in turns with those of others. A client that opens thousands of streams does not delay the request of
 * another one by more than one round. As many wait as there are open requests.
 */
export class RequestTurns {
  /** The requests that wait, by connection, in the order of their turns. */
  readonly #waiting = new Map<object, Start[]>()
  /** When the requests of this turn have taken their time; undefined before the first. */
  #endMs: number | undefined
  /** The requests that may still be started in the turn that comes or has begun. */
  #scheduled = 0
  #queueEndMs = 0
  #isScheduled = false

  /** Starts a request of a connection, at once if this turn has time and the connection has no request that waits. */
  start(connection: object, start: Start): void {
    if (this.#waiting.has(connection) || this.#isOver()) this.defer(connection, start)
    else start()
  }

  /** Starts a request in a later turn. */
  defer(connection: object, start: Start): void {
    const starts = this.#waiting.get(connection)
    if (starts === undefined) this.#waiting.set(connection, [start])
    else starts.push(start)
    if (this.#isScheduled) return
    this.#isScheduled = true
    // Not in this turn, whose time may be used up.
    systemClock.soon(() => this.#schedule())
  }

  #isOver(): boolean {
    const nowMs = systemClock.monotonic()
    if (this.#endMs !== undefined) return nowMs >= this.#endMs
    this.#endMs = nowMs + turnMs
    // The next turn, whichever clock is in use.
    systemClock.soon(() => (this.#endMs = undefined))
    return false
  }

  /** Each request is started by a callback of its own, so that what it does before it waits counts too. */
  #schedule(): void {
    this.#scheduled = startedInTurn
    this.#queueEndMs = Infinity
    for (let count = 0; count < startedInTurn; count++) systemClock.soon(() => this.#step())
  }

  #step(): void {
    this.#scheduled--
    const nowMs = systemClock.monotonic()
    // At least one is started, also in a turn whose time the requests that have just arrived have used up.
    const isFirst = this.#queueEndMs === Infinity
    if (isFirst) this.#queueEndMs = this.#endMs ?? nowMs + turnMs
    const start = isFirst || nowMs < this.#queueEndMs ? this.#next() : undefined
    if (this.#scheduled === 0) {
      this.#isScheduled = this.#waiting.size > 0
      if (this.#isScheduled) this.#schedule()
    }
    start?.()
  }

  #next(): Start | undefined {
    for (const [connection, starts] of this.#waiting) {
      const start = starts.shift()
      this.#waiting.delete(connection)
      if (starts.length > 0) this.#waiting.set(connection, starts)
      return start
    }
    return undefined
  }
}
