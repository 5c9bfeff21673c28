import { objectKey } from '@pinnace/client'
import { formatTime, fromLabelSelector } from '@pinnace/meta'
import type { Job, JobStatus } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { deletePod, type PodWrite } from '../pod-control.ts'
import { runForEach } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload, type WorkloadTools } from '../workload-loop.ts'
import { countPods, type JobCounts } from './count-pods.ts'
import { findEnd, untilDeadline } from './find-end.ts'
import { isFinished, withJobCondition, type JobEnd } from './job-conditions.ts'
import { jobNames, type JobNames } from './job-names.ts'
import { letGo } from './let-go.ts'
import { burst, managePods } from './manage-pods.ts'
import { startOrphanLoop } from './release-orphans.ts'

const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Runs a job's pods to their end, counts them, and says how the job ended. */
// upstream: pkg/controller/job/job_controller.go
export const jobController: Controller = {
  name: 'job-controller',
  isDefault: true,
  needs: () => [kind],
  start(context) {
    const { client, clock, informers, vocabulary } = context
    const names = jobNames(vocabulary)
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const orphans = startOrphanLoop(context, names, pods)
    const running = startWorkload<Job>({
      name: 'job-controller',
      context,
      kind,
      children: [pods as never],
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      async reconcile(job, tools, signal) {
        const { namespace = '', deletionTimestamp } = job.metadata
        const { status = {}, spec } = job
        const key = objectKey(job)
        if (spec?.managedBy !== undefined && spec.managedBy !== names.manager) return undefined
        const isSettled = tools.expectations.isMet(key)
        const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
        const owners = client.resource<Job>(kind).namespace(namespace)
        const own = await claimChildren({
          owner: job,
          ownerKind: kind,
          owners,
          selector: fromLabelSelector(spec?.selector),
          store: pods.store,
          children: podClient,
          signal,
        })
        if (isFinished(status)) {
          for (const pod of own) await letGo(pod, podClient, names, signal)
          return undefined
        }
        const nowMs = clock.now()
        const counts = countPods(job, own, names)
        const end = findEnd(job, counts, restartsOf(counts.active), nowMs)
        const write = { owner: job, key, tools, pods: podClient, signal }
        const next = statusOf(job, counts, end, nowMs)
        // INVARIANT: nothing is made by a status that is older than the stored one: the write would be refused.
        if (!isSameStatus(next, status)) {
          await owners.updateStatus({ ...job, status: next }, { signal })
          tellOf(job, next, tools)
        }
        // Only what a stored status has noted is let go: else it would be lost, or counted twice.
        for (const pod of counts.counted) await letGo(pod, podClient, names, signal)
        let waitMs: number | undefined
        if (isSettled && deletionTimestamp === undefined) waitMs = await act(job, own, counts, end, names, write, nowMs)
        const waits = [waitMs, untilDeadline({ ...job, status: next }, nowMs)].filter(
          (ms) => ms !== undefined && ms > 0,
        )
        return waits.length === 0 ? undefined : { requeueAfterMs: Math.min(...(waits as number[])) }
      },
    })
    return {
      get isHealthy() {
        return (running.isHealthy ?? true) && (orphans.isHealthy ?? true)
      },
      async stop() {
        await Promise.all([running.stop(), orphans.stop()])
      },
    }
  },
}

/** Makes and deletes pods as the job's state asks for. */
async function act(
  job: Job,
  own: readonly Pod[],
  counts: JobCounts,
  end: JobEnd | undefined,
  names: JobNames,
  write: PodWrite<Job>,
  nowMs: number,
): Promise<number | undefined> {
  if (end === undefined && job.spec?.suspend !== true) return managePods(job, own, counts, names, write, nowMs)
  await runForEach(counts.active.slice(0, burst), (pod) => deletePod(pod, write))
  return undefined
}

function restartsOf(pods: readonly Pod[]): number {
  let sum = 0
  for (const { status } of pods) for (const { restartCount } of status?.containerStatuses ?? []) sum += restartCount
  return sum
}

function statusOf(job: Job, counts: JobCounts, end: JobEnd | undefined, nowMs: number): JobStatus {
  const { status = {}, spec } = job
  const { tracked, terminating } = counts
  const isSuspended = spec?.suspend === true
  const active = counts.active.length
  const now = formatTime(nowMs)
  let conditions = status.conditions ?? []
  const wasSuspended = conditions.some(({ type, status: is }) => type === 'Suspended' && is === 'True')
  if (isSuspended && end === undefined) {
    const message = 'Job suspended'
    conditions = withJobCondition(
      conditions,
      { type: 'Suspended', status: 'True', reason: 'JobSuspended', message },
      nowMs,
    )
  } else if (wasSuspended) {
    const message = 'Job resumed'
    conditions = withJobCondition(
      conditions,
      { type: 'Suspended', status: 'False', reason: 'JobResumed', message },
      nowMs,
    )
  }
  const { startTime: started, completionTime: _, ...kept } = status
  const startTime = isSuspended && end === undefined ? undefined : (started ?? now)
  const next: JobStatus = {
    ...kept,
    ...tracked,
    ...(startTime === undefined ? {} : { startTime }),
    active,
    ready: Math.min(counts.ready, active),
    terminating,
  }
  if (end === undefined) return { ...next, ...(conditions.length === 0 ? {} : { conditions }) }
  const { isFailure, reason, message } = end
  const first = isFailure ? 'FailureTarget' : 'SuccessCriteriaMet'
  conditions = withJobCondition(conditions, { type: first, status: 'True', reason, message }, nowMs)
  const uncounted = tracked.uncountedTerminatedPods
  const isOver = active === 0 && terminating === 0 && !uncounted?.succeeded?.length && !uncounted?.failed?.length
  if (!isOver) return { ...next, conditions }
  const last = isFailure ? 'Failed' : 'Complete'
  conditions = withJobCondition(conditions, { type: last, status: 'True', reason, message }, nowMs)
  return { ...next, conditions, ...(isFailure ? {} : { completionTime: now }) }
}

// upstream: recordJobFinished
function tellOf(job: Job, next: JobStatus, tools: WorkloadTools<Job>): void {
  const before = job.status ?? {}
  const found = next.conditions?.find(({ type }) => type === 'Failed' || type === 'Complete')
  if (found !== undefined && !isFinished(before)) {
    if (found.type === 'Complete') tools.tell(job, 'Normal', 'Completed', 'Job completed')
    else tools.tell(job, 'Warning', found.reason ?? 'Failed', found.message ?? '')
  }
  const suspended = next.conditions?.find(({ type }) => type === 'Suspended')
  if (
    suspended === undefined ||
    before.conditions?.some(({ type, status }) => type === 'Suspended' && status === suspended.status)
  )
    return
  tools.tell(job, 'Normal', suspended.status === 'True' ? 'Suspended' : 'Resumed', suspended.message ?? '')
}
