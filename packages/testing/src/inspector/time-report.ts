import type { InspectedTimer, TimeReport } from '@pinnace/inspector'
import type { Clock } from '@pinnace/meta'
import type { FakeClock } from '../fake-clock.ts'
import type { ListedFault } from '../faults/create-faults.ts'
import { formatTime } from './format-time.ts'
import type { KeptForks } from './kept-forks.ts'

/** The most timers of a report. */
const maxTimers = 50

/** What the report shows. */
export interface TimeReportContext {
  readonly clock: Clock
  readonly faults: readonly ListedFault[]
  readonly forks: KeptForks
  readonly isAdvancing: boolean
  readonly isPaused: boolean
}

/** The clock, the faults and the forks of a test server. */
export function timeReport({ clock, faults, forks, isAdvancing, isPaused }: TimeReportContext): TimeReport {
  const fake = fakeClockOf(clock)
  return {
    now: formatTime(clock.now()),
    isVirtual: fake !== undefined,
    isAdvancing,
    timers: fake === undefined ? [] : timersOf(fake),
    timerCount: fake?.pending ?? 0,
    faults: faults.map(({ id, options, fault }) => ({
      id,
      type: options.do.type,
      options: JSON.stringify(options),
      count: fault.count,
    })),
    forks: forks.list(),
    isPaused,
  }
}

/** The clock, if it moves only when someone advances it. */
export function fakeClockOf(clock: Clock): FakeClock | undefined {
  return isFake(clock) ? clock : undefined
}

function isFake(clock: Clock): clock is FakeClock {
  return 'advance' in clock && 'timers' in clock
}

function timersOf(clock: FakeClock): readonly InspectedTimer[] {
  const now = clock.now()
  return clock.timers(maxTimers).map(({ dueInMs }) => ({ dueInMs, dueAt: formatTime(now + dueInMs) }))
}
