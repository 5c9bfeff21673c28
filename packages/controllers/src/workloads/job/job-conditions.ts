import { formatTime } from '@pinnace/meta'
import type { JobCondition, JobStatus } from '@pinnace/types/batch-v1'

/** How a job is about to end. */
export interface JobEnd {
  readonly isFailure: boolean
  readonly reason: string
  readonly message: string
}

/** Whether a condition of a job holds. */
export function hasCondition({ conditions }: JobStatus, type: string): boolean {
  return conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false
}

/** Whether a job is over. */
export function isFinished(status: JobStatus): boolean {
  return hasCondition(status, 'Complete') || hasCondition(status, 'Failed')
}

/** Conditions with one of them set; one that says the same already stays as it is. */
export function withJobCondition(
  conditions: readonly JobCondition[],
  next: Pick<JobCondition, 'type' | 'status' | 'reason' | 'message'>,
  nowMs: number,
): readonly JobCondition[] {
  const known = conditions.find(({ type }) => type === next.type)
  if (known?.status === next.status && known?.reason === next.reason) return conditions
  const now = formatTime(nowMs)
  const others = conditions.filter(({ type }) => type !== next.type)
  return [...others, { ...next, lastProbeTime: now, lastTransitionTime: now }] as readonly JobCondition[]
}

/** The end a job has been found to come to before: what has been said stays said. */
export function endFrom({ conditions }: JobStatus): JobEnd | undefined {
  for (const type of ['FailureTarget', 'SuccessCriteriaMet']) {
    const found = conditions?.find((condition) => condition.type === type && condition.status === 'True')
    if (found === undefined) continue
    return { isFailure: type === 'FailureTarget', reason: found.reason ?? '', message: found.message ?? '' }
  }
  return undefined
}
