import { resumeInTurns, startTimeLimit, type Clock, type Timer } from '@pinnace/meta'
import { FlowRejection, type RejectionReason } from './flow-rejection.ts'
import { dealHand } from './shuffle-sharding.ts'
import type { WorkEstimate } from './work-estimate.ts'

/** The queues of a priority level. Without them, requests that find no seat are rejected. */
export interface QueueSettings {
  readonly queues: number
  readonly handSize: number
  readonly queueLengthLimit: number
}

/** Who waits for a request. */
export interface QueueCaller {
  /** Aborted when the client has gone. */
  readonly signal?: AbortSignal | undefined
  /** How long it may wait, where that is less than others may, milliseconds. Asked for when it has to. */
  maxWaitMs?(): number
}

/** A request that a queue set executes. */
export interface QueuedRequest {
  /** Chooses the hand of queues of its flow. */
  readonly hash: number
  readonly estimate: WorkEstimate
  readonly caller: QueueCaller
  readonly events: QueueEvents
}

/** What happens to a request; called at once. */
export interface QueueEvents {
  enqueued(queueLength: number): void
  dispatched(waitedMs: number): void
  rejected(reason: RejectionReason, waitedMs: number): void
  finished(executedMs: number): void
}

/** A request that is executed. {@link finish} once it has been. */
export interface ExecutingRequest {
  finish(): void
}

interface Queue {
  readonly index: number
  readonly waiting: Waiting[]
  /** The virtual time its next request starts at. */
  nextStart: number
  executing: number
  seatsInUse: number
  /** Seat seconds of the requests that wait. */
  work: number
  /** Seats of the requests that wait. */
  seatsWaiting: number
}

interface Waiting {
  readonly request: QueuedRequest
  readonly queue: Queue
  readonly start: () => void
  readonly reject: (reason: RejectionReason) => void
}

interface Start {
  readonly nowMs: number
  readonly waitedMs: number
}

/** Seconds that a request is assumed to be executed, until it is known. */
const guessedSeconds = 0.003

/**
 * Fair queuing: of those queues that wait, the one whose next request would end first if all were served at the same time
 * is served. A request joins the queue of its hand with the least work.
 */
// upstream: apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go
export class QueueSet {
  readonly #clock: Clock
  readonly #maxWaitMs: number
  /** Called with each change of the number of seats that are in use or waited for, and its time. */
  readonly #onDemand: (seats: number, nowMs: number) => void
  #settings: QueueSettings | undefined
  #queues: Queue[] = [newQueue(0)]
  #limit = 0
  #seatsInUse = 0
  #waiting = 0
  #executing = 0
  /** Virtual time: work of each queue that has some, in seat seconds. */
  #virtual = 0
  #virtualAtMs: number
  #activeQueues = 0
  #seatsWaiting = 0
  #arrivals = 0
  #robin = 0
  // Most requests belong to the flow of the one before.
  #dealtFor: number | undefined
  #hand: readonly number[] = []

  constructor(clock: Clock, maxWaitMs: number, onDemand: (seats: number, nowMs: number) => void) {
    this.#clock = clock
    this.#maxWaitMs = maxWaitMs
    this.#onDemand = onDemand
    this.#virtualAtMs = clock.monotonic()
  }

  get waiting(): number {
    return this.#waiting
  }

  get executing(): number {
    return this.#executing
  }

  get seatsInUse(): number {
    return this.#seatsInUse
  }

  /** True if nothing waits and nothing is executed. */
  get isIdle(): boolean {
    return this.#waiting === 0 && this.#executing === 0
  }

  get queues(): readonly Readonly<Omit<Queue, 'waiting'> & { waiting: readonly unknown[] }>[] {
    return this.#settings === undefined ? [] : this.#queues
  }

  get activeQueues(): number {
    return this.#settings === undefined ? 0 : this.#activeQueues
  }

