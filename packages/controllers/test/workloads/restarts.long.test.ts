import { StatusError } from '@pinnace/meta'
import type { Transport } from '@pinnace/client'
import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createChance } from '../support/seeded-random.ts'
import {
  clientWith,
  deployment,
  eventuallyLater,
  isRolledOut,
  startAgain,
  startCluster,
  template,
  type Cluster,
  type Loose,
} from './support.ts'

const selector = { matchLabels: { app: 'web' } }
const newImage = { spec: { template: { spec: { containers: [{ name: 'main', image: 'example.dev/web:2' }] } } } }

async function images(cluster: Cluster): Promise<string> {
  return (await cluster.pods()).map(({ spec }) => spec.containers[0].image.split(':')[1]).join()
}

/** What a test does with a workload, and how it should end. */
interface Scenario {
  readonly kind: string
  readonly create: Loose
  /** Whether the workload has been established. */
  readonly isReady: (object: Loose) => boolean
  readonly change: (cluster: Cluster) => Promise<unknown>
  /** What the pods look like in the end. */
  readonly end: (pods: readonly Loose[], object: Loose) => boolean
}

const areNew = (count: number, pods: readonly Loose[]): boolean =>
  pods.length === count &&
  pods.every(
    ({ spec, metadata, status }) =>
      spec.containers[0].image.endsWith(':2') && !metadata.deletionTimestamp && status.phase === 'Running',
  )

const scenarios: readonly (readonly [string, Scenario])[] = [
  [
    'a rollout',
    {
      kind: 'Deployment',
      create: deployment({ replicas: 4 }),
      isReady: isRolledOut,
      change: ({ of }) => of('Deployment').patch('web', newImage, { type: 'strategic' }),
      end: (pods, object) => areNew(4, pods) && isRolledOut(object),
    },
  ],
  [
    'a rollout with strategy Recreate',
    {
      kind: 'Deployment',
      create: deployment({ replicas: 3, strategy: { type: 'Recreate' } }),
      isReady: isRolledOut,
      change: ({ of }) => of('Deployment').patch('web', newImage, { type: 'strategic' }),
      end: (pods, object) => areNew(3, pods) && isRolledOut(object),
    },
  ],
  [
    'scaling a deployment down',
    {
      kind: 'Deployment',
      create: deployment({ replicas: 6 }),
      isReady: isRolledOut,
      change: ({ of }) => of('Deployment').patch('web', { spec: { replicas: 2 } }),
      end: (pods, object) => pods.length === 2 && isRolledOut(object),
    },
  ],
  [
    'the update of a daemon set',
    {
      kind: 'DaemonSet',
      create: { metadata: { name: 'web' }, spec: { selector, template: template() } },
      isReady: ({ status }) => status?.numberAvailable === 2,
      change: ({ of }) => of('DaemonSet').patch('web', newImage, { type: 'strategic' }),
      end: (pods, { status }) => areNew(2, pods) && status.updatedNumberScheduled === 2,
    },
  ],
  [
    'the update of a stateful set',
    {
      kind: 'StatefulSet',
      create: { metadata: { name: 'web' }, spec: { replicas: 3, selector, template: template(), serviceName: 'web' } },
      isReady: ({ status }) => status?.readyReplicas === 3,
      change: ({ of }) => of('StatefulSet').patch('web', newImage, { type: 'strategic' }),
      end: (pods, { status }) => areNew(3, pods) && status.currentRevision === status.updateRevision,
    },
  ],
]

