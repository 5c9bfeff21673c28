import { formatIndexes } from '@pinnace/kinds'
import type { Job, JobSpec, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isFinished, isReady } from '../pod-state.ts'
import { isTerminating, uidOf } from '../stored-object.ts'
import { completionIndexOf, earlierFailuresOf, isIndexed, readIndexes } from './completion-indexes.ts'
import type { JobNames } from './job-names.ts'
import { podFailureAction } from './pod-failure-policy.ts'
import { isTracked } from './remove-tracking-finalizer.ts'

/** The pods of a job, counted. */
export interface JobCounts {
  readonly active: readonly Pod[]
  readonly terminating: number
  readonly ready: number
  /** Pods that have succeeded, or completed indexes. Includes pods that are not in the status yet. */
  readonly succeeded: number
  /** Pods that have failed. Includes pods that are not in the status yet. */
  readonly failed: number
  readonly completedIndexes: ReadonlySet<number>
  readonly failedIndexes: ReadonlySet<number>
  /** The counters of the next status, and the UIDs of pods that still have the finalizer. */
  readonly tracked: TrackedStatus
  /** Tracked pods that the next status accounts for: their finalizer can be removed once that is written. */
  readonly counted: readonly Pod[]
  /** Why the pod failure policy fails the job; `undefined` when it does not. */
  readonly failJobMessage: string | undefined
  /** When a pod last failed, in milliseconds since the epoch; the back-off starts there. */
  readonly lastFailureMs: number | undefined
}

type TrackedStatus = Pick<
  JobStatus,
  'succeeded' | 'failed' | 'uncountedTerminatedPods' | 'completedIndexes' | 'failedIndexes'
>

/**
 * Counts the pods of a job, each exactly once. The UID of a finished pod is noted in `uncountedTerminatedPods` while it
 * has the finalizer; when the finalizer is gone, the UID is dropped and the counter incremented.
 */
// upstream: pkg/controller/job/job_controller.go, trackJobStatusAndRemoveFinalizers
export function countPods(job: Job, pods: readonly Pod[], names: JobNames): JobCounts {
  const tally = new Tally(job, pods, names)
  for (const pod of pods) tally.add(pod)
  return tally.result()
}

class Tally {
  readonly #job: Job
  readonly #names: JobNames
  readonly #limit: number
  /** UIDs in `uncountedTerminatedPods` whose pods still have the finalizer. */
  readonly #uncountedSucceeded: string[]
  readonly #uncountedFailed: string[]
  readonly #known: ReadonlySet<string>
  /** Pods in the counters of the status. */
  readonly #countedSucceeded: number
  readonly #countedFailed: number
  readonly #completed: Set<number>
  readonly #failedIndexes: Set<number>
  readonly #active: Pod[] = []
  readonly #counted: Pod[] = []
  #terminating = 0
  #failJobMessage: string | undefined
  #lastFailureMs: number | undefined

  constructor(job: Job, pods: readonly Pod[], names: JobNames) {
    const { status = {}, spec } = job
    const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
    const tracked = new Set(pods.filter((pod) => isTracked(pod, names)).map(uidOf))
    this.#job = job
    this.#names = names
    this.#limit = spec?.completions ?? Number.MAX_SAFE_INTEGER
    this.#uncountedSucceeded = succeeded.filter((uid) => tracked.has(uid))
    this.#uncountedFailed = failed.filter((uid) => tracked.has(uid))
    this.#known = new Set([...this.#uncountedSucceeded, ...this.#uncountedFailed])
    this.#countedSucceeded = (status.succeeded ?? 0) + succeeded.length - this.#uncountedSucceeded.length
    this.#countedFailed = (status.failed ?? 0) + failed.length - this.#uncountedFailed.length
    this.#completed = isIndexed(job) ? readIndexes(status.completedIndexes, this.#limit) : new Set()
    this.#failedIndexes = isIndexed(job) ? readIndexes(status.failedIndexes, this.#limit) : new Set()
  }

