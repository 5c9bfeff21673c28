import { formatTime } from '@pinnace/meta'
import type { JobCondition, JobStatus } from '@pinnace/types/batch-v1'

/** How a job ends: the content of its final conditions. */
export interface JobOutcome {
  readonly isFailure: boolean
  readonly reason: string
  readonly message: string
}

/** A condition that is about to be set; {@link withJobCondition} adds its times. */
export type NewJobCondition = Pick<JobCondition, 'type' | 'status' | 'reason' | 'message'>

/** Whether a condition of a job is True. */
export function hasCondition({ conditions }: JobStatus, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false
}

/** Whether a job is complete or failed. */
export function isJobFinished(status: JobStatus): boolean {
  return hasCondition(status, 'Complete') || hasCondition(status, 'Failed')
}

/** Sets a condition. One whose status and reason are unchanged stays as it is. */
export function withJobCondition(
  conditions: readonly JobCondition[],
  next: NewJobCondition,
  nowMs: number,
): readonly JobCondition[] {
  const known = conditions.find(({ type }) => type === next.type)
  if (known?.status === next.status && known?.reason === next.reason) return conditions
  const now = formatTime(nowMs)
  const others = conditions.filter(({ type }) => type !== next.type)
  return [...others, { ...next, lastProbeTime: now, lastTransitionTime: now }]
}

/** The outcome that a job's conditions have already announced. */
export function announcedOutcome({ conditions }: JobStatus): JobOutcome | undefined {
  for (const type of ['FailureTarget', 'SuccessCriteriaMet']) {
    const found = conditions?.find((condition) => condition.type === type && condition.status === 'True')
    if (found === undefined) continue
    return { isFailure: type === 'FailureTarget', reason: found.reason ?? '', message: found.message ?? '' }
  }
  return undefined
}
