import { countIndexes, formatIndexes, parseIndexIntervals } from '@pinnace/kinds'
import type { Job, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isReady } from '../pod-state.ts'
import { judgeFailure } from './failure-policy.ts'
import type { JobNames } from './job-names.ts'

/** What a job's pods come to. */
export interface JobCounts {
  readonly active: readonly Pod[]
  readonly terminating: number
  readonly ready: number
  /** Counted, or known to have ended and about to be counted. */
  readonly succeeded: number
  readonly failed: number
  readonly completedIndexes: ReadonlySet<number>
  readonly failedIndexes: ReadonlySet<number>
  /** The counters and the uids that wait, as the status has them next. */
  readonly tracked: Pick<
    JobStatus,
    'succeeded' | 'failed' | 'uncountedTerminatedPods' | 'completedIndexes' | 'failedIndexes'
  >
  /** Pods that have been counted, or will be with the next status: they need be held no longer. */
  readonly counted: readonly Pod[]
  /** Why the job fails by its policy. */
  readonly verdict: string | undefined
  /** Last failure, by which the next pod waits. */
  readonly lastFailureMs: number | undefined
}

/** Whether a job's completions have numbers. */
export function isIndexed({ spec }: Job): boolean {
  return spec?.completionMode === 'Indexed'
}

/** The completion a pod is for. */
export function indexOf({ metadata }: Pod, { index }: JobNames): number | undefined {
  const text = metadata.annotations?.[index]
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
}

/**
 * Counts pods, each once: a pod that has ended is noted by its uid while it is still held by its finalizer; once it is
 * let go, the note becomes a number.
 */
// upstream: pkg/controller/job/job_controller.go, trackJobStatusAndRemoveFinalizers
export function countPods(job: Job, pods: readonly Pod[], names: JobNames): JobCounts {
  const { status = {}, spec } = job
  const limit = spec?.completions ?? Number.MAX_SAFE_INTEGER
  const isHeld = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(names.finalizer) ?? false
  const held = new Set(pods.filter(isHeld).map(({ metadata }) => metadata.uid!))
  const noted = status.uncountedTerminatedPods ?? {}
  const waitingSucceeded = (noted.succeeded ?? []).filter((uid) => held.has(uid))
  const waitingFailed = (noted.failed ?? []).filter((uid) => held.has(uid))
  let succeeded = (status.succeeded ?? 0) + (noted.succeeded ?? []).length - waitingSucceeded.length
  const failed = (status.failed ?? 0) + (noted.failed ?? []).length - waitingFailed.length
  const known = new Set([...waitingSucceeded, ...waitingFailed])
  const completed = isIndexed(job) ? readIndexes(status.completedIndexes, limit) : new Set<number>()
  const failedIndexes = isIndexed(job) ? readIndexes(status.failedIndexes, limit) : new Set<number>()
  const active: Pod[] = []
  const counted: Pod[] = []
  let verdict: string | undefined
  let terminating = 0
  let lastFailureMs: number | undefined
  for (const pod of pods) {
    const { uid = '', deletionTimestamp } = pod.metadata
    const phase = pod.status?.phase
    const hasSucceeded = phase === 'Succeeded'
    // A pod that is gone before its end has failed, unless the job waits until it really has.
    const isLost = deletionTimestamp !== undefined && spec?.podReplacementPolicy !== 'Failed'
    const hasFailed = phase === 'Failed' || (!hasSucceeded && isLost)
    if (!hasSucceeded && phase !== 'Failed') {
      if (deletionTimestamp === undefined) active.push(pod)
      else terminating++
    }
    if (hasFailed) lastFailureMs = Math.max(lastFailureMs ?? 0, endOf(pod))
    if (!isHeld(pod) || (!hasSucceeded && !hasFailed)) continue
    counted.push(pod)
    if (known.has(uid)) continue
    const index = indexOf(pod, names)
    if (hasSucceeded) {
      if (!isIndexed(job)) waitingSucceeded.push(uid)
      else if (index !== undefined && index < limit) completed.add(index)
      continue
    }
    const { action, message } = judgeFailure(spec!, pod)
    if (action === 'FailJob') verdict ??= message
    if (isIndexed(job) && index !== undefined && spec?.backoffLimitPerIndex !== undefined) {
      const failures = failuresOf(pod, names)
      if (action === 'FailIndex' || (action !== 'Ignore' && failures >= spec.backoffLimitPerIndex)) {
        failedIndexes.add(index)
      }
    }
    if (action !== 'Ignore') waitingFailed.push(uid)
  }
  if (isIndexed(job)) succeeded = completed.size
  for (const index of completed) failedIndexes.delete(index)
  const uncounted = {
    ...(waitingSucceeded.length === 0 ? {} : { succeeded: waitingSucceeded }),
    ...(waitingFailed.length === 0 ? {} : { failed: waitingFailed }),
  }
  const perIndex = spec?.backoffLimitPerIndex !== undefined
  return {
    active,
    terminating,
    ready: active.filter(isReady).length,
    succeeded: succeeded + waitingSucceeded.length,
    failed: failed + waitingFailed.length,
    completedIndexes: completed,
    failedIndexes,
    counted,
    verdict,
    lastFailureMs,
    tracked: {
      succeeded,
      failed,
      uncountedTerminatedPods: uncounted,
      ...(completed.size === 0 ? {} : { completedIndexes: formatIndexes(completed) }),
      ...(perIndex ? { failedIndexes: formatIndexes(failedIndexes) } : {}),
    },
  }
}

/** How often the index of a pod had failed before it. */
export function failuresOf({ metadata }: Pod, { failures }: JobNames): number {
  return Number(metadata.annotations?.[failures] ?? 0) || 0
}

/** Whether enough has succeeded for a rule of the job. */
// upstream: pkg/controller/job/success_policy.go, matchSuccessPolicy
export function isSuccess({ spec }: Job, completed: ReadonlySet<number>): number | undefined {
  const found = (spec?.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    const parsed = parseIndexIntervals(succeededIndexes ?? '', spec?.completions ?? 0)
    const intervals = 'error' in parsed ? [] : parsed.intervals
    const meant =
      succeededIndexes === undefined ? [...completed] : [...completed].filter((index) => isIn(index, intervals))
    return meant.length >= (succeededCount ?? (succeededIndexes === undefined ? Number.NaN : countIndexes(intervals)))
  })
  return found < 0 ? undefined : found
}

function isIn(index: number, intervals: readonly (readonly [number, number])[]): boolean {
  return intervals.some(([first, last]) => index >= first && index <= last)
}

function readIndexes(text: string | undefined, limit: number): Set<number> {
  const parsed = parseIndexIntervals(text ?? '', limit)
  const indexes = new Set<number>()
  if ('error' in parsed) return indexes
  for (const [first, last] of parsed.intervals) for (let index = first; index <= last; index++) indexes.add(index)
  return indexes
}

function endOf({ metadata, status }: Pod): number {
  const ends = (status?.containerStatuses ?? []).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? ''))
  const known = ends.filter((time) => !Number.isNaN(time))
  return known.length > 0
    ? Math.max(...known)
    : Date.parse(metadata.deletionTimestamp ?? metadata.creationTimestamp ?? '')
}
