import { resumeInTurns } from '../async/pace-in-turns.ts'
import type { Clock, Timer } from './clock.ts'

/**
 * Calls `onPassed` once after `limitMs`, unless it is canceled. Limits of many requests that began together pass together,
 * and giving up a request takes time: they take effect a few in a turn of the event loop. The process stays alive until
 * then.
 */
export function startTimeLimit(clock: Pick<Clock, 'after' | 'soon'>, limitMs: number, onPassed: () => void): Timer {
  let isCanceled = false
  const pass = (): void => {
    if (!isCanceled) onPassed()
  }
  const timer = clock.after(limitMs, () => resumeInTurns(clock, pass), { keepAlive: true })
  return {
    cancel() {
      isCanceled = true
      timer.cancel()
    },
  }
}
