import { generateName } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerRef } from '../controller-ref.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { podFromTemplate } from '../pod-from-template.ts'
import { isReady } from '../pod-state.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { failuresOf, indexOf, isIndexed, type JobCounts } from './count-pods.ts'
import type { JobNames } from './job-names.ts'

// upstream: pkg/controller/job, DefaultJobPodFailureBackOff and MaxJobPodFailureBackOff, maxPodCreateDeletePerSync
const firstBackOffMs = 10_000
const maxBackOffMs = 600_000
/** Pods made or deleted at once. */
export const burst = 500

/** Makes as many pods of a job run as may at a time and are still needed; answers how long it waits after failures. */
// upstream: pkg/controller/job/job_controller.go, manageJob
export async function managePods(
  job: Job,
  pods: readonly Pod[],
  counts: JobCounts,
  names: JobNames,
  write: PodWrite<Job>,
  nowMs: number,
): Promise<number | undefined> {
  const { parallelism = 1, completions, podReplacementPolicy } = job.spec!
  const { active, succeeded, terminating } = counts
  let wanted = parallelism
  if (completions !== undefined) wanted = Math.min(parallelism, completions - succeeded - counts.failedIndexes.size)
  else if (succeeded > 0) wanted = active.length
  wanted = Math.max(0, wanted)
  if (active.length > wanted) {
    const ordered = [...active].sort((a, b) => Number(isReady(a)) - Number(isReady(b)))
    const surplus = ordered.slice(0, active.length - wanted)
    await runForEach(surplus.slice(0, burst), (pod) => deletePod(pod, write))
    return undefined
  }
  const replaced = podReplacementPolicy === 'Failed' ? terminating : 0
  const missing = Math.min(wanted - active.length - replaced, burst)
  if (missing <= 0) return undefined
  const waitMs = backOffMs(counts, nowMs)
  if (waitMs > 0) return waitMs
  const free = isIndexed(job) ? freeIndexes(job, pods, counts, names, missing) : undefined
  const failures = failuresByIndex(pods, names)
  await runInBatches(free?.length ?? missing, (at) => createPod(jobPod(job, free?.[at], failures, names, write), write))
  return undefined
}

function backOffMs({ failed, lastFailureMs }: JobCounts, nowMs: number): number {
  if (failed === 0 || lastFailureMs === undefined || Number.isNaN(lastFailureMs)) return 0
  return lastFailureMs + Math.min(maxBackOffMs, firstBackOffMs * 2 ** (failed - 1)) - nowMs
}

/** The lowest completions nobody is at work on. */
function freeIndexes(
  { spec }: Job,
  pods: readonly Pod[],
  { active, completedIndexes, failedIndexes }: JobCounts,
  names: JobNames,
  count: number,
): readonly number[] {
  const going = spec?.podReplacementPolicy === 'Failed' ? pods.filter(isGoing) : []
  const taken = new Set([...active, ...going].map((pod) => indexOf(pod, names)))
  const free: number[] = []
  for (let index = 0; index < (spec?.completions ?? 0) && free.length < count; index++) {
    if (!taken.has(index) && !completedIndexes.has(index) && !failedIndexes.has(index)) free.push(index)
  }
  return free
}

function isGoing({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && status?.phase !== 'Failed' && status?.phase !== 'Succeeded'
}

/** How often each completion has failed, as the last of its pods says. */
function failuresByIndex(pods: readonly Pod[], names: JobNames): ReadonlyMap<number, number> {
  const failures = new Map<number, number>()
  for (const pod of pods) {
    const index = indexOf(pod, names)
    if (index === undefined || pod.status?.phase !== 'Failed') continue
    failures.set(index, Math.max(failures.get(index) ?? 0, failuresOf(pod, names) + 1))
  }
  return failures
}

function jobPod(
  job: Job,
  index: number | undefined,
  failuresBefore: ReadonlyMap<number, number>,
  names: JobNames,
  { tools }: PodWrite<Job>,
): ReturnType<typeof podFromTemplate> {
  const { template, backoffLimitPerIndex } = job.spec!
  const prefix = index === undefined ? `${job.metadata.name}-` : `${job.metadata.name}-${index}-`
  const name = generateName(prefix, tools.context.random)
  const owner = controllerRef(tools.kind, job)
  const pod = podFromTemplate(template, { name, generateName: prefix, owner })
  const finalizers = [...(pod.metadata.finalizers ?? []), names.finalizer]
  if (index === undefined) return { ...pod, metadata: { ...pod.metadata, finalizers } }
  const failures = failuresBefore.get(index) ?? 0
  return {
    metadata: {
      ...pod.metadata,
      finalizers,
      labels: { ...pod.metadata.labels, [names.index]: String(index) },
      annotations: {
        ...pod.metadata.annotations,
        [names.index]: String(index),
        ...(backoffLimitPerIndex === undefined ? {} : { [names.failures]: String(failures) }),
      },
    },
    spec: {
      ...pod.spec,
      hostname: `${job.metadata.name}-${index}`,
      containers: pod.spec.containers.map((container) => withIndex(container, names)),
      ...(pod.spec.initContainers === undefined
        ? {}
        : { initContainers: pod.spec.initContainers.map((container) => withIndex(container, names)) }),
    },
  }
}

type Container = NonNullable<Pod['spec']>['containers'][number]

// upstream: pkg/controller/job/indexed_job_utils.go, addCompletionIndexEnvVariable
function withIndex(container: Container, { index }: JobNames): Container {
  const name = 'JOB_COMPLETION_INDEX'
  if (container.env?.some((variable) => variable.name === name)) return container
  const fieldPath = `metadata.annotations['${index}']`
  return { ...container, env: [...(container.env ?? []), { name, valueFrom: { fieldRef: { fieldPath } } }] }
}
