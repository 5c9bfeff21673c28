import { isSemanticEqual, parseTime, type FieldErrors } from '@pinnace/meta'
import type { Job, JobStatus } from '@pinnace/types/batch-v1'
import { validateNotNegative } from '../validation/messages.ts'
import { parseIndexIntervals } from './index-intervals.ts'
import { refuse } from './pod-failure-policy.ts'

const counts = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const

/** Whether a condition of a job holds. */
function hasCondition({ conditions = [] }: JobStatus, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True')
}

/** Whether a job is over. */
function isFinished(status: JobStatus): boolean {
  return hasCondition(status, 'Complete') || hasCondition(status, 'Failed')
}

/** What a job's status may become: a job that is over stays so, and what is counted is not uncounted. */
// upstream: apis/batch/validation, ValidateJobStatusUpdate; registry/batch/job/strategy.go, getStatusValidationOptions
export function validateJobStatus(next: Job, live: Job, errors: FieldErrors): void {
  const status = next.status ?? {}
  const stored = live.status ?? {}
  for (const name of counts) validateNotNegative(status[name], `status.${name}`, errors)
  validateUncounted(status, errors)
  validateEnd(next, status, stored, errors)
  validateIndexes(next, status, stored, errors)
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (hasCondition(stored, type) && !hasCondition(status, type)) {
      refuse('status.conditions', `cannot disable the terminal ${type}=True condition`, errors)
    }
  }
  validateProgress(next, status, stored, errors)
  const isMet = hasCondition(status, 'SuccessCriteriaMet')
  const wasMet = hasCondition(stored, 'SuccessCriteriaMet')
  if (wasMet && !isMet) refuse('status.conditions', 'cannot disable the SuccessCriteriaMet=True condition', errors)
  if (hasCondition(stored, 'Complete') && !wasMet && isMet) {
    const problem = 'cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'
    refuse('status.conditions', problem, errors)
  }
}

function validateUncounted({ uncountedTerminatedPods: uncounted }: JobStatus, errors: FieldErrors): void {
  const seen = new Set<string>()
  for (const name of ['succeeded', 'failed'] as const) {
    uncounted?.[name]?.forEach((uid, index) => {
      const field = `status.uncountedTerminatedPods.${name}[${index}]`
      if (uid === '') errors.invalid(field, uid, 'must not be empty')
      else if (seen.has(uid)) errors.duplicate(field, uid)
      else seen.add(uid)
    })
  }
}

// Each rule holds for what this write changes, so that what was stored under older rules can still be written.
function validateEnd(next: Job, status: JobStatus, stored: JobStatus, errors: FieldErrors): void {
  const at = 'status.conditions'
  const turned = (type: string): boolean => hasCondition(status, type) !== hasCondition(stored, type)
  const changed = (name: keyof JobStatus): boolean => !isSemanticEqual(status[name], stored[name])
  const has = (type: string): boolean => hasCondition(status, type)
  const [isComplete, isFailed, isTarget, isMet] = [
    has('Complete'),
    has('Failed'),
    has('FailureTarget'),
    has('SuccessCriteriaMet'),
  ]
  const turnedEnd = isFinished(status) !== isFinished(stored)
  if ((turned('Complete') || turned('Failed')) && isComplete && isFailed) {
    refuse(at, 'cannot set Complete=True and Failed=true conditions', errors)
  }
  if ((turned('Complete') || turned('FailureTarget')) && isComplete && isTarget) {
    refuse(at, 'cannot set Complete=True and FailureTarget=true conditions', errors)
  }
  const { active = 0, completionTime, startTime, terminating = 0, uncountedTerminatedPods: uncounted } = status
  if (turned('Complete') || changed('completionTime')) {
    if (completionTime !== undefined && !isComplete) {
      const problem = 'cannot set completionTime when there is no Complete=True condition'
      errors.invalid('status.completionTime', completionTime, problem)
    }
    if (completionTime === undefined && isComplete) {
      errors.required('status.completionTime', 'completionTime is required for Complete jobs')
    }
  }
  if ((changed('startTime') || changed('completionTime')) && startTime && completionTime) {
    if ((parseTime(completionTime) ?? 0) < (parseTime(startTime) ?? 0)) {
      errors.invalid('status.completionTime', completionTime, 'completionTime cannot be set before startTime')
    }
  }
  if ((turned('Failed') || changed('failedIndexes')) && isFailed && !isTarget) {
    refuse(at, 'cannot set Failed=True condition without the FailureTarget=true condition', errors)
  }
  if ((turned('Complete') || turned('SuccessCriteriaMet')) && isComplete && !isMet) {
    refuse(at, 'cannot set Complete=True condition without the SuccessCriteriaMet=true condition', errors)
  }
  if (isFinished(status)) {
    if ((turnedEnd || changed('active')) && active > 0) {
      errors.invalid('status.active', active, 'active>0 is invalid for finished job')
    }
    const isNothing = next.spec?.suspend === true && next.spec.completions === 0
    if ((turnedEnd || changed('startTime')) && startTime === undefined && !isNothing) {
      errors.required('status.startTime', 'startTime is required for finished job')
    }
    const waiting = (uncounted?.failed?.length ?? 0) + (uncounted?.succeeded?.length ?? 0)
    if ((turnedEnd || changed('uncountedTerminatedPods')) && waiting > 0) {
      const problem = 'uncountedTerminatedPods needs to be empty for finished job'
      errors.invalid('status.uncountedTerminatedPods', uncounted, problem)
    }
    if ((turnedEnd || changed('terminating')) && terminating > 0) {
      errors.invalid('status.terminating', terminating, 'terminating>0 is invalid for finished job')
    }
  }
  if (isMet && isFailed) refuse(at, 'cannot set SuccessCriteriaMet=True and Failed=true conditions', errors)
  if (isMet && isTarget) refuse(at, 'cannot set SuccessCriteriaMet=True and FailureTarget=true conditions', errors)
  if (next.spec?.successPolicy && !isMet && isComplete) {
    const problem = 'cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'
    refuse(at, problem, errors)
  }
}

