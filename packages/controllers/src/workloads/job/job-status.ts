import { formatTime } from '@pinnace/meta'
import type { Job, JobCondition, JobStatus } from '@pinnace/types/batch-v1'
import { normalEvent, warningEvent, type WorkloadEvent } from '../workload-event.ts'
import type { JobCounts } from './count-pods.ts'
import { hasCondition, isJobFinished, withJobCondition, type JobOutcome } from './job-conditions.ts'

/** What the status of a job is computed from. */
export interface JobStatusFacts {
  readonly job: Job
  readonly counts: JobCounts
  /** How the job ends; `undefined` while it goes on. */
  readonly outcome: JobOutcome | undefined
  readonly nowMs: number
}

/** The next status of a job. Complete or Failed is set only once every pod has ended and is counted. */
export function jobStatus({ job, counts, outcome, nowMs }: JobStatusFacts): JobStatus {
  const { startTime: started, completionTime: _, conditions: __, ...kept } = job.status ?? {}
  const now = formatTime(nowMs)
  const isSuspended = isSuspendedNow(job, outcome)
  const startTime = isSuspended ? undefined : (started ?? now)
  const active = counts.active.length
  const conditions = withOutcome(suspensionConditions(job, outcome, nowMs), counts, outcome, nowMs)
  return {
    ...kept,
    ...counts.tracked,
    ...(startTime === undefined ? {} : { startTime }),
    active,
    ready: Math.min(counts.ready, active),
    terminating: counts.terminating,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(hasCondition({ conditions }, 'Complete') ? { completionTime: now } : {}),
  }
}

function isSuspendedNow({ spec }: Job, outcome: JobOutcome | undefined): boolean {
  return spec?.suspend === true && outcome === undefined
}

function suspensionConditions(job: Job, outcome: JobOutcome | undefined, nowMs: number): readonly JobCondition[] {
  const conditions = job.status?.conditions ?? []
  const set = (status: string, reason: string, message: string): readonly JobCondition[] =>
    withJobCondition(conditions, { type: 'Suspended', status, reason, message }, nowMs)
  if (isSuspendedNow(job, outcome)) return set('True', 'JobSuspended', 'Job suspended')
  return hasCondition({ conditions }, 'Suspended') ? set('False', 'JobResumed', 'Job resumed') : conditions
}

function withOutcome(
  conditions: readonly JobCondition[],
  { active, terminating, tracked }: JobCounts,
  outcome: JobOutcome | undefined,
  nowMs: number,
): readonly JobCondition[] {
  if (outcome === undefined) return conditions
  const { isFailure, reason, message } = outcome
  const set = (known: readonly JobCondition[], type: string): readonly JobCondition[] =>
    withJobCondition(known, { type, status: 'True', reason, message }, nowMs)
  const announced = set(conditions, isFailure ? 'FailureTarget' : 'SuccessCriteriaMet')
  const { succeeded = [], failed = [] } = tracked.uncountedTerminatedPods ?? {}
  const isOver = active.length + terminating + succeeded.length + failed.length === 0
  return isOver ? set(announced, isFailure ? 'Failed' : 'Complete') : announced
}

/** The Events that report what a new status changes. */
// upstream: recordJobFinished
export function jobEvents({ status: before = {} }: Job, next: JobStatus): readonly WorkloadEvent[] {
  const events: WorkloadEvent[] = []
  const final = next.conditions?.find(({ type }) => type === 'Failed' || type === 'Complete')
  if (final !== undefined && !isJobFinished(before)) {
    events.push(
      final.type === 'Complete'
        ? normalEvent('Completed', 'Job completed')
        : warningEvent(final.reason ?? 'Failed', final.message ?? ''),
    )
  }
  const suspended = next.conditions?.find(({ type }) => type === 'Suspended')
  const known = before.conditions?.find(({ type }) => type === 'Suspended')
  if (suspended !== undefined && suspended.status !== known?.status) {
    const reason = suspended.status === 'True' ? 'Suspended' : 'Resumed'
    events.push(normalEvent(reason, suspended.message ?? ''))
  }
  return events
}
