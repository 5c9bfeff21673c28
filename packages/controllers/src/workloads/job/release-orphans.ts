import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ControllerContext } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { childrenOf, indexByController } from '../child-index.ts'
import { controllerOf } from '../controller-ref.ts'
import type { JobNames } from './job-names.ts'
import { letGo } from './let-go.ts'

const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Lets pods go that are held for a job that is gone, or for none: a job that is gone holds nothing back. */
// upstream: pkg/controller/job/job_controller.go, syncOrphanPod
export function startOrphanLoop(context: ControllerContext, names: JobNames, pods: Informer<Pod>): Loop {
  const { client, informers } = context
  const jobs = informers.informer<Job>(kind)
  const isHeld = ({ metadata }: Pod): boolean => metadata.finalizers?.includes(names.finalizer) ?? false
  const hasJob = (pod: Pod, job: Job | undefined): boolean => {
    const owner = controllerOf(pod)
    return owner?.kind === 'Job' && job?.metadata.uid === owner.uid
  }
  const loop = startLoop({
    name: 'job-controller',
    queue: 'job_orphan_pod',
    context,
    async reconcile(key, signal) {
      const { name, namespace } = parseObjectKey(key)
      const pod = pods.store.get(name, namespace)
      if (pod === undefined || !isHeld(pod)) return
      const owner = controllerOf(pod)
      // What is owned and does not go yet is somebody's to delete.
      if (owner !== undefined && pod.metadata.deletionTimestamp === undefined) return
      if (owner?.kind === 'Job') {
        if (hasJob(pod, jobs.store.get(owner.name, namespace))) return
        // INVARIANT: a job that is there counts its pods: that it has not been told of yet does not mean that it is gone.
        const asked = client.resource<Job>(kind).namespace(namespace).get(owner.name, { signal })
        const live = await asked.catch((error: unknown) => {
          if (isOutdated(error)) return undefined
          throw error
        })
        if (hasJob(pod, live)) return
      }
      await letGo(pod, client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace), names, signal)
    },
  })
  indexByController(pods.store)
  const look = (pod: Pod): void => {
    const owner = controllerOf(pod)
    if (!isHeld(pod) || (owner !== undefined && pod.metadata.deletionTimestamp === undefined)) return
    if (!hasJob(pod, jobs.store.get(owner?.name ?? '', pod.metadata.namespace))) loop.add(objectKey(pod))
  }
  pods.addHandler({ add: look, update: look })
  jobs.addHandler({
    delete(job) {
      for (const pod of childrenOf(pods.store, job)) look(pod)
    },
  })
  return loop
}
