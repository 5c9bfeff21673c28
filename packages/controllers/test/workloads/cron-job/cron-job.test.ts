import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import { parseCronSchedule } from '@pinnace/kinds'
import type { CronJob, CronJobSpec, CronJobStatus, Job } from '@pinnace/types/batch-v1'
import { describe, expect, it } from 'vitest'
import { jobToCreate } from '../../../src/workloads/cron-job/cron-job-controller.ts'
import { activeStatus, jobsBeyondHistory } from '../../../src/workloads/cron-job/cron-job-status.ts'
import { planCronJob, readSchedule } from '../../../src/workloads/cron-job/plan-cron-job.ts'
import { scheduleTimes } from '../../../src/workloads/cron-job/schedule-times.ts'
import { namesOf, nowMs, secondsAgo } from '../objects.ts'

function cronJob(spec: Partial<CronJobSpec> = {}, status: CronJobStatus = {}, createdAgo = 3600): CronJob {
  return {
    metadata: { name: 'tick', namespace: 'default', uid: 'uid-tick', creationTimestamp: secondsAgo(createdAgo) },
    spec: { schedule: '*/10 * * * *', jobTemplate: {}, ...spec },
    status,
  }
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16)
}

describe('the times of a schedule', () => {
  it.each<[schedule: string, since: string, now: string, last: string | undefined, next: string, missed: number]>([
    ['*/10 * * * *', '2030-01-01T12:00', '2030-01-01T12:05', undefined, '2030-01-01T12:10', 0],
    ['*/10 * * * *', '2030-01-01T12:00', '2030-01-01T12:10', '2030-01-01T12:10', '2030-01-01T12:20', 1],
    ['*/10 * * * *', '2030-01-01T12:00', '2030-01-01T12:35', '2030-01-01T12:30', '2030-01-01T12:40', 3],
    ['0 0 * * *', '2030-01-01T00:00', '2030-01-05T06:00', '2030-01-05T00:00', '2030-01-06T00:00', 4],
    ['0 0 1 * *', '2030-01-15T00:00', '2030-04-15T00:00', '2030-04-01T00:00', '2030-05-01T00:00', 3],
    ['0 0 29 2 *', '2024-03-01T00:00', '2030-01-01T00:00', '2028-02-29T00:00', '2032-02-29T00:00', 1],
    ['30 9 * * 1-5', '2030-01-04T10:00', '2030-01-07T12:00', '2030-01-07T09:30', '2030-01-08T09:30', 1],
    ['@hourly', '2030-01-01T12:30', '2030-01-01T14:30', '2030-01-01T14:00', '2030-01-01T15:00', 2],
  ])('%s since %s at %s', (text, since, at, last, next, missed) => {
    const times = scheduleTimes(parseCronSchedule(text), Date.parse(`${since}Z`), Date.parse(`${at}Z`))
    expect({ last: iso(times.lastMs), next: iso(times.nextMs), missed: times.missed }).toEqual({ last, next, missed })
  })

  it.each<[schedule: string, timeZone: string, now: string, last: string, next: string]>([
    ['0 9 * * *', 'America/New_York', '2030-01-15T15:00', '2030-01-15T14:00', '2030-01-16T14:00'],
    ['0 9 * * *', 'America/New_York', '2030-07-15T15:00', '2030-07-15T13:00', '2030-07-16T13:00'],
    ['0 9 * * *', 'Asia/Kolkata', '2030-01-15T15:00', '2030-01-15T03:30', '2030-01-16T03:30'],
    ['0 0 * * *', 'Pacific/Auckland', '2030-01-15T15:00', '2030-01-15T11:00', '2030-01-16T11:00'],
  ])('%s in %s at %s', (text, timeZone, at, last, next) => {
    const schedule = parseCronSchedule(text, { timeZone })
    const atMs = Date.parse(`${at}Z`)
    const times = scheduleTimes(schedule, atMs - 2 * 86_400_000, atMs)
    expect([iso(times.lastMs), iso(times.nextMs)]).toEqual([last, next])
  })

  it('keep the local hour when clocks change', () => {
    const schedule = parseCronSchedule('0 9 * * *', { timeZone: 'Europe/Berlin' })
    const days = ['2030-03-30', '2030-03-31', '2030-10-26', '2030-10-27']
    const hours = days.map((day) => iso(schedule.next(Date.parse(`${day}T00:00:00Z`)))?.slice(11))
    expect(hours).toEqual(['08:00', '07:00', '07:00', '08:00'])
  })

  it('skip a local time that does not exist', () => {
    const schedule = parseCronSchedule('30 2 * * *', { timeZone: 'Europe/Berlin' })
    const before = Date.parse('2030-03-30T12:00:00Z')
    expect(iso(schedule.next(before))).toBe('2030-04-01T00:30')
  })
})

