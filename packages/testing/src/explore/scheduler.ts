import { delay, systemClock, type Clock, type Timer } from '@pinnace/meta'
import type { Choices } from './choices.ts'

/** Options for {@link Scheduler}. */
export interface SchedulerOptions {
  readonly choices: Choices
  /** The time at the start, milliseconds. */
  readonly startMs: number
  /** The most steps of a run. */
  readonly maxSteps: number
  /** The most time of the clock that a run takes, milliseconds. */
  readonly maxMs: number
  /** How long something that can happen is held back at most while timers run, milliseconds of the clock. */
  readonly maxDelayMs: number
}

/** Something that can happen now. */
interface Ready {
  readonly description: string
  readonly sinceMs: number
  readonly run: () => void
}

interface Waiting {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

/** How often the order of arrival is left. */
const deviates = 0.3
/** How long a run may wait for something outside of the server, real milliseconds. */
const stallMs = 10_000

/**
 * Runs what can happen in a server one step at a time: the start and the answer of each request, the delivery of each
 * event, and timers. Which one is next is a choice, so that the same choices are the same run.
 */
export class Scheduler {
  readonly clock: Clock & { jumpTo(wallMs: number): void }
  readonly #options: SchedulerOptions
  readonly #ready: Ready[] = []
  readonly #waiting = new Set<Waiting>()
  #wallMs: number
  #elapsedMs = 0
  #order = 0
  /** Grows with everything that is started: nothing goes on when it stays. */
  #activity = 0
  #hasEnded = false

  constructor(options: SchedulerOptions) {
    this.#options = options
    this.#wallMs = options.startMs
    this.clock = {
      now: () => this.#wallMs,
      monotonic: () => this.#elapsedMs,
      after: (delayMs, callback) => this.#after(delayMs, callback),
      soon: (callback) => {
        this.#activity++
        setImmediate(callback)
      },
      jumpTo: (wallMs) => void (this.#wallMs = wallMs),
    }
  }

  /** Lets something happen when it is chosen. */
  add(description: string, run: () => void): void {
    this.#activity++
    this.#ready.push({ description, sinceMs: this.#elapsedMs, run })
  }

  /** Resolves when it is chosen. */
  turn(description: string): Promise<void> {
    return new Promise((resolve) => this.add(description, resolve))
  }

  /** From now on everything happens in the order of arrival, without limits. */
  end(): void {
    this.#hasEnded = true
    this.#options.choices.end()
  }

  /** Takes steps until the work is over. Throws an Error beyond a limit, and when nothing is left that could happen. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const over = (): void => void (isOver = true)
    work.then(over, over)
    let idleSinceMs: number | undefined
    for (;;) {
      await this.#settle()
      if (isOver) return work
      if (this.#step()) {
        idleSinceMs = undefined
        continue
      }
      const now = systemClock.monotonic()
      idleSinceMs ??= now
      if (now - idleSinceMs > stallMs) throw new Error('the scenario waits for something that never happens')
      await delay(systemClock, 1)
    }
  }

  #step(): boolean {
    const { choices, maxDelayMs } = this.#options
    const oldestMs = this.#ready[0]?.sinceMs
    const timers = this.#nextTimers().filter(({ at }) => oldestMs === undefined || at <= oldestMs + maxDelayMs)
    const options = [
      ...this.#ready.map(({ description }) => description),
      ...timers.map(({ order }) => `timer ${order}`),
    ]
    if (options.length === 0) return false
    this.#assertWithinLimits()
    const choice = choices.choose(options, deviates)
    this.#activity++
    const [ready] = choice < this.#ready.length ? this.#ready.splice(choice, 1) : []
    if (ready !== undefined) ready.run()
    else this.#fire(timers[choice - this.#ready.length])
    return true
  }

  #fire(timer: Waiting | undefined): void {
    if (timer === undefined) return
    this.#waiting.delete(timer)
    this.#wallMs += Math.max(0, timer.at - this.#elapsedMs)
    this.#elapsedMs = Math.max(this.#elapsedMs, timer.at)
    timer.callback()
  }

  /** The timers that are due first, in the order in which they were set. */
  #nextTimers(): readonly Waiting[] {
    let at = Number.POSITIVE_INFINITY
    for (const timer of this.#waiting) at = Math.min(at, timer.at)
    return [...this.#waiting].filter((timer) => timer.at === at)
  }

  #after(delayMs: number, callback: () => void): Timer {
    this.#activity++
    const timer: Waiting = { at: this.#elapsedMs + Math.max(0, delayMs), order: ++this.#order, callback }
    this.#waiting.add(timer)
    return { cancel: () => void this.#waiting.delete(timer) }
  }

  #assertWithinLimits(): void {
    if (this.#hasEnded) return
    const { choices, maxSteps, maxMs } = this.#options
    if (choices.steps >= maxSteps) throw new Error(`the scenario is not over after ${maxSteps} steps`)
    if (this.#elapsedMs > maxMs) throw new Error(`the scenario is not over after ${maxMs} ms of its clock`)
  }

  /** Lets promises and callbacks of the event loop run until they start nothing new. */
  async #settle(): Promise<void> {
    let before: number
    do {
      before = this.#activity
      for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => void setImmediate(resolve))
    } while (this.#activity !== before)
  }
}