describe.each(scenarios)('%s', (_, scenario) => {
  it.each([1, 2, 3])('goes on when the controllers start again after %i changes of pods', async (changes) => {
    const stages = { readyMs: 500, stopMs: 500 }
    await using cluster = await startCluster({ nodes: 2, stages })
    const { kind, create, isReady, change, end } = scenario
    await cluster.of(kind).create(create)
    await eventuallyLater(cluster, () => cluster.of(kind).get('web'), isReady)
    const before = new Set((await cluster.pods()).map(({ metadata }) => metadata.uid))
    await change(cluster)
    await eventuallyLater(
      cluster,
      () => cluster.pods(),
      (pods) => {
        const gone = [...before].filter((uid) => !pods.some(({ metadata }) => metadata.uid === uid)).length
        const added = pods.filter(({ metadata }) => !before.has(metadata.uid)).length
        return gone + added >= changes
      },
      100,
    )
    await cluster.controllers.stop()
    await using again = await startAgain(cluster, { nodes: 2, stages })
    const done = await eventuallyLater(
      cluster,
      async () => ({ pods: await cluster.pods(), object: await cluster.of(kind).get('web') }),
      ({ pods, object }) => end(pods, object),
    )
    expect(again.names).toContain('simulated-scheduler')
    expect(new Set(done.pods.map(({ metadata }) => metadata.name)).size).toBe(done.pods.length)
  })
})

/** Calls that fail one time in six, before or after they were done. */
function unreliable(inner: Transport, seed: number): Partial<Transport> {
  const chance = createChance(seed)
  const failing = <Args extends readonly unknown[], Result>(
    call: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) => {
    return async (...args) => {
      if (chance.oneIn(6)) throw new StatusError('ServiceUnavailable', 'not done')
      const result = await call(...args)
      if (chance.oneIn(6)) throw new StatusError('Timeout', 'done, and the answer was lost')
      return result
    }
  }
  const { create, update, patch } = inner
  return { create: failing(create), update: failing(update), patch: failing(patch), delete: failing(inner.delete) }
}

const seeds = process.env['PINNACE_LONG'] === '1' ? [11, 22, 33] : [11]

describe.each(seeds)('with requests that fail at random (seed %i)', (seed) => {
  const start = async (stages: Loose = {}): Promise<{ cluster: Cluster; stop: () => Promise<void> }> => {
    const cluster = await startCluster({ nodes: 2, stages })
    await cluster.controllers.stop()
    const client = clientWith(cluster, (inner) => unreliable(inner, seed))
    const again = await startAgain(cluster, { client, nodes: 2, stages })
    return { cluster, stop: () => again.stop() }
  }

  it.each(scenarios)('%s ends as it should', async (_, { kind, create, isReady, change, end }) => {
    const { cluster, stop } = await start()
    await using _cluster = cluster
    await cluster.of(kind).create(create)
    await eventuallyLater(cluster, () => cluster.of(kind).get('web'), isReady)
    await change(cluster)
    await eventuallyLater(
      cluster,
      async () => ({ pods: await cluster.pods(), object: await cluster.of(kind).get('web') }),
      ({ pods, object }) => end(pods, object),
    )
    await stop()
    expect(cluster.clock.pending).toBe(0)
  })

  it('an indexed job completes every index once, and leaves no finalizer', async () => {
    const { cluster, stop } = await start({ runMs: 100 })
    await using _cluster = cluster
    const spec = {
      completionMode: 'Indexed',
      completions: 5,
      parallelism: 2,
      template: template({ app: 'web' }, { restartPolicy: 'Never' }),
    }
    await cluster.of('Job').create({ metadata: { name: 'j' }, spec })
    const done = await eventuallyLater(
      cluster,
      () => cluster.of('Job').get('j'),
      ({ status }) => status?.conditions?.some(({ type }: Loose) => type === 'Complete'),
    )
    expect(done.status).toMatchObject({ succeeded: 5, completedIndexes: '0-4' })
    expect(done.status.uncountedTerminatedPods ?? {}).toEqual({})
    await eventuallyLater(
      cluster,
      () => cluster.pods(),
      (pods) => pods.every(({ metadata }) => metadata.finalizers === undefined),
    )
    await stop()
  })

  it('a cron job starts one job for every scheduled time', async () => {
    const { cluster, stop } = await start()
    await using _cluster = cluster
    const jobTemplate = { spec: { template: template({ app: 'web' }, { restartPolicy: 'Never' }) } }
    const spec = { schedule: '*/5 * * * *', successfulJobsHistoryLimit: 9, jobTemplate }
    await cluster.of('CronJob').create({ metadata: { name: 'c' }, spec })
    const started = cluster.clock.now()
    for (let run = 1; run <= 3; run++) {
      await eventuallyLater(
        cluster,
        async () => (await cluster.of('Job').list()).items.length,
        (count) => count === run,
        20_000,
      )
    }
    const names = (await cluster.of('Job').list()).items.map(({ metadata }: Loose) => metadata.name).sort()
    expect(names).toEqual([1, 2, 3].map((run) => `c-${started / 60_000 + run * 5}`))
    await stop()
  })
})