describe('a schedule', () => {
  it('that is invalid is a warning', () => {
    expect(readSchedule(cronJob({ schedule: '61 * * * *' }))).toMatchObject({
      type: 'Warning',
      reason: 'UnparseableSchedule',
      note: expect.stringMatching(/^unparseable schedule: "61 \* \* \* \*" : /),
    })
    expect(planCronJob(cronJob({ schedule: 'never' }), {}, nowMs)).toMatchObject({
      events: [{ reason: 'UnparseableSchedule' }],
      requeue: undefined,
    })
  })

  it('is read in its time zone', () => {
    const schedule = readSchedule(cronJob({ schedule: '0 12 * * *', timeZone: 'Asia/Tokyo' }))
    expect('next' in schedule && iso(schedule.next(nowMs))).toBe('2030-01-02T03:00')
  })
})

describe('what a cron job does', () => {
  const active = [{ name: 'tick-1', uid: 'u' }]
  const minute = nowMs / 60_000

  it('is to start the job of the last scheduled time, named after its minute', () => {
    const { due, events, requeue } = planCronJob(cronJob(), {}, nowMs + 90_000)
    expect(due).toEqual({ name: `tick-${minute}`, scheduledMs: nowMs, replaces: [] })
    expect(events).toEqual([])
    expect(requeue).toEqual({ requeueAfterMs: 510_000 })
  })

  it('is to wait before the first scheduled time', () => {
    const plan = planCronJob(cronJob({}, {}, -60), {}, nowMs + 61_000)
    expect(plan).toEqual({ events: [], requeue: { requeueAfterMs: 539_000 } })
  })

  it('is to wait after the job of the last scheduled time', () => {
    const plan = planCronJob(cronJob({}, { lastScheduleTime: secondsAgo(0) }), {}, nowMs + 60_000)
    expect(plan.due).toBeUndefined()
    expect(plan.requeue).toEqual({ requeueAfterMs: 540_000 })
  })

  it('is nothing while suspended', () => {
    expect(planCronJob(cronJob({ suspend: true }), {}, nowMs)).toEqual({ events: [], requeue: undefined })
  })

  it('is not to start a job that is active already', () => {
    const status = { active: [{ name: `tick-${minute}`, uid: 'u' }] }
    expect(planCronJob(cronJob(), status, nowMs).due).toBeUndefined()
  })

  it.each<[policy: string, due: boolean, replaces: readonly string[], reasons: readonly string[]]>([
    ['Allow', true, [], []],
    ['Forbid', false, [], ['JobAlreadyActive']],
    ['Replace', true, ['tick-1'], []],
  ])('with %s beside an active job', (concurrencyPolicy, isDue, replaces, reasons) => {
    const { due, events } = planCronJob(cronJob({ concurrencyPolicy }), { active }, nowMs)
    expect(due?.replaces).toEqual(isDue ? replaces : undefined)
    expect(events.map(({ reason }) => reason)).toEqual(reasons)
  })

  it('with Forbid is to start a job when none is active', () => {
    expect(planCronJob(cronJob({ concurrencyPolicy: 'Forbid' }), {}, nowMs).due?.name).toBe(`tick-${minute}`)
  })

  it.each<[lateSeconds: number, isDue: boolean]>([
    [0, true],
    [29, true],
    [30, false],
    [3000, false],
  ])('%i seconds late with a starting deadline of 30 is to start a job: %s', (lateSeconds, isDue) => {
    const of = cronJob({ schedule: '0 12 * * *', startingDeadlineSeconds: 30 })
    const { due, events, requeue } = planCronJob(of, {}, nowMs + lateSeconds * 1000)
    expect(due?.scheduledMs).toBe(isDue ? nowMs : undefined)
    expect(events).toEqual([])
    expect(requeue).toEqual({ requeueAfterMs: 86_400_000 - lateSeconds * 1000 })
  })

  it('forgets times before the starting deadline', () => {
    const of = cronJob({ schedule: '* * * * *', startingDeadlineSeconds: 90 }, {}, 86_400)
    const { due, events } = planCronJob(of, {}, nowMs + 1000)
    expect(due?.scheduledMs).toBe(nowMs)
    expect(events).toEqual([])
  })

  it.each<[minutes: number, reasons: readonly string[]]>([
    [100, []],
    [101, ['TooManyMissedTimes']],
    [100_000, ['TooManyMissedTimes']],
  ])('after %i missed times', (minutes, reasons) => {
    const of = cronJob({ schedule: '* * * * *' }, {}, minutes * 60)
    const { due, events } = planCronJob(of, {}, nowMs)
    expect(due?.scheduledMs).toBe(nowMs)
    expect(events.map(({ reason }) => reason)).toEqual(reasons)
  })
})

