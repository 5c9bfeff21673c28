import { parseTime } from '@pinnace/meta'
import { CronError, parseCronSchedule, type CronSchedule } from '@pinnace/kinds'
import type { CronJob, CronJobStatus } from '@pinnace/types/batch-v1'
import type { Requeue } from '../requeue.ts'
import { nameOf } from '../stored-object.ts'
import { normalEvent, warningEvent, type WorkloadEvent } from '../workload-event.ts'
import { scheduleTimes } from './schedule-times.ts'

/** A job that is due. */
export interface DueJob {
  readonly name: string
  /** The time it was scheduled for, in milliseconds since the epoch. */
  readonly scheduledMs: number
  /** Names of active jobs that it replaces; they are deleted first. */
  readonly replaces: readonly string[]
}

/** What a cron job does now. */
export interface CronJobPlan {
  readonly due?: DueJob
  readonly events: readonly WorkloadEvent[]
  /** When the next scheduled time comes. */
  readonly requeue: Requeue
}

/** The number of missed times above which a warning is recorded. */
// upstream: pkg/controller/cronjob/utils.go, mostRecentScheduleTime
const missedLimit = 100

/** Parses the schedule of a cron job in its time zone; a warning when it is invalid. */
export function readSchedule({ spec }: CronJob): CronSchedule | WorkloadEvent {
  const { schedule, timeZone } = spec
  try {
    return parseCronSchedule(schedule, timeZone === undefined ? {} : { timeZone })
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    const note = `unparseable schedule: ${JSON.stringify(schedule)} : ${error.message}`
    return warningEvent('UnparseableSchedule', note)
  }
}

/** Decides whether a job of a cron job is due, by schedule, starting deadline and concurrency policy. */
// upstream: pkg/controller/cronjob/cronjob_controllerv2.go, syncCronJob
export function planCronJob(cronJob: CronJob, { active = [] }: CronJobStatus, nowMs: number): CronJobPlan {
  const { suspend, concurrencyPolicy } = cronJob.spec
  if (suspend === true) return { events: [], requeue: undefined }
  const schedule = readSchedule(cronJob)
  if (!('next' in schedule)) return { events: [schedule], requeue: undefined }
  const { lastMs, nextMs, missed } = scheduleTimes(schedule, scheduledSince(cronJob, nowMs), nowMs)
  const requeue = nextMs === undefined ? undefined : { requeueAfterMs: nextMs - nowMs }
  const missedEvents = missed > missedLimit ? [tooManyMissed] : []
  const skip = (...events: readonly WorkloadEvent[]): CronJobPlan => ({
    events: [...missedEvents, ...events],
    requeue,
  })
  if (lastMs === undefined) return skip()
  const name = `${nameOf(cronJob)}-${Math.floor(lastMs / 60_000)}`
  if (active.some((job) => job.name === name)) return skip()
  if (concurrencyPolicy === 'Forbid' && active.length > 0) return skip(alreadyActive)
  const replaces = concurrencyPolicy === 'Replace' ? active.map((job) => job.name ?? '') : []
  return { due: { name, scheduledMs: lastMs, replaces }, events: missedEvents, requeue }
}

const tooManyMissed = warningEvent(
  'TooManyMissedTimes',
  'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew',
)

const alreadyActive = normalEvent(
  'JobAlreadyActive',
  'Not starting job because prior execution is running and concurrency policy is Forbid',
)

/**
 * The time after which scheduled times count: the last one used, or the creation. Those that are older than the starting
 * deadline do not count, so a job never starts too late.
 */
function scheduledSince({ metadata, spec, status }: CronJob, nowMs: number): number {
  const since = parseTime(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '') ?? nowMs
  const deadline = spec.startingDeadlineSeconds
  return deadline === undefined ? since : Math.max(since, nowMs - Number(deadline) * 1000)
}
