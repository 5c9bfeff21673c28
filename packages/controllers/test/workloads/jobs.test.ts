import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { startCluster, type Cluster, type Loose } from './support.ts'

function job(spec: Loose = {}, annotations: Loose = {}, pod: Loose = {}): Loose {
  const containers = [{ name: 'main', image: 'example.dev/job:1' }]
  const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers, ...pod } }
  return { metadata: { name: 'once' }, spec: { template, ...spec } }
}

function ends(type: string): (object: Loose) => boolean {
  return ({ status }) => status?.conditions?.some((one: Loose) => one.type === type && one.status === 'True')
}

function types({ status }: Loose): string[] {
  return status.conditions.map(({ type, reason }: Loose) => `${type} ${reason}`)
}

const failing = { 'simulate.pinnace.dev/exit-code': '3' }

/** Advances the clock until the job has ended with the condition. */
async function advanceUntilEnded(cluster: Cluster, type: string, stepMs = 5000): Promise<void> {
  await eventually(async () => {
    const found = await cluster.of('Job').get('once')
    if (!ends(type)(found)) await cluster.clock.advance(stepMs)
    return found
  }, ends(type))
}

describe('a job', () => {
  it('runs its completions, at most parallelism at a time, and is complete', async () => {
    await using cluster = await startCluster({ stages: { runMs: 1000 } })
    const { of, clock } = cluster
    await of('Job').create(job({ completions: 3, parallelism: 2 }))
    await eventually(
      () => cluster.pods(),
      (items) => items.filter(({ status }) => status.phase === 'Running').length === 2,
    )
    expect(await cluster.pods()).toHaveLength(2)
    await clock.advance(1000)
    await cluster.waitFor('Job', 'once', ({ status }) => status.succeeded === 2)
    await eventually(
      () => cluster.pods(),
      (items) => items.some(({ status }) => status.phase === 'Running'),
    )
    await clock.advance(1000)
    const done = await cluster.waitFor('Job', 'once', ends('Complete'))
    expect(types(done)).toEqual(['SuccessCriteriaMet CompletionsReached', 'Complete CompletionsReached'])
    expect(done.status).toMatchObject({ succeeded: 3, ready: 0 })
    expect(done.status.completionTime).toBe('2030-01-01T00:00:02Z')
    await eventually(
      () => cluster.pods(),
      (items) => items.every(({ metadata }) => metadata.finalizers === undefined),
    )
    expect(await cluster.events()).toContain('Completed: Job completed')
    expect(cluster.failures).toEqual([])
  })

  it('backs off after failures, and fails beyond its backoffLimit', async () => {
    await using cluster = await startCluster()
    await cluster.of('Job').create(job({ backoffLimit: 2 }, failing))
    await cluster.waitFor('Job', 'once', ({ status }) => status?.failed === 1)
    expect(await cluster.pods()).toHaveLength(1)
    await advanceUntilEnded(cluster, 'Failed')
    const failed = await cluster.of('Job').get('once')
    expect(types(failed)).toEqual(['FailureTarget BackoffLimitExceeded', 'Failed BackoffLimitExceeded'])
    expect(failed.status.failed).toBe(3)
    expect(cluster.clock.now() - Date.parse('2030-01-01T00:00:00Z')).toBeGreaterThanOrEqual(30_000)
  })

  it('with completion mode Indexed has a pod for each index', async () => {
    await using cluster = await startCluster()
    await cluster.of('Job').create(job({ completionMode: 'Indexed', completions: 3, parallelism: 3 }))
    const done = await cluster.waitFor('Job', 'once', ends('Complete'))
    expect(done.status).toMatchObject({ completedIndexes: '0-2', succeeded: 3 })
    const pods = await cluster.pods()
    expect(pods.map(({ spec }) => spec.hostname)).toEqual(['once-0', 'once-1', 'once-2'])
    expect(pods[1].metadata.annotations['batch.kubernetes.io/job-completion-index']).toBe('1')
    expect(pods[0].spec.containers[0].env[0].name).toBe('JOB_COMPLETION_INDEX')
  })

  it('with backoffLimitPerIndex fails once all other indexes are done', async () => {
    const exitCode = (pod: Loose): number =>
      pod.metadata.annotations['batch.kubernetes.io/job-completion-index'] === '1' ? 1 : 0
    await using cluster = await startCluster({ stages: { exitCode } })
    await cluster
      .of('Job')
      .create(job({ completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimitPerIndex: 0 }))
    const failed = await cluster.waitFor('Job', 'once', ends('Failed'))
    expect(types(failed)).toEqual(['FailureTarget FailedIndexes', 'Failed FailedIndexes'])
    expect(failed.status).toMatchObject({ completedIndexes: '0,2', failedIndexes: '1', failed: 1 })
  })

  it.each<[string, Loose, Loose, string, string]>([
    [
      'fails by its pod failure policy',
      { podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } }] } },
      failing,
      'Failed',
      'PodFailurePolicy',
    ],
    [
      'succeeds by its success policy',
      {
        completionMode: 'Indexed',
        completions: 3,
        parallelism: 1,
        successPolicy: { rules: [{ succeededIndexes: '0' }] },
      },
      {},
      'Complete',
      'SuccessPolicy',
    ],
  ])('%s', async (_, spec, annotations, type, reason) => {
    await using cluster = await startCluster()
    await cluster.of('Job').create(job(spec, annotations))
    const done = await cluster.waitFor('Job', 'once', ends(type))
    expect(types(done)[1]).toBe(`${type} ${reason}`)
  })

  it('fails after activeDeadlineSeconds, and its pods are deleted', async () => {
    await using cluster = await startCluster({ stages: { runMs: 100_000 } })
    await cluster.of('Job').create(job({ activeDeadlineSeconds: 30 }))
    await eventually(async () => (await cluster.pods())[0]?.status.phase, 'Running')
    await cluster.waitFor('Job', 'once', ({ status }) => status.ready === 1)
    await advanceUntilEnded(cluster, 'Failed')
    expect(types(await cluster.of('Job').get('once'))[0]).toBe('FailureTarget DeadlineExceeded')
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 0,
    )
  })

  it('is suspended and resumed', async () => {
    await using cluster = await startCluster({ stages: { runMs: 1000 } })
    const { of, clock } = cluster
    await of('Job').create(job({ suspend: true }))
    await cluster.waitFor('Job', 'once', ends('Suspended'))
    expect(await cluster.pods()).toHaveLength(0)
    await of('Job').patch('once', { spec: { suspend: false } })
    await eventually(async () => (await cluster.pods())[0]?.status.phase, 'Running')
    await of('Job').patch('once', { spec: { suspend: true } })
    await eventually(
      () => cluster.pods(),
      (items) => items.length === 0,
    )
    await of('Job').patch('once', { spec: { suspend: false } })
    await advanceUntilEnded(cluster, 'Complete', 1000)
    expect(clock.pending).toBeGreaterThan(0)
  })

  it.each<[string, 'Background' | 'Orphan', number]>([
    ['deletes its pods', 'Background', 0],
    ['orphans its pods', 'Orphan', 1],
  ])('that is deleted %s, without leaving finalizers', async (_, propagationPolicy, left) => {
    await using cluster = await startCluster({ stages: { runMs: 1e9 } })
    await cluster.of('Job').create(job())
    await eventually(async () => (await cluster.pods())[0]?.status.phase, 'Running')
    await cluster.of('Job').delete('once', { propagationPolicy })
    await eventually(
      () => cluster.pods(),
      (pods) => pods.length === left && pods.every(({ metadata }) => !metadata.finalizers && !metadata.ownerReferences),
    )
  })

  it('replaces a deleted pod, and counts it as failed', async () => {
    await using cluster = await startCluster({ stages: { runMs: 60_000 } })
    await cluster.of('Job').create(job())
    await eventually(async () => (await cluster.pods())[0]?.status.phase, 'Running')
    const [first] = await cluster.pods()
    await cluster.of('Pod').delete(first.metadata.name)
    await cluster.waitFor('Job', 'once', ({ status }) => status.failed === 1)
    await advanceUntilEnded(cluster, 'Complete')
    expect((await cluster.of('Job').get('once')).status).toMatchObject({ failed: 1, succeeded: 1 })
  })

  it('with restart policy OnFailure restarts containers in place', async () => {
    const exitCode = (_pod: Loose, _container: string, restarts: number): number => (restarts < 2 ? 1 : 0)
    await using cluster = await startCluster({ stages: { exitCode } })
    await cluster.of('Job').create(job({}, {}, { restartPolicy: 'OnFailure' }))
    await advanceUntilEnded(cluster, 'Complete')
    const [pod] = await cluster.pods()
    expect(pod.status.containerStatuses[0]).toMatchObject({
      restartCount: 2,
      lastState: { terminated: { exitCode: 1, reason: 'Error' } },
    })
  })
})