  add(pod: Pod): void {
    const { spec } = this.#job
    const hasSucceeded = pod.status?.phase === 'Succeeded'
    const hasFailed = hasPodFailed(pod, spec)
    if (!isFinished(pod)) {
      if (isTerminating(pod)) this.#terminating++
      else this.#active.push(pod)
    }
    if (hasFailed) this.#lastFailureMs = Math.max(this.#lastFailureMs ?? 0, finishTimeOf(pod))
    if (!isTracked(pod, this.#names) || (!hasSucceeded && !hasFailed)) return
    this.#counted.push(pod)
    if (this.#known.has(uidOf(pod))) return
    if (hasSucceeded) this.#addSucceeded(pod)
    else this.#addFailed(pod)
  }

  #addSucceeded(pod: Pod): void {
    const index = completionIndexOf(pod, this.#names)
    if (!isIndexed(this.#job)) this.#uncountedSucceeded.push(uidOf(pod))
    else if (index !== undefined && index < this.#limit) this.#completed.add(index)
  }

  #addFailed(pod: Pod): void {
    const { spec } = this.#job
    const { action, message } = podFailureAction(spec ?? {}, pod)
    if (action === 'FailJob') this.#failJobMessage ??= message
    const index = completionIndexOf(pod, this.#names)
    const limit = spec?.backoffLimitPerIndex
    if (isIndexed(this.#job) && index !== undefined && limit !== undefined) {
      const isExceeded = action !== 'Ignore' && earlierFailuresOf(pod, this.#names) >= limit
      if (action === 'FailIndex' || isExceeded) this.#failedIndexes.add(index)
    }
    if (action !== 'Ignore') this.#uncountedFailed.push(uidOf(pod))
  }

  result(): JobCounts {
    const completed = this.#completed
    const failedIndexes = new Set([...this.#failedIndexes].filter((index) => !completed.has(index)))
    const succeeded = isIndexed(this.#job) ? completed.size : this.#countedSucceeded
    return {
      active: this.#active,
      terminating: this.#terminating,
      ready: this.#active.filter(isReady).length,
      succeeded: succeeded + this.#uncountedSucceeded.length,
      failed: this.#countedFailed + this.#uncountedFailed.length,
      completedIndexes: completed,
      failedIndexes,
      counted: this.#counted,
      failJobMessage: this.#failJobMessage,
      lastFailureMs: this.#lastFailureMs,
      tracked: this.#trackedStatus(succeeded, failedIndexes),
    }
  }

  #trackedStatus(succeeded: number, failedIndexes: ReadonlySet<number>): TrackedStatus {
    const [uncountedSucceeded, uncountedFailed] = [this.#uncountedSucceeded, this.#uncountedFailed]
    const hasIndexLimit = this.#job.spec?.backoffLimitPerIndex !== undefined
    return {
      succeeded,
      failed: this.#countedFailed,
      uncountedTerminatedPods: {
        ...(uncountedSucceeded.length === 0 ? {} : { succeeded: uncountedSucceeded }),
        ...(uncountedFailed.length === 0 ? {} : { failed: uncountedFailed }),
      },
      ...(this.#completed.size === 0 ? {} : { completedIndexes: formatIndexes(this.#completed) }),
      ...(hasIndexLimit ? { failedIndexes: formatIndexes(failedIndexes) } : {}),
    }
  }
}

/** A terminating pod counts as failed at once, unless `podReplacementPolicy: Failed` makes the job wait for its end. */
// upstream: job_controller.go, isPodFailed
export function hasPodFailed(pod: Pod, spec: JobSpec | undefined): boolean {
  if (pod.status?.phase === 'Failed') return true
  return isTerminating(pod) && pod.status?.phase !== 'Succeeded' && spec?.podReplacementPolicy !== 'Failed'
}

// upstream: backoff_utils.go, getFinishedTime
function finishTimeOf({ metadata, status }: Pod): number {
  const times = (status?.containerStatuses ?? []).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? ''))
  const known = times.filter((time) => !Number.isNaN(time))
  return known.length > 0
    ? Math.max(...known)
    : Date.parse(metadata.deletionTimestamp ?? metadata.creationTimestamp ?? '')
}
