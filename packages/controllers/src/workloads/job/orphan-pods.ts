import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import type { Job } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ControllerContext } from '../../controller.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { childrenOf, indexByController } from '../child-index.ts'
import { controllerOf } from '../controller-ref.ts'
import { isTerminating, namespaceOf } from '../stored-object.ts'
import type { JobNames } from './job-names.ts'
import { isTracked, removeTrackingFinalizer } from './remove-tracking-finalizer.ts'

const kind = { apiVersion: 'batch/v1', kind: 'Job' } as const

/** Starts the loop that removes the job-tracking finalizer from pods whose job is gone or that have no owner. */
// upstream: pkg/controller/job/job_controller.go, syncOrphanPod
export function startOrphanPodLoop(context: ControllerContext, names: JobNames, pods: Informer<Pod>): Loop {
  const { client, informers } = context
  const jobs = informers.informer<Job>(kind)
  const knownJobOf = (pod: Pod): Job | undefined => jobs.store.get(controllerOf(pod)?.name ?? '', namespaceOf(pod))
  const loop = startLoop({
    name: 'job-controller',
    queue: 'job_orphan_pod',
    context,
    async reconcile(key, signal) {
      const { name, namespace } = parseObjectKey(key)
      const pod = pods.store.get(name, namespace)
      if (pod === undefined || !isReleaseDue(pod, knownJobOf(pod), names)) return
      if (controllerOf(pod)?.kind === 'Job' && isJobOf(pod, await readJobOf(pod, signal))) return
      const podClient = client.resource<Pod>({ apiVersion: 'v1', kind: 'Pod' }).namespace(namespace)
      await removeTrackingFinalizer(pod, { pods: podClient, names, signal })
    },
  })
  /** INVARIANT: an existing job counts its pods, so its absence from the informer is confirmed with the server. */
  const readJobOf = async (pod: Pod, signal: AbortSignal): Promise<Job | undefined> => {
    const jobClient = client.resource<Job>(kind).namespace(namespaceOf(pod))
    try {
      return await jobClient.get(controllerOf(pod)?.name ?? '', { signal })
    } catch (error) {
      if (isOutdated(error)) return undefined
      throw error
    }
  }
  const enqueue = (pod: Pod): void => {
    if (isReleaseDue(pod, knownJobOf(pod), names)) loop.add(objectKey(pod))
  }
  indexByController(pods.store)
  pods.addHandler({ add: enqueue, update: enqueue })
  jobs.addHandler({
    delete(job) {
      for (const pod of childrenOf(pods.store, job)) enqueue(pod)
    },
  })
  return loop
}

/**
 * Whether the finalizer of a pod may have to be removed: its job, as far as known, is gone. A pod with an owner keeps
 * the finalizer until it is deleted, since the garbage collector will do that.
 */
export function isReleaseDue(pod: Pod, job: Job | undefined, names: JobNames): boolean {
  if (!isTracked(pod, names) || isJobOf(pod, job)) return false
  return controllerOf(pod) === undefined || isTerminating(pod)
}

/** Whether a job is the controller of a pod. */
function isJobOf(pod: Pod, job: Job | undefined): boolean {
  const owner = controllerOf(pod)
  return owner?.kind === 'Job' && job?.metadata.uid === owner.uid
}
