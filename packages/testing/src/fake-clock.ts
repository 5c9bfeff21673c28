import type { Awaitable, Clock, Timer } from '@pinnace/meta'

/** A clock that only a test advances. It drives every timer and timestamp of a server. */
export interface FakeClock extends Clock {
  /** Advances time and runs due timers in order, including those that callbacks schedule within the span. */
  advance(ms: number): Promise<void>
  /**
   * Moves time to the next timer whenever nothing else happens, until no timer is left or the next one is beyond the
   * limit. Returns the milliseconds that have passed.
   */
  runUntilIdle(options?: RunOptions): Promise<number>
  /**
   * Moves time to the next timer whenever nothing else happens, until the predicate holds. Returns the milliseconds that
   * have passed. Throws an Error when no timer is left within the limit.
   */
  runUntil(predicate: () => Awaitable<boolean>, options?: RunOptions): Promise<number>
  /** Sets wall time. Timers follow monotonic time and do not move. */
  jumpTo(wallMs: number): void
  /** The number of scheduled timers; 0 after all servers are closed. */
  readonly pending: number
  /** The timers that are due next, earliest first; at most `limit` of them. */
  timers(limit?: number): readonly PendingTimer[]
}

/** A timer of a fake clock. */
export interface PendingTimer {
  /** Milliseconds from now until it is due. */
  readonly dueInMs: number
}

/** How far a clock runs. */
export interface RunOptions {
  /** The most time that passes, in milliseconds of the clock: controllers have timers that repeat. @default 86400000 */
  readonly limitMs?: number
}

const dayMs = 86_400_000

interface Waiting {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

/**
 * Creates a fake clock. `soon` callbacks run without `advance`, after the current turn of the event loop: they order work
 * and take no time.
 *
 * @example
 * const clock = createFakeClock('2030-01-01T00:00:00Z')
 * const server = await createTestServer({ clock })
 * await clock.advance(60_000)
 */
export function createFakeClock(start = '2030-01-01T00:00:00Z'): FakeClock {
  let wall = Date.parse(start)
  if (Number.isNaN(wall)) throw new TypeError(`${JSON.stringify(start)} is not an RFC 3339 time`)
  let elapsed = 0
  let order = 0
  const waiting = new Set<Waiting>()

  const runUntil = async (end: number): Promise<void> => {
    // Work in progress schedules its timers relative to the time before the advance.
    await settle()
    for (;;) {
      const due = earliest(waiting)
      if (due === undefined || due.at > end) break
      waiting.delete(due)
      wall += Math.max(0, due.at - elapsed)
      elapsed = Math.max(elapsed, due.at)
      due.callback()
      await settle()
    }
    wall += end - elapsed
    elapsed = end
    await settle()
  }
  const runToNext = async (end: number): Promise<boolean> => {
    const next = earliest(waiting)
    if (next === undefined || next.at > end) return false
    await runUntil(next.at)
    return true
  }
  return {
    now: () => wall,
    monotonic: () => elapsed,
    after(delayMs, callback): Timer {
      const timer: Waiting = { at: elapsed + Math.max(0, delayMs), order: order++, callback }
      waiting.add(timer)
      return { cancel: () => void waiting.delete(timer) }
    },
    soon: (callback) => void setImmediate(callback),
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError('ms must not be negative: use jumpTo to set the wall clock back')
      return runUntil(elapsed + ms)
    },
    async runUntilIdle({ limitMs = dayMs } = {}) {
      const startMs = elapsed
      await settle()
      while (await runToNext(startMs + limitMs)) await settle()
      return elapsed - startMs
    },
    async runUntil(predicate, { limitMs = dayMs } = {}) {
      const startMs = elapsed
      await settle()
      while (!(await predicate())) {
        if (await runToNext(startMs + limitMs)) continue
        // What the predicate has started, such as a read, may be all that was missing.
        await settle()
        if (await predicate()) break
        throw new Error(
          `the predicate does not hold after ${elapsed - startMs} ms, and no timer is left within ${limitMs} ms`,
        )
      }
      return elapsed - startMs
    },
    jumpTo(wallMs) {
      wall = wallMs
    },
    get pending() {
      return waiting.size
    },
    timers: (limit = 100) =>
      [...waiting]
        .sort((one, other) => one.at - other.at || one.order - other.order)
        .slice(0, limit)
        .map(({ at }) => ({ dueInMs: Math.max(0, at - elapsed) })),
  }
}

function earliest(waiting: ReadonlySet<Waiting>): Waiting | undefined {
  let first: Waiting | undefined
  for (const timer of waiting) {
    if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order))
      first = timer
  }
  return first
}

// Lets promises and `soon` callbacks run before the next timer.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => void setImmediate(resolve))
}
