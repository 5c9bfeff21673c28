import type { Clock } from '@pinnace/meta'

/** A clock that moves on demand; waits for what a passed timer starts. */
export interface HandClock extends Clock {
  pass(ms: number): Promise<void>
}

export function handClock(): HandClock {
  let nowMs = Date.UTC(2026, 0, 1)
  const timers = new Set<{ at: number; callback: () => void }>()
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    now: () => nowMs,
    monotonic: () => nowMs,
    after(delayMs, callback) {
      const timer = { at: nowMs + delayMs, callback }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
    soon: (callback) => void setImmediate(callback),
    async pass(ms) {
      await settle()
      nowMs += ms
      for (const timer of [...timers].sort((left, right) => left.at - right.at)) {
        if (timer.at > nowMs) continue
        timers.delete(timer)
        timer.callback()
      }
      await settle()
    },
  }
}
