import { objectKey, type ResourceClient } from '@pinnace/client'
import { CronError, parseCronSchedule, type CronSchedule } from '@pinnace/kinds'
import { formatTime, fromLabelSelector, parseTime, StatusError } from '@pinnace/meta'
import type { CronJob, CronJobStatus, Job } from '@pinnace/types/batch-v1'
import type { Controller } from '../../controller.ts'
import { unlessOutdated } from '../../is-outdated.ts'
import { childrenOf } from '../child-index.ts'
import { controllerRef, isControlledBy } from '../controller-ref.ts'
import { hasCondition, isFinished } from '../job/job-conditions.ts'
import { isSameStatus } from '../same-status.ts'
import { startWorkload, type WorkloadTools } from '../workload-loop.ts'
import { scheduleTimes } from './schedule-times.ts'

const kind = { apiVersion: 'batch/v1', kind: 'CronJob' } as const
const jobKind = { apiVersion: 'batch/v1', kind: 'Job' } as const
const nothing = fromLabelSelector(undefined)

/** Makes jobs when their time has come. */
// upstream: pkg/controller/cronjob/cronjob_controllerv2.go, syncCronJob
export const cronJobController: Controller = {
  name: 'cronjob-controller',
  isDefault: true,
  needs: () => [kind, jobKind],
  start(context) {
    const { client, clock, informers, vocabulary } = context
    const jobs = informers.informer<Job>(jobKind)
    const timeAnnotation = `batch.${vocabulary.labelDomain}/cronjob-scheduled-timestamp`
    return startWorkload<CronJob>({
      name: 'cronjob-controller',
      context,
      kind,
      children: [jobs as never],
      // Jobs of nobody stay nobody's.
      selectorOf: () => nothing,
      async reconcile(cronJob, tools, signal) {
        const { name = '', namespace = '', deletionTimestamp } = cronJob.metadata
        const key = objectKey(cronJob)
        if (deletionTimestamp !== undefined || !tools.expectations.isMet(key)) return undefined
        const nowMs = clock.now()
        const owners = client.resource<CronJob>(kind).namespace(namespace)
        const jobClient = client.resource<Job>(jobKind).namespace(namespace)
        const own = childrenOf(jobs.store, cronJob)
        await forgetOldJobs(cronJob, own, jobClient, tools, signal)
        let status = settle(cronJob, own, tools)
        const write = async (): Promise<void> => {
          if (isSameStatus(status, cronJob.status)) return
          await owners.updateStatus({ ...cronJob, status }, { signal })
        }
        const schedule = cronJob.spec.suspend === true ? undefined : scheduleOf(cronJob, tools)
        if (schedule === undefined) return write()
        const { lastMs, nextMs, missed } = scheduleTimes(schedule, sinceOf(cronJob, nowMs), nowMs)
        const again = nextMs === undefined ? undefined : { requeueAfterMs: nextMs - nowMs }
        if (missed > 100) {
          const note = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew'
          tools.tell(cronJob, 'Warning', 'TooManyMissedTimes', note)
        }
        const jobName = `${name}-${Math.floor((lastMs ?? 0) / 60_000)}`
        if (lastMs === undefined || status.active?.some((one) => one.name === jobName)) {
          await write()
          return again
        }
        const { startingDeadlineSeconds: deadline, concurrencyPolicy, jobTemplate } = cronJob.spec
        if (deadline !== undefined && lastMs + Number(deadline) * 1000 < nowMs) {
          tools.tell(cronJob, 'Warning', 'MissSchedule', `Missed scheduled time to start a job: ${formatTime(lastMs)}`)
          await write()
          return again
        }
        if (concurrencyPolicy === 'Forbid' && (status.active ?? []).length > 0) {
          const note = 'Not starting job because prior execution is running and concurrency policy is Forbid'
          tools.tell(cronJob, 'Normal', 'JobAlreadyActive', note)
          await write()
          return again
        }
        if (concurrencyPolicy === 'Replace') {
          for (const { name: active = '' } of status.active ?? [])
            await deleteJob(cronJob, active, jobClient, tools, signal)
          status = { ...status, active: [] }
        }
        const { labels, annotations } = jobTemplate.metadata ?? {}
        const job = {
          metadata: {
            name: jobName,
            ...(labels === undefined ? {} : { labels }),
            annotations: { ...annotations, [timeAnnotation]: formatTime(lastMs) },
            ownerReferences: [controllerRef(kind, cronJob)],
          },
          spec: jobTemplate.spec!,
        }
        tools.expectations.expectCreation(key, jobName)
        const made = await make(job, cronJob, jobClient, signal).catch((error: unknown) => {
          tools.expectations.cancel(key, jobName)
          throw error
        })
        if (made === undefined || jobs.store.get(jobName, namespace) !== undefined)
          tools.expectations.cancel(key, jobName)
        if (made === undefined) return again
        tools.tell(cronJob, 'Normal', 'SuccessfulCreate', `Created job ${jobName}`, {
          ...jobKind,
          name: jobName,
          namespace,
        })
        const { uid = '', resourceVersion = '' } = made.metadata
        const reference = { ...jobKind, name: jobName, namespace, uid, resourceVersion }
        status = { ...status, active: [...(status.active ?? []), reference], lastScheduleTime: formatTime(lastMs) }
        await write()
        return again
      },
    })
  },
}