  /** Changes queues and seats. Requests stay in the queues they are in. */
  configure(settings: QueueSettings | undefined, limit: number): void {
    this.#advance(this.#clock.monotonic())
    this.#settings = settings
    this.#dealtFor = undefined
    const wanted = Math.max(1, settings?.queues ?? 1)
    while (this.#queues.length < wanted) this.#queues.push(newQueue(this.#queues.length))
    // Queues that are not dealt any more go when they are empty.
    while (this.#queues.length > wanted && isEmpty(this.#queues.at(-1))) this.#queues.pop()
    this.setLimit(limit)
  }

  setLimit(limit: number): void {
    this.#advance(this.#clock.monotonic())
    this.#limit = limit
    this.#dispatch()
  }

  /** Executes a request now, or when it is its turn. Rejects with {@link FlowRejection}, or throws one at once. */
  execute(request: QueuedRequest): ExecutingRequest | Promise<ExecutingRequest> {
    const nowMs = this.#clock.monotonic()
    this.#advance(nowMs)
    const queue = this.#choose(request.hash)
    if (this.#waiting === 0 && this.#hasRoom(request.estimate)) {
      this.#activate(queue)
      this.#onDemand(request.estimate.initialSeats, nowMs)
      return this.#start(queue, request, { nowMs, waitedMs: 0 })
    }
    const settings = this.#settings
    if (request.caller.signal?.aborted === true) {
      request.events.rejected('cancelled', 0)
      throw new FlowRejection('cancelled')
    }
    if (settings === undefined || queue.waiting.length >= settings.queueLengthLimit) {
      const reason = settings === undefined ? 'concurrency-limit' : 'queue-full'
      request.events.rejected(reason, 0)
      throw new FlowRejection(reason)
    }
    return this.#wait(queue, request)
  }

  #wait(queue: Queue, request: QueuedRequest): Promise<ExecutingRequest> {
    return new Promise((resolve, reject) => {
      let timer: Timer | undefined
      const { signal } = request.caller
      const arrivedMs = this.#clock.monotonic()
      const leave = (): void => {
        timer?.cancel()
        signal?.removeEventListener('abort', onAbort)
      }
      const waiting: Waiting = {
        request,
        queue,
        start: () => {
          leave()
          const nowMs = this.#clock.monotonic()
          const execution = this.#start(queue, request, { nowMs, waitedMs: nowMs - arrivedMs })
          resumeInTurns(this.#clock, () => resolve(execution))
        },
        reject: (reason) => {
          leave()
          this.#remove(waiting)
          request.events.rejected(reason, this.#clock.monotonic() - arrivedMs)
          reject(new FlowRejection(reason))
          this.#dispatch()
        },
      }
      const onAbort = (): void => waiting.reject('cancelled')
      this.#add(waiting)
      const maxWaitMs = Math.min(this.#maxWaitMs, request.caller.maxWaitMs?.() ?? Infinity)
      timer = startTimeLimit(this.#clock, maxWaitMs, () => waiting.reject('time-out'))
      signal?.addEventListener('abort', onAbort, { once: true })
      // Another queue may have room for its next request, though this one has to wait.
      this.#dispatch()
    })
  }

  #add(waiting: Waiting): void {
    const { queue, request } = waiting
    const { estimate, events } = request
    this.#activate(queue)
    queue.waiting.push(waiting)
    queue.work += workOf(estimate)
    queue.seatsWaiting += seatsOf(estimate)
    this.#seatsWaiting += seatsOf(estimate)
    this.#waiting++
    this.#onDemand(estimate.initialSeats, this.#clock.monotonic())
    events.enqueued(queue.waiting.length)
  }

  #remove(waiting: Waiting): void {
    const nowMs = this.#clock.monotonic()
    this.#advance(nowMs)
    const { queue, request } = waiting
    queue.waiting.splice(queue.waiting.indexOf(waiting), 1)
    this.#forget(queue, request.estimate)
    this.#onDemand(-request.estimate.initialSeats, nowMs)
    this.#deactivate(queue)
  }

  /** A request does not wait any more. */
  #forget(queue: Queue, estimate: WorkEstimate): void {
    queue.work -= workOf(estimate)
    queue.seatsWaiting -= seatsOf(estimate)
    this.#seatsWaiting -= seatsOf(estimate)
    this.#waiting--
  }

  #dispatch(): void {
    while (this.#waiting > 0) {
      const next = this.#next()
      if (next === undefined || !this.#hasRoom(next.request.estimate)) return
      next.queue.waiting.shift()
      this.#forget(next.queue, next.request.estimate)
      next.start()
    }
  }

  /** The oldest request of the queue that would end first. */
  #next(): Waiting | undefined {
    let best: Waiting | undefined
    let bestEnd = Infinity
    const count = this.#queues.length
    for (let step = 1; step <= count; step++) {
      const queue = this.#queues[(this.#robin + step) % count]
      const first = queue?.waiting[0]
      if (queue === undefined || first === undefined) continue
      const end = queue.nextStart + workOf(first.request.estimate)
      if (end >= bestEnd) continue
      best = first
      bestEnd = end
    }
    if (best !== undefined) this.#robin = best.queue.index
    return best
  }

  #start(queue: Queue, request: QueuedRequest, { nowMs, waitedMs }: Start): ExecutingRequest {
    const { estimate, events } = request
    queue.nextStart += workOf(estimate)
    queue.executing++
    this.#executing++
    this.#occupy(queue, estimate.initialSeats)
    events.dispatched(waitedMs)
    return new Execution(this, queue, request, nowMs)
  }

