import type { CronSchedule } from '@pinnace/resources'

/** When something should have begun last, and when next. */
export interface ScheduleTimes {
  readonly lastMs: number | undefined
  readonly nextMs: number | undefined
  /** How often it should have begun and did not, roughly. */
  readonly missed: number
}

// upstream: pkg/controller/cronjob/utils.go, mostRecentScheduleTime
const manyMissed = 100

/** The last time after `sinceMs` and up to now, and the first after now. */
export function scheduleTimes(schedule: CronSchedule, sinceMs: number, nowMs: number): ScheduleTimes {
  const nextMs = schedule.next(nowMs)
  const firstMs = schedule.next(sinceMs)
  if (firstMs === undefined || firstMs > nowMs) return { lastMs: undefined, nextMs, missed: 0 }
  const secondMs = schedule.next(firstMs)
  if (secondMs === undefined || secondMs > nowMs) return { lastMs: firstMs, nextMs, missed: 1 }
  const stepMs = secondMs - firstMs
  const missed = Math.floor((nowMs - firstMs) / stepMs) + 1
  // After a long time only the end of it is walked through.
  const fromMs = missed > manyMissed ? Math.max(firstMs, nowMs - stepMs * 10) : firstMs
  return {
    lastMs: lastBetween(schedule, fromMs, nowMs) ?? lastBetween(schedule, firstMs, nowMs) ?? firstMs,
    nextMs,
    missed,
  }
}

function lastBetween(schedule: CronSchedule, fromMs: number, nowMs: number): number | undefined {
  let lastMs: number | undefined
  for (let at = schedule.next(fromMs); at !== undefined && at <= nowMs; at = schedule.next(at)) lastMs = at
  return lastMs
}