function validateIndexes(next: Job, status: JobStatus, stored: JobStatus, errors: FieldErrors): void {
  const { completions, backoffLimitPerIndex, completionMode } = next.spec ?? {}
  const { completedIndexes: completed = '', failedIndexes: failed } = status
  const isCompletedNew = completed !== (stored.completedIndexes ?? '')
  const isFailedNew = failed !== stored.failedIndexes
  if (completions !== undefined) {
    for (const [name, text, isNew] of [
      ['completedIndexes', completed, isCompletedNew],
      ['failedIndexes', failed ?? '', isFailedNew && backoffLimitPerIndex !== undefined],
    ] as const) {
      const parsed = parseIndexIntervals(text, completions)
      if (isNew && 'error' in parsed) {
        errors.invalid(`status.${name}`, text, `error parsing ${name}: ${parsed.error}`)
      }
    }
  }
  if (isCompletedNew && completed !== '' && completionMode !== 'Indexed') {
    const problem = 'cannot set non-empty completedIndexes when non-indexed completion mode'
    errors.invalid('status.completedIndexes', completed, problem)
  }
  if (isFailedNew && failed !== undefined && backoffLimitPerIndex === undefined) {
    const problem = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'
    errors.invalid('status.failedIndexes', failed, problem)
  }
  if ((isCompletedNew || isFailedNew) && completions !== undefined && failed !== undefined) {
    const overlap = overlapOf(completed, failed, completions)
    if (overlap !== undefined) {
      const problem = `failedIndexes and completedIndexes overlap at index: ${overlap}`
      errors.invalid('status.failedIndexes', failed, problem)
    }
  }
}

function overlapOf(completed: string, failed: string, completions: number): number | undefined {
  const [a, b] = [parseIndexIntervals(completed, completions), parseIndexIntervals(failed, completions)]
  if ('error' in a || 'error' in b) return undefined
  for (let left = 0, right = 0; left < a.intervals.length && right < b.intervals.length;) {
    const [aFirst, aLast] = a.intervals[left]!
    const [bFirst, bLast] = b.intervals[right]!
    if (aFirst <= bLast && bFirst <= aLast) return Math.max(aFirst, bFirst)
    if (aFirst <= bFirst) left++
    else right++
  }
  return undefined
}

function validateProgress(next: Job, status: JobStatus, stored: JobStatus, errors: FieldErrors): void {
  const { completionMode, completions, parallelism, suspend = false } = next.spec ?? {}
  const { active = 0, completionTime, failed = 0, ready, startTime, succeeded = 0 } = status
  if (failed < (stored.failed ?? 0)) errors.invalid('status.failed', failed, 'cannot decrease the failed counter')
  // A job that can be made smaller may have counted more than it now is.
  const isElastic = completionMode === 'Indexed' && completions === parallelism
  if (!isElastic && succeeded < (stored.succeeded ?? 0)) {
    errors.invalid('status.succeeded', succeeded, 'cannot decrease the succeeded counter')
  }
  if (completionTime && stored.completionTime && completionTime !== stored.completionTime) {
    errors.invalid('status.completionTime', completionTime, 'completionTime cannot be mutated')
  }
  if (stored.startTime && startTime !== stored.startTime && !suspend) {
    errors.required('status.startTime', 'startTime cannot be removed for unsuspended job')
  }
  const isChanged = ready !== stored.ready || active !== (stored.active ?? 0)
  if (isChanged && ready !== undefined && ready > active) {
    errors.invalid('status.ready', ready, 'cannot set more ready pods than active')
  }
}
