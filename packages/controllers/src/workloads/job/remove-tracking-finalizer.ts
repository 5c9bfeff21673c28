import type { ResourceClient } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { unlessOutdated } from '../../is-outdated.ts'
import type { JobNames } from './job-names.ts'

/** Whether a pod has the job-tracking finalizer. */
export function isTracked({ metadata }: Pod, { finalizer }: JobNames): boolean {
  return metadata.finalizers?.includes(finalizer) ?? false
}

/** Removes the job-tracking finalizer from a pod. A pod that has changed or is gone is left for its next event. */
export async function removeTrackingFinalizer(
  pod: Pod,
  options: {
    /** Client of the pods of the pod's namespace. */
    readonly pods: ResourceClient<Pod>
    readonly names: JobNames
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { pods, names, signal } = options
  if (!isTracked(pod, names)) return
  const { name = '', uid, resourceVersion, finalizers = [] } = pod.metadata
  const others = finalizers.filter((finalizer) => finalizer !== names.finalizer)
  await unlessOutdated(pods.patch(name, { metadata: { uid, resourceVersion, finalizers: others } }, { signal }))
}
