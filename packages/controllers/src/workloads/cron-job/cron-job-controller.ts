import { objectKey, type Informer, type ResourceClient } from '@pinnace/client'
import { formatTime, StatusError, type Vocabulary } from '@pinnace/meta'
import type { CronJob, CronJobStatus, Job } from '@pinnace/types/batch-v1'
import type { Controller } from '../../controller.ts'
import { unlessOutdated } from '../../is-outdated.ts'
import { childrenOf } from '../child-index.ts'
import { controllerRef, isControlledBy } from '../controller-ref.ts'
import type { Requeue } from '../requeue.ts'
import { isSameStatus } from '../same-status.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { normalEvent } from '../workload-event.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { activeStatus, jobReference, jobsBeyondHistory } from './cron-job-status.ts'
import { planCronJob, type DueJob } from './plan-cron-job.ts'

const kind = { apiVersion: 'batch/v1', kind: 'CronJob' } as const
const jobKind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Creates jobs at the times of their schedule. */
export const cronJobController: Controller = {
  name: 'cronjob-controller',
  isDefault: true,
  needs: () => [kind, jobKind],
  start(context) {
    const jobs = context.informers.informer<Job>(jobKind)
    return startWorkloadController<CronJob>({
      name: 'cronjob-controller',
      context,
      kind,
      watch: (tools) => tools.watchChildren(jobs),
      reconcile: (cronJob, tools, signal) => syncCronJob(cronJob, { tools, jobs, signal }),
    })
  },
}

/** One reconciliation of a cron job. */
interface CronJobSync {
  readonly cronJob: CronJob
  readonly key: string
  readonly tools: WorkloadTools<CronJob>
  readonly jobs: Informer<Job>
  /** Client of the jobs of the cron job's namespace. */
  readonly jobClient: ResourceClient<Job>
  readonly signal: AbortSignal
}

async function syncCronJob(
  cronJob: CronJob,
  options: Pick<CronJobSync, 'tools' | 'jobs' | 'signal'>,
): Promise<Requeue> {
  const { tools, jobs } = options
  const { client, clock } = tools.context
  const key = objectKey(cronJob)
  if (isTerminating(cronJob) || !tools.expectations.isMet(key)) return undefined
  const sync = { ...options, cronJob, key, jobClient: client.resource<Job>(jobKind).namespace(namespaceOf(cronJob)) }
  const own = childrenOf(jobs.store, cronJob)
  for (const job of jobsBeyondHistory(cronJob, own)) await deleteJob(sync, nameOf(job))
  const { status, events } = activeStatus(cronJob, own)
  const { due, events: planned, requeue } = planCronJob(cronJob, status, clock.now())
  for (const event of [...events, ...planned]) tools.recordEvent(cronJob, event)
  const next = due === undefined ? status : await startJob(sync, due, status)
  if (next !== undefined) await writeCronJobStatus(sync, next)
  return requeue
}

async function writeCronJobStatus({ cronJob, tools, signal }: CronJobSync, status: CronJobStatus): Promise<void> {
  if (isSameStatus(status, cronJob.status)) return
  const cronJobs = tools.context.client.resource<CronJob>(kind).namespace(namespaceOf(cronJob))
  await cronJobs.updateStatus({ ...cronJob, status }, { signal })
}

/** Creates a job that is due. Returns the next status; `undefined` when another owner has a job of that name. */
async function startJob(sync: CronJobSync, due: DueJob, status: CronJobStatus): Promise<CronJobStatus | undefined> {
  const { cronJob, key, tools, jobs } = sync
  for (const name of due.replaces) await deleteJob(sync, name)
  tools.expectations.expectCreation(key, due.name)
  let created: Job | undefined
  try {
    created = await createOrGetJob(sync, jobToCreate(cronJob, due, tools.context.vocabulary))
  } catch (error) {
    tools.expectations.cancel(key, due.name)
    throw error
  }
  const isObserved = jobs.store.get(due.name, namespaceOf(cronJob)) !== undefined
  if (created === undefined || isObserved) tools.expectations.cancel(key, due.name)
  if (created === undefined) return undefined
  const reference = jobReference(cronJob, due.name)
  tools.recordEvent(cronJob, normalEvent('SuccessfulCreate', `Created job ${due.name}`, reference))
  const { resourceVersion = '' } = created.metadata
  const active = due.replaces.length > 0 ? [] : (status.active ?? [])
  return {
    ...status,
    active: [...active, { ...reference, uid: uidOf(created), resourceVersion }],
    lastScheduleTime: formatTime(due.scheduledMs),
  }
}

interface JobToCreate {
  readonly metadata: Job['metadata'] & { readonly name: string }
  readonly spec: NonNullable<Job['spec']>
}

/** Builds the job of a scheduled time from the template of its cron job. */
// upstream: pkg/controller/cronjob/utils.go, getJobFromTemplate2
export function jobToCreate(cronJob: CronJob, due: DueJob, { labelDomain }: Vocabulary): JobToCreate {
  const { metadata: { labels, annotations } = {}, spec = { template: {} } } = cronJob.spec.jobTemplate
  const scheduledAnnotation = `batch.${labelDomain}/cronjob-scheduled-timestamp`
  return {
    metadata: {
      name: due.name,
      ...(labels === undefined ? {} : { labels }),
      annotations: { ...annotations, [scheduledAnnotation]: formatTime(due.scheduledMs) },
      ownerReferences: [controllerRef(kind, cronJob)],
    },
    spec,
  }
}

async function createOrGetJob({ cronJob, jobClient, signal }: CronJobSync, job: JobToCreate): Promise<Job | undefined> {
  try {
    return await jobClient.create(job, { signal })
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    const found = await jobClient.get(job.metadata.name, { signal })
    return isControlledBy(found, cronJob) ? found : undefined
  }
}

async function deleteJob({ cronJob, tools, jobClient, signal }: CronJobSync, name: string): Promise<void> {
  await unlessOutdated(jobClient.delete(name, { propagationPolicy: 'Background', signal }))
  tools.recordEvent(cronJob, normalEvent('SuccessfulDelete', `Deleted job ${name}`, jobReference(cronJob, name)))
}
