import { systemClock } from '@pinnace/meta'
import { isHealthCheck } from './health-check.ts'

/** Milliseconds of a turn of the event loop in which requests are started as they arrive, and those that wait after that. */
const turnMs = 10

/** The most batches of waiting requests that are started in one turn. */
const batchesInTurn = 32

/** Milliseconds that a batch is meant to take, and its largest size. */
const batchMs = 2
const maxBatch = 16

type Start = () => void

/** Milliseconds before it first waits that make a request a long one. */
const longMs = 5

/**
 * Starts the requests of a port: at once while the turn of the event loop is short, the others in later turns, those of
 * each connection in turns with those of others. Connections whose last request took long come after the others. A client
 * that opens thousands of streams does not delay the request of another one by more than one round. As many wait as there
 * are open requests. One health check in a turn does not wait: who asks whether the server answers has no part in what
 * keeps it busy.
 */
export class RequestTurns {
  readonly #waiting = new Queue()
  /** Those of connections whose last request took long. */
  readonly #waitingLong = new Queue()
  readonly #isLong = new WeakSet<object>()
  /** Whether the next one is one of these: the two take turns. */
  #isLongDue = false
  /** When the requests of this turn have taken their time; undefined before the first. */
  #endMs: number | undefined
  /** The batches that may still be started in the turn that comes or has begun. */
  #scheduled = 0
  #queueEndMs = 0
  readonly #batch = new BatchSize()
  /** Whether a health check has been started in this turn though others wait. */
  #hasChecked = false
  #isScheduled = false

  /**
   * Starts a request for a path on a connection: at once if the connection has no request that waits, and this turn has
   * time or it is a health check.
   */
  start(connection: object, path: string | undefined, start: Start): void {
    const isWaiting = this.#waiting.has(connection) || this.#waitingLong.has(connection)
    if (isWaiting || (this.#isOver() && !this.#mayCheck(path))) this.defer(connection, start)
    else this.#run(connection, start)
  }

  #mayCheck(path = ''): boolean {
    if (this.#hasChecked || !isHealthCheck(path)) return false
    this.#hasChecked = true
    systemClock.soon(() => (this.#hasChecked = false))
    return true
  }

  /** Starts a request, or what is to come after the requests of its connection, in a later turn. */
  defer(connection: object, start: Start): void {
    // Requests of a connection keep their order.
    const isLong = this.#waitingLong.has(connection) || (this.#isLong.has(connection) && !this.#waiting.has(connection))
    const queue = isLong ? this.#waitingLong : this.#waiting
    queue.add(connection, start)
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

  #run(connection: object, start: Start): void {
    const startedMs = systemClock.monotonic()
    start()
    if (systemClock.monotonic() - startedMs >= longMs) this.#isLong.add(connection)
    else this.#isLong.delete(connection)
  }

  /** Each batch is started by a callback of its own, so that what its requests do before they wait counts too. */
  #schedule(): void {
    this.#scheduled = batchesInTurn
    this.#queueEndMs = Infinity
    for (let count = 0; count < batchesInTurn; count++) systemClock.soon(() => this.#step())
  }

  #step(): void {
    this.#scheduled--
    const nowMs = systemClock.monotonic()
    // At least one is started, also in a turn whose time the requests that have just arrived have used up.
    const isFirst = this.#queueEndMs === Infinity
    if (isFirst) {
      this.#queueEndMs = this.#endMs ?? nowMs + turnMs
      this.#batch.forget()
    } else this.#batch.end(nowMs)
    if (isFirst || nowMs < this.#queueEndMs) this.#startBatch(nowMs)
    if (this.#scheduled > 0) return
    this.#isScheduled = !this.#waiting.isEmpty || !this.#waitingLong.isEmpty
    if (this.#isScheduled) this.#schedule()
  }

  /** Starts one request, and more that wait if those before were short: together they find the caches of the processor warm. */
  #startBatch(nowMs: number): void {
    const first = this.#next()
    if (first === undefined) return
    this.#run(first.connection, first.start)
    let count = 1
    while (count < this.#batch.size && systemClock.monotonic() - nowMs < batchMs) {
      const other = this.#waiting.take()
      if (other === undefined) break
      this.#run(other.connection, other.start)
      count++
    }
    this.#batch.begin(nowMs, count)
  }

  #next(): Waiting | undefined {
    const [first, second] = this.#isLongDue ? [this.#waitingLong, this.#waiting] : [this.#waiting, this.#waitingLong]
    const next = first.take() ?? second.take()
    this.#isLongDue = !this.#isLongDue && !this.#waitingLong.isEmpty
    return next
  }
}

/** How many requests are started together, by how long those of the last batch have taken. */
class BatchSize {
  size = 1
  #startedMs = 0
  #count = 0

  begin(startedMs: number, count: number): void {
    this.#startedMs = startedMs
    this.#count = count
  }

  /** What comes until the next batch is not the work of the last one. */
  forget(): void {
    this.#count = 0
  }

  /** The batch is over: the next one is as large as `batchMs` allows, and not more than twice as large. */
  end(nowMs: number): void {
    if (this.#count === 0) return
    const largest = Math.floor((batchMs * this.#count) / (nowMs - this.#startedMs))
    this.size = Math.max(1, Math.min(largest, 2 * this.size, maxBatch))
    this.#count = 0
  }
}

interface Waiting {
  readonly connection: object
  readonly start: Start
}

/** The requests that wait, by connection, in the order of their turns. */
class Queue {
  readonly #starts = new Map<object, Start[]>()

  get isEmpty(): boolean {
    return this.#starts.size === 0
  }

  has(connection: object): boolean {
    return this.#starts.has(connection)
  }

  add(connection: object, start: Start): void {
    const starts = this.#starts.get(connection)
    if (starts === undefined) this.#starts.set(connection, [start])
    else starts.push(start)
  }

  take(): Waiting | undefined {
    for (const [connection, starts] of this.#starts) {
      const start = starts.shift()
      this.#starts.delete(connection)
      if (starts.length > 0) this.#starts.set(connection, starts)
      return start && { connection, start }
    }
    return undefined
  }
}
