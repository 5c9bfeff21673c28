import type { Job } from '@pinnace/types/batch-v1'
import { isIndexed, isSuccess, type JobCounts } from './count-pods.ts'
import { endFrom, type JobEnd } from './job-conditions.ts'

/** How a job ends, where it does. */
// upstream: pkg/controller/job/job_controller.go, syncJob
export function findEnd(job: Job, counts: JobCounts, restarts: number, nowMs: number): JobEnd | undefined {
  const { status = {}, spec } = job
  const known = endFrom(status)
  if (known !== undefined) return known
  const fail = (reason: string, message: string): JobEnd => ({ isFailure: true, reason, message })
  if (counts.verdict !== undefined) return fail('PodFailurePolicy', counts.verdict)
  const isOnFailure = spec?.template.spec?.restartPolicy === 'OnFailure'
  const failures = counts.failed + (isOnFailure ? restarts : 0)
  if (failures > (spec?.backoffLimit ?? 6)) {
    return fail('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  }
  const rule = isIndexed(job) ? isSuccess(job, counts.completedIndexes) : undefined
  if (rule !== undefined) {
    const message = `Matched rules at index ${rule}`
    return { isFailure: false, reason: 'SuccessPolicy', message }
  }
  const leftMs = untilDeadline(job, nowMs)
  if (leftMs !== undefined && leftMs <= 0) {
    return fail('DeadlineExceeded', 'Job was active longer than specified deadline')
  }
  if (isIndexed(job) && spec?.backoffLimitPerIndex !== undefined) {
    const { maxFailedIndexes, completions = 0 } = spec
    if (maxFailedIndexes !== undefined && counts.failedIndexes.size > maxFailedIndexes) {
      return fail('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes')
    }
    if (counts.failedIndexes.size > 0 && counts.failedIndexes.size + counts.completedIndexes.size >= completions) {
      return fail('FailedIndexes', 'Job has failed indexes')
    }
  }
  return isComplete(job, counts) ? { isFailure: false, reason: 'CompletionsReached', message: reached } : undefined
}

const reached = 'Reached expected number of succeeded pods'

/** Milliseconds a job may still run; `undefined` where it does not say. */
export function untilDeadline({ spec, status }: Job, nowMs: number): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || !status?.startTime || spec.suspend === true) return undefined
  return Date.parse(status.startTime) + Number(spec.activeDeadlineSeconds) * 1000 - nowMs
}

function isComplete({ spec }: Job, { active, succeeded }: JobCounts): boolean {
  // Without a number, one success is the end, when the others have come to theirs.
  if (spec?.completions === undefined) return succeeded > 0 && active.length === 0
  return succeeded >= spec.completions && active.length === 0
}