describe('a cron job', () => {
  const cronJob = (spec: Loose = {}): Loose => ({
    metadata: { name: 'tick' },
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: job().spec }, ...spec },
  })
  const jobNames = async (cluster: Cluster): Promise<string[]> =>
    (await cluster.of('Job').list()).items.map(({ metadata }: Loose) => metadata.name).sort()
  const minute = Date.parse('2030-01-01T00:00:00Z') / 60_000

  it('creates a job at each scheduled time, and deletes old ones', async () => {
    await using cluster = await startCluster()
    await cluster.of('CronJob').create(cronJob({ successfulJobsHistoryLimit: 2 }))
    await eventually(
      async () => (await cluster.of('CronJob').list()).items,
      (items) => items.length === 1,
    )
    for (let run = 1; run <= 3; run++) {
      await cluster.clock.advance(300_000)
      await cluster.waitFor('Job', `tick-${minute + run * 5}`, ends('Complete'))
    }
    await eventually(
      () => jobNames(cluster),
      (found) => found.length === 2,
    )
    expect(await jobNames(cluster)).toEqual([`tick-${minute + 10}`, `tick-${minute + 15}`])
    const { status } = await cluster.waitFor('CronJob', 'tick', (one) => !one.status.active?.length)
    expect(status).toMatchObject({
      lastScheduleTime: '2030-01-01T00:15:00Z',
      lastSuccessfulTime: '2030-01-01T00:15:00Z',
    })
    const events = await cluster.events()
    expect(events).toContain(`SuccessfulCreate: Created job tick-${minute + 5}`)
    expect(events).toContain(`SawCompletedJob: Saw completed job: tick-${minute + 5}, condition: Complete`)
  })

  it.each([
    ['Forbid', 1],
    ['Replace', 1],
    ['Allow', 2],
  ])('with concurrency policy %s has %i active jobs', async (concurrencyPolicy, count) => {
    await using cluster = await startCluster({ stages: { runMs: 10_000_000 } })
    await cluster.of('CronJob').create(cronJob({ concurrencyPolicy }))
    await cluster.clock.advance(300_000)
    await eventually(
      () => jobNames(cluster),
      (found) => found.length === 1,
    )
    await cluster.waitFor('CronJob', 'tick', ({ status }) => status.active?.length === 1)
    await cluster.clock.advance(300_000)
    if (concurrencyPolicy === 'Forbid') {
      await eventually(
        () => cluster.events(),
        (found) => found.some((event) => event.startsWith('JobAlreadyActive')),
      )
    } else await cluster.waitFor('CronJob', 'tick', ({ status }) => status.lastScheduleTime === '2030-01-01T00:10:00Z')
    await eventually(
      () => jobNames(cluster),
      (found) => found.length === count,
    )
    expect(await jobNames(cluster)).toContain(`tick-${minute + (concurrencyPolicy === 'Replace' ? 10 : 5)}`)
  })
})
