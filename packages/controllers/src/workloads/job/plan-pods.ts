import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { podDeletionOrder } from '../pod-deletion-order.ts'
import { isFinished } from '../pod-state.ts'
import { isTerminating, type WithSpec } from '../stored-object.ts'
import { completionIndexOf, earlierFailuresOf, isIndexed } from './completion-indexes.ts'
import { hasPodFailed, type JobCounts } from './count-pods.ts'
import type { JobNames } from './job-names.ts'
import type { PodCompletion } from './job-pod.ts'
import { podFailureAction } from './pod-failure-policy.ts'

/** Pods created or deleted in one reconciliation. */
// upstream: pkg/controller/job, MaxPodCreateDeletePerSync
const burst = 500
// upstream: pkg/controller/job, DefaultJobPodFailureBackOff and MaxJobPodFailureBackOff
const firstBackOffMs = 10_000
const maxBackOffMs = 600_000

/** What the pods of a job are planned from. */
export interface JobPodFacts {
  readonly job: WithSpec<Job>
  /** All pods of the job. */
  readonly pods: readonly Pod[]
  readonly counts: JobCounts
  readonly names: JobNames
  readonly nowMs: number
}

/** The pods to create and to delete now. */
export interface JobPodPlan {
  /** One entry for each pod; `undefined` for pods of NonIndexed jobs. */
  readonly create: readonly (PodCompletion | undefined)[]
  readonly remove: readonly Pod[]
  /** Milliseconds until the back-off after failures ends and pods may be created. */
  readonly backOffMs?: number
}

/** Plans the deletion of all active pods: the job has ended or is suspended. */
export function removeActivePods({ active }: JobCounts): JobPodPlan {
  return { create: [], remove: active.slice(0, burst) }
}

/** Plans which pods of a running job to create and to delete. */
// upstream: pkg/controller/job/job_controller.go, manageJob
export function planPods(facts: JobPodFacts): JobPodPlan {
  const { job, counts, nowMs } = facts
  const wanted = wantedActive(job, counts)
  const { active, terminating } = counts
  const remove = surplusPods(facts, active.length - wanted)
  if (remove.length > 0) return { create: [], remove: remove.slice(0, burst) }
  const stillTerminating = job.spec.podReplacementPolicy === 'Failed' ? terminating : 0
  const missing = Math.min(wanted - active.length - stillTerminating, burst)
  if (missing <= 0) return { create: [], remove: [] }
  const backOffMs = msUntilNextTry(counts, nowMs)
  if (backOffMs > 0) return { create: [], remove: [], backOffMs }
  const create = isIndexed(job)
    ? nextCompletions(facts, missing)
    : Array.from<PodCompletion | undefined>({ length: missing })
  return { create, remove: [] }
}

/** The number of pods that should be active. */
function wantedActive({ spec }: WithSpec<Job>, { active, succeeded, failedIndexes }: JobCounts): number {
  const { parallelism = 1, completions } = spec
  if (completions !== undefined) return Math.max(0, Math.min(parallelism, completions - succeeded - failedIndexes.size))
  return succeeded > 0 ? active.length : Math.max(0, parallelism)
}

/**
 * The active pods to delete: in an Indexed job those without a valid index and second ones of an index, then as many
 * others as it takes to delete `count`.
 */
// upstream: activePodsForRemoval, appendDuplicatedIndexPodsForRemoval
function surplusPods({ job, counts, names }: JobPodFacts, count: number): readonly Pod[] {
  const ordered = podDeletionOrder(counts.active)
  const { completions = 0 } = job.spec
  const kept = new Set<number>()
  const misplaced = new Set<Pod>()
  for (const pod of isIndexed(job) ? ordered.toReversed() : []) {
    const index = completionIndexOf(pod, names)
    if (index === undefined || index >= completions || kept.has(index)) misplaced.add(pod)
    else kept.add(index)
  }
  const others = ordered.filter((pod) => !misplaced.has(pod))
  return [...misplaced, ...others.slice(0, Math.max(0, count - misplaced.size))]
}

/** Milliseconds until pods may be created after failures; the wait doubles with each, from 10 seconds to 10 minutes. */
// upstream: backoff_utils.go, getRemainingTimePerPod
function msUntilNextTry({ failed, lastFailureMs }: JobCounts, nowMs: number): number {
  if (failed === 0 || lastFailureMs === undefined || Number.isNaN(lastFailureMs)) return 0
  return lastFailureMs + Math.min(maxBackOffMs, firstBackOffMs * 2 ** (failed - 1)) - nowMs
}

/** The lowest completion indexes that have neither a pod nor a result. */
// upstream: firstPendingIndexes
function nextCompletions(facts: JobPodFacts, count: number): readonly PodCompletion[] {
  const { job, pods, counts, names } = facts
  const { completions = 0, podReplacementPolicy, backoffLimitPerIndex } = job.spec
  const replacing =
    podReplacementPolicy === 'Failed' ? pods.filter((pod) => isTerminating(pod) && !isFinished(pod)) : []
  const taken = new Set([...counts.active, ...replacing].map((pod) => completionIndexOf(pod, names)))
  const failures = failuresByIndex(facts)
  const free: PodCompletion[] = []
  for (let index = 0; index < completions && free.length < count; index++) {
    if (taken.has(index) || counts.completedIndexes.has(index) || counts.failedIndexes.has(index)) continue
    free.push({ index, failures: backoffLimitPerIndex === undefined ? undefined : (failures.get(index) ?? 0) })
  }
  return free
}

/** How often each completion index has failed, according to the latest of its failed pods. Ignored failures do not count. */
// upstream: indexed_job_utils.go, getNewIndexFailureCounts
function failuresByIndex({ job, pods, names }: JobPodFacts): ReadonlyMap<number, number> {
  const failures = new Map<number, number>()
  for (const pod of pods) {
    const index = completionIndexOf(pod, names)
    if (index === undefined || !hasPodFailed(pod, job.spec)) continue
    const isCounted = podFailureAction(job.spec, pod).action !== 'Ignore'
    const count = earlierFailuresOf(pod, names) + (isCounted ? 1 : 0)
    failures.set(index, Math.max(failures.get(index) ?? 0, count))
  }
  return failures
}
