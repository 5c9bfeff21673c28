import { timeout } from '../errors/errors.ts'
import type { Clock } from '../time/clock.ts'
import type { Awaitable } from './awaitable.ts'

/** The time that long work may take of one turn of the event loop. */
export interface TimeSlices {
  /** Whether the time of this turn is used up: then await {@link next}. Reads the clock, so call it after some work. */
  isOver(): boolean
  /**
   * Resolves in a later turn, after events that are pending. Rejects with a 504 after the deadline, and with the reason of
   * the signal once it is aborted: the work is to be given up.
   */
  next(): Promise<void>
}

/** Options of {@link createTimeSlices}. */
export interface TimeSlicesOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'soon'>
  /** Milliseconds of one turn. @default 5 */
  readonly sliceMs?: number
  /** The deadline of the request, milliseconds of the monotonic clock. @default none */
  readonly deadlineMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Divides the work of one request into slices, so that other requests are served meanwhile. The first one begins now. Of
 * all work on a clock, one slice is done in a turn of the event loop.
 */
export function createTimeSlices({ clock, sliceMs = 5, deadlineMs, signal }: TimeSlicesOptions): TimeSlices {
  let endMs = clock.monotonic() + sliceMs
  return {
    isOver: () => clock.monotonic() >= endMs,
    next: () =>
      new Promise((resolve, reject) => {
        turnsOf(clock).wait(() => {
          const nowMs = clock.monotonic()
          endMs = nowMs + sliceMs
          if (signal?.aborted === true) reject(signal.reason)
          else if (deadlineMs !== undefined && nowMs >= deadlineMs) {
            reject(timeout('request did not complete within the allotted timeout', 0))
          } else resolve()
        })
      }),
  }
}

/**
 * The slices of background work, such as control loops: together they take as much of one turn as one request. The same
 * object for a clock.
 */
export function backgroundSlices(clock: TimeSlicesOptions['clock']): TimeSlices {
  let slices = ofBackground.get(clock)
  if (slices === undefined) ofBackground.set(clock, (slices = createSharedSlices(clock)))
  return slices
}

/** Slices that begin with the first look at the time in a turn; all that wait for the next one get it together. */
function createSharedSlices(clock: TimeSlicesOptions['clock']): TimeSlices {
  const turns = createTimeSlices({ clock })
  let endMs: number | undefined
  let pending: Promise<void> | undefined
  return {
    isOver() {
      if (endMs !== undefined) return clock.monotonic() >= endMs
      endMs = clock.monotonic() + backgroundSliceMs
      clock.soon(() => (endMs = undefined))
      return false
    },
    next: () => (pending ??= turns.next().finally(() => (pending = undefined))),
  }
}

const backgroundSliceMs = 5

const ofBackground = new WeakMap<object, TimeSlices>()

/** Work that waits for its next slice, in the order in which it came: as much as there are requests and loops. */
class Turns {
  readonly #clock: TimeSlicesOptions['clock']
  #waiting: (() => void)[] = []
  #isScheduled = false

  constructor(clock: TimeSlicesOptions['clock']) {
    this.#clock = clock
  }

  wait(callback: () => void): void {
    this.#waiting.push(callback)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#clock.soon(() => this.#run())
  }

  #run(): void {
    const next = this.#waiting.shift()
    this.#isScheduled = this.#waiting.length > 0
    if (this.#isScheduled) this.#clock.soon(() => this.#run())
    next?.()
  }
}

const turns = new WeakMap<object, Turns>()

function turnsOf(clock: TimeSlicesOptions['clock']): Turns {
  let known = turns.get(clock)
  if (known === undefined) turns.set(clock, (known = new Turns(clock)))
  return known
}

/**
 * Runs work that yields where it can be interrupted. Work that fits into a slice is done when this returns; the rest of
 * other work is done in later turns.
 */
export function runInSlices<T>(work: Generator<void, T>, slices: TimeSlices): Awaitable<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    if (slices.isOver()) return continueInSlices(work, slices)
  }
}

/** Runs work that could be interrupted, without interrupting it. */
export function runAtOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

async function continueInSlices<T>(work: Generator<void, T>, slices: TimeSlices): Promise<T> {
  try {
    for (;;) {
      if (slices.isOver()) await slices.next()
      const { done, value } = work.next()
      if (done === true) return value
    }
  } finally {
    work.return(undefined as T)
  }
}
