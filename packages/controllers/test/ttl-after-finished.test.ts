import type { Pod } from '@pinnace/types/core-v1'
import { createClientOver } from '@pinnace/client'
import { formatTime } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually } from '@pinnace/testing'
import type { Job } from '@pinnace/types/batch-v1'
import { expect, it } from 'vitest'
import { startControllers } from '../src/index.ts'

const controllers = ['ttl-after-finished-controller', 'garbage-collector-controller']

it('a finished job is deleted with its pods when its time to live is over; other jobs stay', async () => {
  const clock = createFakeClock('2030-01-01T00:00:00Z')
  await using server = await createTestServer({ clock })
  await using running = startControllers({ client: server.connect(), controllers, clock })
  await running.started
  const jobs = server.client<Job>({ apiVersion: 'batch/v1', kind: 'Job' }).namespace('default')
  const pods = server.client<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  const podSpec = { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] }
  const make = (name: string, ttlSecondsAfterFinished?: number): Promise<Job> =>
    jobs.create({
      metadata: { name },
      spec: {
        template: { spec: podSpec },
        ...(ttlSecondsAfterFinished === undefined ? {} : { ttlSecondsAfterFinished }),
      },
    })
  const finish = async (name: string, type: 'Complete' | 'Failed'): Promise<void> => {
    const now = formatTime(clock.now())
    const first = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
    const conditions = [first, type].map((one) => ({ type: one, status: 'True', lastTransitionTime: now }))
    await jobs.patchStatus(name, {
      status: { startTime: now, conditions, ...(type === 'Complete' ? { completionTime: now, succeeded: 1 } : {}) },
    })
  }
  const names = async (): Promise<string> => String((await jobs.list()).items.map(({ metadata }) => metadata.name))

  const done = await make('done', 60)
  await make('failed', 10)
  await make('for-good')
  await make('running', 0)
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name: 'done', uid: done.metadata.uid! }
  await pods.create({ metadata: { name: 'pod', ownerReferences: [owner] }, spec: podSpec })
  await finish('done', 'Complete')
  await finish('failed', 'Failed')
  await finish('for-good', 'Complete')
  await clock.advance(9_000)
  expect(await names()).toBe('done,failed,for-good,running')
  await clock.advance(1_000)
  await eventually(names, 'done,for-good,running')
  await clock.advance(40_000)
  // More time, given just in time.
  await jobs.patch('done', { spec: { ttlSecondsAfterFinished: 100 } })
  await clock.advance(49_000)
  expect(await names()).toBe('done,for-good,running')
  await clock.advance(1_000)
  await eventually(names, 'for-good,running')
  expect((await pods.list()).items).toEqual([])
  await finish('running', 'Complete')
  await eventually(names, 'for-good')
})

it('is deleted after the server could not be reached for a long time', async () => {
  const clock = createFakeClock('2030-01-01T00:00:00Z')
  await using server = await createTestServer({ clock })
  const { transport } = server.connect()
  let isAway = true
  const client = createClientOver({
    vocabulary: server.vocabulary,
    transport: {
      ...transport,
      get: (...call) => (isAway ? Promise.reject(new Error('no connection')) : transport.get(...call)),
    },
  })
  await using running = startControllers({ client, controllers: ['ttl-after-finished-controller'], clock })
  await running.started
  const jobs = server.client<Job>({ apiVersion: 'batch/v1', kind: 'Job' }).namespace('default')
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } }
  await jobs.create({ metadata: { name: 'done' }, spec: { template, ttlSecondsAfterFinished: 0 } })
  const now = formatTime(clock.now())
  const conditions = ['FailureTarget', 'Failed'].map((type) => ({ type, status: 'True', lastTransitionTime: now }))
  await jobs.patchStatus('done', { status: { startTime: now, conditions } })
  await clock.advance(3_600_000)
  isAway = false
  await clock.advance(1_000_000)
  await eventually(
    () => jobs.get('done'),
    (found) => found.metadata.deletionTimestamp !== undefined,
  )
})
