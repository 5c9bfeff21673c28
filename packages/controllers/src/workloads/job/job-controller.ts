import { objectKey, type Informer } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, RunningController } from '../../controller.ts'
import { claimChildren } from '../claim-children.ts'
import { createPod, deletePod, type PodWrite } from '../pod-control.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import { runForEach, runInBatches } from '../run-in-batches.ts'
import { isSameStatus } from '../same-status.ts'
import { hasSpec, isTerminating, namespaceOf, type WithSpec } from '../stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { countPods, type JobCounts } from './count-pods.ts'
import { isJobFinished } from './job-conditions.ts'
import { jobNames, type JobNames } from './job-names.ts'
import { jobOutcome, msUntilDeadline } from './job-outcome.ts'
import { jobPod } from './job-pod.ts'
import { jobEvents, jobStatus } from './job-status.ts'
import { startOrphanPodLoop } from './orphan-pods.ts'
import { planPods, removeActivePods, type JobPodPlan } from './plan-pods.ts'
import { removeTrackingFinalizer } from './remove-tracking-finalizer.ts'

const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Runs the pods of jobs, counts them, and reports how jobs end. */
// upstream: pkg/controller/job/job_controller.go
export const jobController: Controller = {
  name: 'job-controller',
  isDefault: true,
  needs: () => [kind],
  start(context) {
    const names = jobNames(context.vocabulary)
    const pods = context.informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const orphans = startOrphanPodLoop(context, names, pods)
    const running = startWorkloadController<Job>({
      name: 'job-controller',
      context,
      kind,
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch: (tools) => tools.watchChildren(pods),
      reconcile: (job, tools, signal) => syncJob(job, { tools, names, pods, signal }),
    })
    return both(running, orphans)
  },
}

/** One reconciliation of a job. */
interface JobSync extends PodWrite<Job> {
  readonly owner: WithSpec<Job>
  readonly names: JobNames
}

// upstream: job_controller.go, syncJob
async function syncJob(
  job: Job,
  options: {
    readonly tools: WorkloadTools<Job>
    readonly names: JobNames
    readonly pods: Informer<Pod>
    readonly signal: AbortSignal
  },
): Promise<Requeue> {
  const { tools, names, pods, signal } = options
  if (!hasSpec(job) || (job.spec.managedBy ?? names.manager) !== names.manager) return undefined
  const { client, clock } = tools.context
  const key = objectKey(job)
  const areExpectationsMet = tools.expectations.isMet(key)
  const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespaceOf(job))
  const own = await claimChildren({
    owner: job,
    ownerKind: kind,
    owners: client.resource<Job>(kind).namespace(namespaceOf(job)),
    selector: fromLabelSelector(job.spec.selector),
    store: pods.store,
    children: podClient,
    signal,
  })
  const sync: JobSync = { owner: job, key, tools, pods: podClient, names, signal }
  if (isJobFinished(job.status ?? {})) return removeFinalizers(sync, own).then(() => undefined)
  const nowMs = clock.now()
  const counts = countPods(job, own, names)
  const outcome = jobOutcome(job, counts, nowMs)
  const status = jobStatus({ job, counts, outcome, nowMs })
  await writeJobStatus(sync, status)
  // INVARIANT: a finalizer is removed only after the stored status accounts for its pod, so that it is counted once.
  await removeFinalizers(sync, counts.counted)
  const deadlineMs = msUntilDeadline({ ...job, status }, nowMs)
  const nextDeadlineMs = deadlineMs !== undefined && deadlineMs > 0 ? deadlineMs : undefined
  if (!areExpectationsMet || isTerminating(job)) return requeueAfter(nextDeadlineMs)
  const isActive = outcome === undefined && job.spec.suspend !== true
  const plan = isActive ? planPods({ job, pods: own, counts, names, nowMs }) : removeActivePods(counts)
  await carryOut(sync, plan)
  return requeueAfter(plan.backOffMs, nextDeadlineMs)
}

/** INVARIANT: runs before pods are created. A conflict shows that the job was read from an outdated informer. */
async function writeJobStatus({ owner, tools, signal }: JobSync, status: NonNullable<Job['status']>): Promise<void> {
  if (isSameStatus(status, owner.status ?? {})) return
  const jobs = tools.context.client.resource<Job>(kind).namespace(namespaceOf(owner))
  await jobs.updateStatus({ ...owner, status }, { signal })
  for (const event of jobEvents(owner, status)) tools.recordEvent(owner, event)
}

async function removeFinalizers(sync: JobSync, pods: JobCounts['counted']): Promise<void> {
  for (const pod of pods) await removeTrackingFinalizer(pod, sync)
}

async function carryOut(sync: JobSync, { create, remove }: JobPodPlan): Promise<void> {
  const { owner, tools, names } = sync
  const { random } = tools.context
  await runForEach(remove, (pod) => deletePod(pod, sync))
  await runInBatches(create.length, (at) => createPod(jobPod(owner, create[at], { names, random }), sync))
}

/** Two controllers that run as one. */
function both(first: RunningController, second: RunningController): RunningController {
  return {
    get isHealthy() {
      return (first.isHealthy ?? true) && (second.isHealthy ?? true)
    },
    async stop() {
      await Promise.all([first.stop(), second.stop()])
    },
  }
}
