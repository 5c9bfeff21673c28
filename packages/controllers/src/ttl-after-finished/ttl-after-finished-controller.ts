import { parseObjectKey, objectKey } from '@pinnace/client'
import type { Clock } from '@pinnace/meta'
import type { Job } from '@pinnace/types/batch-v1'
import type { Controller } from '../controller.ts'
import { startLoop } from '../reconcile-loop.ts'
import { isCode404 } from '../undefined-if-not-found.ts'

const name = 'ttl-after-finished-controller'
const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Deletes jobs `ttlSecondsAfterFinished` after they have finished, with their dependents. */
// upstream: pkg/controller/ttlafterfinished
export const ttlAfterFinishedController: Controller = {
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
        // The informer may be stale: the job may have got a longer time to live.
        const own = client.resource<Job>(kind).namespace(place.namespace)
        try {
          const live = await own.get(place.name, { signal })
          const leftMs = timeLeftMs(live, clock)
          if (leftMs === undefined) return
          if (leftMs > 0) return { requeueAfterMs: leftMs }
          const preconditions = { uid: live.metadata.uid ?? '' }
          await own.delete(place.name, { propagationPolicy: 'Foreground', preconditions, signal })
        } catch (error) {
          if (!isCode404(error)) throw error
        }
      },
    })
    const enqueue = (job: Job): void => {
      if (expirationOf(job) !== undefined) loop.add(objectKey(job))
    }
    jobs.addHandler({ add: enqueue, update: enqueue })
    return loop
  },
}

/** Milliseconds until a job is deleted; undefined when it does not expire. */
function timeLeftMs(job: Job | undefined, clock: Clock): number | undefined {
  const expirationMs = job && expirationOf(job)
  return expirationMs === undefined ? undefined : expirationMs - clock.now()
}

/**
 * When a finished job expires, in Unix milliseconds; undefined when it has not finished, has no time to live, or is being
 * deleted. Throws an Error when its condition has no time.
 */
// upstream: ttlafterfinished_controller.go, timeLeft and jobFinishTime
export function expirationOf({ metadata, spec, status }: Job): number | undefined {
  const { ttlSecondsAfterFinished: ttlSeconds } = spec ?? {}
  if (metadata.deletionTimestamp !== undefined || ttlSeconds === undefined) return undefined
  const condition = status?.conditions?.find(
    ({ type, status: isTrue }) => (type === 'Complete' || type === 'Failed') && isTrue === 'True',
  )
  if (condition === undefined) return undefined
  if (condition.lastTransitionTime === undefined) {
    throw new Error(`unable to find the time when the Job ${metadata.namespace}/${metadata.name} finished`)
  }
  return Date.parse(condition.lastTransitionTime) + ttlSeconds * 1000
}