describe('a write that conflicts', () => {
  it('is tried again with the changed object', async () => {
    await using cluster = await startCluster({ nodes: 1 })
    await cluster.controllers.stop()
    let conflicts = 0
    const client = clientWith(cluster, ({ update }) => ({
      async update(target, object, options) {
        // Another client changes the replica set just before each of the first writes.
        if (target.definition.kind === 'ReplicaSet' && conflicts < 2) {
          conflicts++
          const { name } = (object as Loose).metadata
          await cluster.of('ReplicaSet').patch(name, { metadata: { annotations: { touched: String(conflicts) } } })
        }
        return update(target, object, options)
      },
    }))
    await using again = await startAgain(cluster, { client })
    await cluster.of('Deployment').create(deployment({ replicas: 2 }))
    await cluster.waitFor('Deployment', 'web', isRolledOut)
    await cluster.of('Deployment').patch('web', newImage, { type: 'strategic' })
    await eventuallyLater(
      cluster,
      () => images(cluster),
      (found) => found === '2,2',
    )
    expect(conflicts).toBe(2)
    expect(again.names).toContain('deployment-controller')
    const sets = (await cluster.of('ReplicaSet').list()).items as Loose[]
    expect(sets.some(({ metadata }) => metadata.annotations.touched === '2')).toBe(true)
  })
})

describe('two instances of the controllers', () => {
  it('do not create a pod too many for a stateful set or an index of a job', async () => {
    await using cluster = await startCluster({ nodes: 2, stages: { runMs: 1000 } })
    await using second = await startAgain(cluster, {
      nodes: 2,
      controllers: ['statefulset-controller', 'job-controller'],
    })
    expect(second.names).toHaveLength(2)
    const spec = { replicas: 3, selector, template: template(), serviceName: 'web', podManagementPolicy: 'Parallel' }
    await cluster.of('StatefulSet').create({ metadata: { name: 'web' }, spec })
    await eventuallyLater(
      cluster,
      () => cluster.of('StatefulSet').get('web'),
      ({ status }) => status?.readyReplicas === 3,
    )
    expect((await cluster.pods('app=web')).map(({ metadata }) => metadata.name)).toEqual(['web-0', 'web-1', 'web-2'])
    const indexed = { completionMode: 'Indexed', completions: 4, parallelism: 4 }
    const job = { ...indexed, template: template({ app: 'job' }, { restartPolicy: 'Never' }) }
    await cluster.of('Job').create({ metadata: { name: 'j' }, spec: job })
    const done = await eventuallyLater(
      cluster,
      () => cluster.of('Job').get('j'),
      ({ status }) => status?.conditions?.some(({ type }: Loose) => type === 'Complete'),
    )
    expect(done.status).toMatchObject({ succeeded: 4, completedIndexes: '0-3' })
  })
})

describe('controllers that are stopped', () => {
  it('leave no timer and no request, whatever was under way', async () => {
    await using cluster = await startCluster({ nodes: 2, stages: { pullMs: 500, readyMs: 500 } })
    await cluster.of('Deployment').create(deployment({ replicas: 5, minReadySeconds: 30 }))
    await cluster.of('CronJob').create({
      metadata: { name: 'c' },
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: template({}, { restartPolicy: 'Never' }) } } },
    })
    await eventually(async () => (await cluster.pods()).length, 5)
    await cluster.clock.advance(700)
    await cluster.controllers.stop()
    expect(cluster.clock.pending).toBe(0)
    const { resourceVersion } = (await cluster.of('Pod').list()).metadata
    await cluster.clock.advance(600_000)
    expect((await cluster.of('Pod').list()).metadata.resourceVersion).toBe(resourceVersion)
  })
})
