import type { Clock } from '@pinnace/meta'

/** A clock that stands still until `advance` is called, which fires the timers that are due. */
export interface TestClock extends Clock {
  advance(ms: number): void
  readonly waiting: number
}

export function testClock(startMs: number = Date.parse('2026-06-01T00:00:00Z')): TestClock {
  let nowMs = startMs
  let timers: { readonly atMs: number; readonly callback: () => void }[] = []
  return {
    now: () => nowMs,
    monotonic: () => nowMs - startMs,
    after(delayMs, callback) {
      const timer = { atMs: nowMs + delayMs, callback }
      timers.push(timer)
      return { cancel: () => void (timers = timers.filter((other) => other !== timer)) }
    },
    soon: (callback) => void setImmediate(callback),
    advance(ms) {
      nowMs += ms
      const due = timers.filter(({ atMs }) => atMs <= nowMs)
      timers = timers.filter(({ atMs }) => atMs > nowMs)
      for (const { callback } of due) callback()
    },
    get waiting() {
      return timers.length
    },
  }
}