async function make(
  job: Parameters<ResourceClient<Job>['create']>[0],
  cronJob: CronJob,
  jobs: ResourceClient<Job>,
  signal: AbortSignal,
): Promise<Job | undefined> {
  try {
    return await jobs.create(job, { signal })
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    const found = await jobs.get((job.metadata as { name: string }).name, { signal })
    return isControlledBy(found, cronJob) ? found : undefined
  }
}

function scheduleOf(cronJob: CronJob, tools: WorkloadTools<CronJob>): CronSchedule | undefined {
  const { schedule, timeZone } = cronJob.spec
  try {
    return parseCronSchedule(schedule, timeZone === undefined ? {} : { timeZone })
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    const note = `unparseable schedule: ${JSON.stringify(schedule)} : ${error.message}`
    tools.tell(cronJob, 'Warning', 'UnparseableSchedule', note)
    return undefined
  }
}

/** From when on a time counts that has passed. */
function sinceOf({ metadata, spec, status }: CronJob, nowMs: number): number {
  const since = parseTime(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '') ?? nowMs
  const deadline = spec.startingDeadlineSeconds
  return deadline === undefined ? since : Math.max(since, nowMs - Number(deadline) * 1000)
}

/** Jobs that are under way, and when one last succeeded. */
function settle(cronJob: CronJob, own: readonly Job[], tools: WorkloadTools<CronJob>): CronJobStatus {
  const { status = {}, metadata } = cronJob
  const byUid = new Map(own.map((job) => [job.metadata.uid, job]))
  let lastSuccess = status.lastSuccessfulTime
  const active = (status.active ?? []).filter((reference) => {
    const job = byUid.get(reference.uid)
    if (job === undefined) return false
    if (!isFinished(job.status ?? {})) return true
    const end = hasCondition(job.status ?? {}, 'Complete') ? 'Complete' : 'Failed'
    const note = `Saw completed job: ${reference.name}, condition: ${end}`
    tools.tell(cronJob, 'Normal', 'SawCompletedJob', note, {
      ...jobKind,
      name: reference.name!,
      namespace: metadata.namespace!,
    })
    return false
  })
  for (const { status: ended } of own) {
    const at = ended?.completionTime
    if (at !== undefined && (lastSuccess === undefined || at > lastSuccess)) lastSuccess = at
  }
  return {
    ...(active.length === 0 ? {} : { active }),
    ...(status.lastScheduleTime === undefined ? {} : { lastScheduleTime: status.lastScheduleTime }),
    ...(lastSuccess === undefined ? {} : { lastSuccessfulTime: lastSuccess }),
  }
}

// upstream: cleanupFinishedJobs
async function forgetOldJobs(
  cronJob: CronJob,
  own: readonly Job[],
  jobs: ResourceClient<Job>,
  tools: WorkloadTools<CronJob>,
  signal: AbortSignal,
): Promise<void> {
  const { successfulJobsHistoryLimit: successes, failedJobsHistoryLimit: failures } = cronJob.spec
  for (const [type, limit] of [
    ['Complete', successes],
    ['Failed', failures],
  ] as const) {
    if (limit === undefined) continue
    const ended = own
      .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && hasCondition(status ?? {}, type))
      .sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
    for (const { metadata } of ended.slice(0, Math.max(0, ended.length - limit))) {
      await deleteJob(cronJob, metadata.name!, jobs, tools, signal)
    }
  }
}

function ageOf({ metadata, status }: Job): string {
  return `${status?.startTime ?? ''} ${metadata.name}`
}

async function deleteJob(
  cronJob: CronJob,
  name: string,
  jobs: ResourceClient<Job>,
  tools: WorkloadTools<CronJob>,
  signal: AbortSignal,
): Promise<void> {
  await unlessOutdated(jobs.delete(name, { propagationPolicy: 'Background', signal }))
  const { namespace = '' } = cronJob.metadata
  tools.tell(cronJob, 'Normal', 'SuccessfulDelete', `Deleted job ${name}`, { ...jobKind, name, namespace })
}
