import type { Job } from '@pinnace/types/batch-v1'
import { isIndexed, matchSuccessPolicy } from './completion-indexes.ts'
import type { JobCounts } from './count-pods.ts'
import { announcedOutcome, type JobOutcome } from './job-conditions.ts'

/** How a job ends; `undefined` while it goes on. An outcome that was announced before never changes. */
// upstream: pkg/controller/job/job_controller.go, syncJob
export function jobOutcome(job: Job, counts: JobCounts, nowMs: number): JobOutcome | undefined {
  const announced = announcedOutcome(job.status ?? {})
  if (announced !== undefined) return announced
  if (counts.failJobMessage !== undefined) return failure('PodFailurePolicy', counts.failJobMessage)
  if (isBackoffLimitExceeded(job, counts)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  }
  const rule = isIndexed(job) ? matchSuccessPolicy(job, counts.completedIndexes) : undefined
  if (rule !== undefined) return success('SuccessPolicy', `Matched rules at index ${rule}`)
  if ((msUntilDeadline(job, nowMs) ?? 1) <= 0) {
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline')
  }
  const indexFailure = failedIndexesOutcome(job, counts)
  if (indexFailure !== undefined) return indexFailure
  return isComplete(job, counts)
    ? success('CompletionsReached', 'Reached expected number of succeeded pods')
    : undefined
}

/** Milliseconds until `activeDeadlineSeconds` has passed; `undefined` without a deadline or while suspended. */
export function msUntilDeadline({ spec, status }: Job, nowMs: number): number | undefined {
  if (spec?.activeDeadlineSeconds === undefined || !status?.startTime || spec.suspend === true) return undefined
  return Date.parse(status.startTime) + Number(spec.activeDeadlineSeconds) * 1000 - nowMs
}

function failure(reason: string, message: string): JobOutcome {
  return { isFailure: true, reason, message }
}

function success(reason: string, message: string): JobOutcome {
  return { isFailure: false, reason, message }
}

/** Restarts of containers count as failures where pods restart them. */
// upstream: pastBackoffLimitOnFailure
function isBackoffLimitExceeded({ spec }: Job, { active, failed }: JobCounts): boolean {
  const restarts = spec?.template.spec?.restartPolicy === 'OnFailure' ? restartsOf(active) : 0
  return failed + restarts > (spec?.backoffLimit ?? 6)
}

function restartsOf(pods: JobCounts['active']): number {
  let sum = 0
  for (const { status } of pods) for (const { restartCount } of status?.containerStatuses ?? []) sum += restartCount
  return sum
}

function failedIndexesOutcome(job: Job, { completedIndexes, failedIndexes }: JobCounts): JobOutcome | undefined {
  const { spec } = job
  if (!isIndexed(job) || spec?.backoffLimitPerIndex === undefined) return undefined
  const { maxFailedIndexes, completions = 0 } = spec
  if (maxFailedIndexes !== undefined && failedIndexes.size > maxFailedIndexes) {
    return failure('MaxFailedIndexesExceeded', 'Job has exceeded the specified maximal number of failed indexes')
  }
  const areAllDone = failedIndexes.size + completedIndexes.size >= completions
  return failedIndexes.size > 0 && areAllDone ? failure('FailedIndexes', 'Job has failed indexes') : undefined
}

function isComplete({ spec }: Job, { active, succeeded }: JobCounts): boolean {
  // Without completions (a work queue), one success ends the job once no other pod is active.
  if (spec?.completions === undefined) return succeeded > 0 && active.length === 0
  return succeeded >= spec.completions && active.length === 0
}