  /** A request has been executed: its seats are free, or those that its end needs are occupied for a while. */
  finish(queue: Queue, { estimate, events }: QueuedRequest, startedMs: number): void {
    const { initialSeats, finalSeats, additionalLatencyMs } = estimate
    const nowMs = this.#clock.monotonic()
    this.#advance(nowMs)
    events.finished(nowMs - startedMs)
    queue.nextStart -= (guessedSeconds - (nowMs - startedMs) / 1000) * initialSeats
    if (finalSeats === 0) return this.#release(queue, initialSeats, nowMs)
    this.#occupy(queue, finalSeats - initialSeats)
    this.#onDemand(finalSeats - initialSeats, nowMs)
    this.#clock.after(additionalLatencyMs, () => {
      const laterMs = this.#clock.monotonic()
      this.#advance(laterMs)
      this.#release(queue, finalSeats, laterMs)
    })
  }

  #release(queue: Queue, seats: number, nowMs: number): void {
    this.#occupy(queue, -seats)
    queue.executing--
    this.#executing--
    this.#onDemand(-seats, nowMs)
    this.#deactivate(queue)
    this.#dispatch()
  }

  #occupy(queue: Queue, seats: number): void {
    queue.seatsInUse += seats
    this.#seatsInUse += seats
  }

  // A request that needs more seats than there are is executed alone.
  #hasRoom(estimate: WorkEstimate): boolean {
    const seats = seatsOf(estimate)
    return seats > this.#limit ? this.#limit > 0 && this.#seatsInUse === 0 : this.#seatsInUse + seats <= this.#limit
  }

  #choose(hash: number): Queue {
    const only = this.#queues[0] ?? newQueue(0)
    const settings = this.#settings
    if (settings === undefined) return only
    if (hash !== this.#dealtFor) {
      this.#hand = dealHand(hash, settings.queues, settings.handSize)
      this.#dealtFor = hash
    }
    const hand = this.#hand
    const first = this.#arrivals++ % hand.length
    let best = only
    let least = Infinity
    for (let step = 0; step < hand.length; step++) {
      const queue = this.#queues[hand[(first + step) % hand.length] ?? 0] ?? only
      if (queue.work >= least) continue
      least = queue.work
      best = queue
    }
    return best
  }

  #activate(queue: Queue): void {
    if (!isEmpty(queue)) return
    this.#activeQueues++
    queue.nextStart = this.#virtual
  }

  #deactivate(queue: Queue): void {
    if (isEmpty(queue)) this.#activeQueues--
  }

  #advance(nowMs: number): void {
    if (this.#activeQueues > 0) {
      const seats = Math.min(this.#seatsInUse + this.#seatsWaiting, this.#limit)
      this.#virtual += (((nowMs - this.#virtualAtMs) / 1000) * seats) / this.#activeQueues
    }
    this.#virtualAtMs = nowMs
  }
}

class Execution implements ExecutingRequest {
  readonly #set: QueueSet
  readonly #queue: Queue
  readonly #request: QueuedRequest
  readonly #startedMs: number
  #isDone = false

  constructor(set: QueueSet, queue: Queue, request: QueuedRequest, startedMs: number) {
    this.#set = set
    this.#queue = queue
    this.#request = request
    this.#startedMs = startedMs
  }

  finish(): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#set.finish(this.#queue, this.#request, this.#startedMs)
  }
}

function newQueue(index: number): Queue {
  return { index, waiting: [], nextStart: 0, executing: 0, seatsInUse: 0, work: 0, seatsWaiting: 0 }
}

function isEmpty(queue: Queue | undefined): boolean {
  return queue !== undefined && queue.waiting.length === 0 && queue.executing === 0
}

function seatsOf({ initialSeats, finalSeats }: WorkEstimate): number {
  return Math.max(initialSeats, finalSeats)
}

/** Seat seconds. */
function workOf({ initialSeats, finalSeats, additionalLatencyMs }: WorkEstimate): number {
  return initialSeats * guessedSeconds + (finalSeats * additionalLatencyMs) / 1000
}
