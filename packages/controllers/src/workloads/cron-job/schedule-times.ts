import type { CronSchedule } from '@pinnace/kinds'

/** When something should have begun last, and when next. */
export interface ScheduleTimes {
  readonly lastMs: number | undefined
  readonly nextMs: number | undefined
  /** How often it should have begun and did not, roughly. */
  readonly missed: number
}

// upstream: pkg/controller/cronjob/utils.go, mostRecentScheduleTime
/** The last time after `sinceMs` and up to now, and the first after now. */
export function scheduleTimes(schedule: CronSchedule, sinceMs: number, nowMs: number): ScheduleTimes {
  const nextMs = schedule.next(nowMs)
  const firstMs = schedule.next(sinceMs)
  if (firstMs === undefined || firstMs > nowMs) return { lastMs: undefined, nextMs, missed: 0 }
  const secondMs = schedule.next(firstMs)
  if (secondMs === undefined || secondMs > nowMs) return { lastMs: firstMs, nextMs, missed: 1 }
  const stepMs = secondMs - firstMs
  const missed = Math.floor((nowMs - firstMs) / stepMs) + 1
  return { lastMs: lastUntil(schedule, firstMs, stepMs, nowMs), nextMs, missed }
}

/** After a long time only the end of it is walked through: as much as it takes to find one. */
function lastUntil(schedule: CronSchedule, firstMs: number, stepMs: number, nowMs: number): number {
  for (let windowMs = stepMs * 10; nowMs - windowMs > firstMs; windowMs *= 2) {
    const lastMs = lastBetween(schedule, nowMs - windowMs, nowMs)
    if (lastMs !== undefined) return lastMs
  }
  return lastBetween(schedule, firstMs, nowMs) ?? firstMs
}

function lastBetween(schedule: CronSchedule, fromMs: number, nowMs: number): number | undefined {
  let lastMs: number | undefined
  for (let at = schedule.next(fromMs); at !== undefined && at <= nowMs; at = schedule.next(at)) lastMs = at
  return lastMs
}
