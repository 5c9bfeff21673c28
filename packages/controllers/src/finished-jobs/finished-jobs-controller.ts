import { parseObjectKey, objectKey } from '@pinnace/client'
import { StatusError, type Clock } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Controller } from '../controller.ts'
import { startLoop } from '../reconcile-loop.ts'

const name = 'ttl-after-finished-controller'
const kind = { apiVersion: 'batch/v1', kind: 'Job' }

/** Deletes jobs that have been finished for as long as they ask for, with everything that is theirs. */
// upstream: pkg/controller/ttlafterfinished
export const finishedJobsController: Controller = {
  name,
  isDefault: true,
  needs: () => [kind],
  start(context) {
    const { client, informers, clock } = context
    const jobs = informers.informer<Job>(kind)
    const loop = startLoop({
      name,
      context,
      async reconcile(key, signal) {
        const place = parseObjectKey(key)
        const waitMs = timeLeftMs(jobs.store.get(place.name, place.namespace), clock)
        if (waitMs === undefined) return
        if (waitMs > 0) return { requeueAfterMs: waitMs }
        // What was seen may be old: it may have been given more time.
        const mine = client.resource<Job>(kind).namespace(place.namespace)
        try {
          const live = await mine.get(place.name, { signal })
          const leftMs = timeLeftMs(live, clock)
          if (leftMs === undefined) return
          if (leftMs > 0) return { requeueAfterMs: leftMs }
          const preconditions = { uid: live.metadata.uid! }
          await mine.delete(place.name, { propagationPolicy: 'Foreground', preconditions, signal })
        } catch (error) {
          if (!(error instanceof StatusError) || error.code !== 404) throw error
        }
      },
    })
    const look = (job: Job): void => {
      if (finishedAtMs(job) !== undefined) loop.add(objectKey(job))
    }
    jobs.addHandler({ add: look, update: look })
    return loop
  },
}

/** How long a job may still stay; `undefined` for one that may stay for good, or goes already. */
function timeLeftMs(job: Job | undefined, clock: Clock): number | undefined {
  const finishedMs = job && finishedAtMs(job)
  if (finishedMs === undefined) return undefined
  return finishedMs + job!.spec!.ttlSecondsAfterFinished! * 1000 - clock.now()
}

function finishedAtMs({ metadata, spec, status }: Job): number | undefined {
  if (metadata.deletionTimestamp !== undefined || spec?.ttlSecondsAfterFinished === undefined) return undefined
  const condition = status?.conditions?.find(
    ({ type, status: isTrue }) => (type === 'Complete' || type === 'Failed') && isTrue === 'True',
  )
  if (condition === undefined) return undefined
  if (condition.lastTransitionTime === undefined) {
    throw new Error(`unable to find the time when the Job ${metadata.namespace}/${metadata.name} finished`)
  }
  return Date.parse(condition.lastTransitionTime)
}