function ownJob(name: string, type?: string, status: Job['status'] = {}): Job {
  const conditions = type === undefined ? [] : [{ type, status: 'True' }]
  return { metadata: { name, namespace: 'default', uid: `uid-${name}` }, status: { conditions, ...status } }
}

describe('the status of a cron job', () => {
  const references = ['a', 'b', 'c', 'd'].map((name) => ({ name, uid: `uid-${name}` }))

  it('has the active jobs, and reports finished ones once', () => {
    const of = cronJob({}, { active: references, lastScheduleTime: secondsAgo(60) })
    const { status, events } = activeStatus(of, [ownJob('a'), ownJob('b', 'Complete'), ownJob('c', 'Failed')])
    expect(status).toEqual({ active: [references[0]], lastScheduleTime: secondsAgo(60) })
    expect(events.map(({ reason, note }) => `${reason}: ${note}`)).toEqual([
      'SawCompletedJob: Saw completed job: b, condition: Complete',
      'SawCompletedJob: Saw completed job: c, condition: Failed',
    ])
    expect(events[0]?.related).toEqual({ apiVersion: 'batch/v1', kind: 'Job', name: 'b', namespace: 'default' })
    expect(activeStatus({ ...of, status }, [ownJob('a'), ownJob('b', 'Complete')]).events).toEqual([])
  })

  it('has the time of the latest success, which never goes back', () => {
    const jobs = [60, 30, 90].map((age) => ownJob(`j${age}`, 'Complete', { completionTime: secondsAgo(age) }))
    expect(activeStatus(cronJob(), jobs).status.lastSuccessfulTime).toBe(secondsAgo(30))
    const later = cronJob({}, { lastSuccessfulTime: secondsAgo(10) })
    expect(activeStatus(later, jobs).status.lastSuccessfulTime).toBe(secondsAgo(10))
    expect(activeStatus(later, []).status).toEqual({ lastSuccessfulTime: secondsAgo(10) })
  })

  it('is empty at the beginning', () => {
    const { status: _, ...of } = cronJob()
    expect(activeStatus(of, [])).toEqual({ status: {}, events: [] })
  })
})

describe('the history of a cron job', () => {
  const jobs = [
    ownJob('s2', 'Complete', { startTime: secondsAgo(20) }),
    ownJob('s3', 'Complete', { startTime: secondsAgo(30) }),
    ownJob('s1', 'Complete', { startTime: secondsAgo(10) }),
    ownJob('f2', 'Failed', { startTime: secondsAgo(20) }),
    ownJob('f1', 'Failed', { startTime: secondsAgo(10) }),
    ownJob('active'),
  ]

  it.each<[successes: number | undefined, failures: number | undefined, expected: readonly string[]]>([
    [3, 1, ['f2']],
    [1, 1, ['s3', 's2', 'f2']],
    [0, 0, ['s3', 's2', 's1', 'f2', 'f1']],
    [undefined, undefined, []],
    [undefined, 0, ['f2', 'f1']],
    [10, 10, []],
  ])('of %s successes and %s failures deletes %j', (successes, failures, expected) => {
    const spec = {
      ...(successes === undefined ? {} : { successfulJobsHistoryLimit: successes }),
      ...(failures === undefined ? {} : { failedJobsHistoryLimit: failures }),
    }
    expect(namesOf(jobsBeyondHistory(cronJob(spec), jobs))).toEqual(expected)
  })

  it('does not count jobs that are being deleted', () => {
    const going = ownJob('s0', 'Complete', { startTime: secondsAgo(90) })
    const deleted = { ...going, metadata: { ...going.metadata, deletionTimestamp: secondsAgo(1) } }
    expect(jobsBeyondHistory(cronJob({ successfulJobsHistoryLimit: 3 }), [deleted, ...jobs])).toEqual([])
  })
})

describe('the job of a cron job', () => {
  const due = { name: 'tick-1', scheduledMs: nowMs, replaces: [] }

  it('has the labels, annotations and spec of the template, its time and its owner', () => {
    const spec = { template: { spec: { containers: [] } }, backoffLimit: 3 }
    const jobTemplate = { metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec }
    expect(jobToCreate(cronJob({ jobTemplate }), due, vocabulary)).toEqual({
      metadata: {
        name: 'tick-1',
        labels: { a: 'b' },
        annotations: { c: 'd', 'batch.kubernetes.io/cronjob-scheduled-timestamp': '2030-01-01T12:00:00Z' },
        ownerReferences: [
          {
            apiVersion: 'batch/v1',
            kind: 'CronJob',
            name: 'tick',
            uid: 'uid-tick',
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
      spec,
    })
  })

  it('has only its time as an annotation without those of the template', () => {
    const { metadata } = jobToCreate(cronJob({ jobTemplate: { spec: { template: {} } } }), due, vocabulary)
    expect(Object.keys(metadata)).toEqual(['name', 'annotations', 'ownerReferences'])
  })
})
