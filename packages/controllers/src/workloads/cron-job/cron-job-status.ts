import type { ObjectReference } from '@pinnace/client'
import type { CronJob, CronJobStatus, Job } from '@pinnace/types/batch-v1'
import { hasCondition, isJobFinished } from '../job/job-conditions.ts'
import { isTerminating, nameOf, namespaceOf } from '../stored-object.ts'
import { normalEvent, type WorkloadEvent } from '../workload-event.ts'

/** A reference to a job of a cron job, for Events. */
export function jobReference(cronJob: CronJob, name: string): ObjectReference {
  return { apiVersion: 'batch/v1', kind: 'Job', name, namespace: namespaceOf(cronJob) }
}

/** The status of a cron job without its finished jobs, with the latest success, and the Events that report them. */
export function activeStatus(
  cronJob: CronJob,
  jobs: readonly Job[],
): { readonly status: CronJobStatus; readonly events: readonly WorkloadEvent[] } {
  const { status = {} } = cronJob
  const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]))
  const events: WorkloadEvent[] = []
  const active = (status.active ?? []).filter(({ uid, name = '' }) => {
    const job = byUid.get(uid)
    if (job === undefined) return false
    if (!isJobFinished(job.status ?? {})) return true
    const condition = hasCondition(job.status ?? {}, 'Complete') ? 'Complete' : 'Failed'
    const note = `Saw completed job: ${name}, condition: ${condition}`
    events.push(normalEvent('SawCompletedJob', note, jobReference(cronJob, name)))
    return false
  })
  const { lastScheduleTime } = status
  const lastSuccessfulTime = latest([status.lastSuccessfulTime, ...jobs.map((job) => job.status?.completionTime)])
  return {
    status: {
      ...(active.length === 0 ? {} : { active }),
      ...(lastScheduleTime === undefined ? {} : { lastScheduleTime }),
      ...(lastSuccessfulTime === undefined ? {} : { lastSuccessfulTime }),
    },
    events,
  }
}

/** The jobs beyond `successfulJobsHistoryLimit` and `failedJobsHistoryLimit`, oldest first. */
// upstream: cleanupFinishedJobs
export function jobsBeyondHistory({ spec }: CronJob, jobs: readonly Job[]): readonly Job[] {
  return [
    ...oldestBeyond(jobs, 'Complete', spec.successfulJobsHistoryLimit),
    ...oldestBeyond(jobs, 'Failed', spec.failedJobsHistoryLimit),
  ]
}

function oldestBeyond(jobs: readonly Job[], condition: string, limit: number | undefined): readonly Job[] {
  if (limit === undefined) return []
  const startOf = (job: Job): string => `${job.status?.startTime ?? ''} ${nameOf(job)}`
  const finished = jobs
    .filter((job) => !isTerminating(job) && hasCondition(job.status ?? {}, condition))
    .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  return finished.slice(0, Math.max(0, finished.length - limit))
}

function latest(times: readonly (string | undefined)[]): string | undefined {
  let last: string | undefined
  for (const time of times) if (time !== undefined && (last === undefined || time > last)) last = time
  return last
}
