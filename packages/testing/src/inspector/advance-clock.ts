import { badRequest, type Clock } from '@pinnace/meta'
import { fakeClockOf } from './time-report.ts'

/** The longest advance: 31 days, milliseconds. */
const maxAdvanceMs = 31 * 86_400_000

/** Advances a virtual clock for the page. */
export interface ClockAdvance {
  /** Begins an advance: `{ ms }`, or `{ toNextTimer: true }`. Throws a StatusError 400 for a body that is neither. */
  advance(body: unknown): void
  isAdvancing(): boolean
}

/** Creates it. Without a virtual clock every advance is rejected. */
export function advanceOf(clock: Clock): ClockAdvance {
  const fake = fakeClockOf(clock)
  let advancing: Promise<void> | undefined
  return {
    isAdvancing: () => advancing !== undefined,
    advance(body) {
      if (fake === undefined) throw badRequest('the clock of this server cannot be advanced: pass a fake clock')
      if (advancing !== undefined) throw badRequest('the clock is being advanced')
      const ms = readMs(body, () => fake.timers(1)[0]?.dueInMs)
      // The request is answered first, as its deadline is one of the timers.
      advancing = new Promise<void>((resolve) => clock.soon(resolve))
        .then(() => fake.advance(ms))
        .finally(() => (advancing = undefined))
    },
  }
}

function readMs(body: unknown, nextTimer: () => number | undefined): number {
  const { ms, toNextTimer } = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  if (toNextTimer === true) {
    const next = nextTimer()
    if (next === undefined) throw badRequest('there is no timer')
    return next
  }
  if (typeof ms !== 'number' || !(ms >= 0) || ms > maxAdvanceMs)
    throw badRequest(`ms must be a number from 0 to ${maxAdvanceMs}`)
  return ms
}
