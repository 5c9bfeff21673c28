import type { CronSchedule } from '@pinnace/kinds'

/** The scheduled times around now. */
export interface ScheduleTimes {
  /** The latest scheduled time that has passed, in milliseconds since the epoch; `undefined` when there is none. */
  readonly lastMs: number | undefined
  /** The next scheduled time, in milliseconds since the epoch; `undefined` when there is none. */
  readonly nextMs: number | undefined
  /** Roughly how many scheduled times have passed; exact for schedules with a fixed interval. */
  readonly missed: number
}

/** The last scheduled time after `sinceMs` up to `nowMs`, and the first after `nowMs`. */
// upstream: pkg/controller/cronjob/utils.go, mostRecentScheduleTime
export function scheduleTimes(schedule: CronSchedule, sinceMs: number, nowMs: number): ScheduleTimes {
  const nextMs = schedule.next(nowMs)
  const firstMs = schedule.next(sinceMs)
  if (firstMs === undefined || firstMs > nowMs) return { lastMs: undefined, nextMs, missed: 0 }
  const secondMs = schedule.next(firstMs)
  if (secondMs === undefined || secondMs > nowMs) return { lastMs: firstMs, nextMs, missed: 1 }
  const intervalMs = secondMs - firstMs
  const missed = Math.floor((nowMs - firstMs) / intervalMs) + 1
  return { lastMs: lastUntil(schedule, firstMs, intervalMs, nowMs), nextMs, missed }
}

/** Searches windows that end now and double in length, so that a long gap is not walked time by time. */
function lastUntil(schedule: CronSchedule, firstMs: number, intervalMs: number, nowMs: number): number {
  for (let windowMs = intervalMs * 10; nowMs - windowMs > firstMs; windowMs *= 2) {
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
