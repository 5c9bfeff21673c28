import type { ObjectReference, ResourceClient } from '@pinnace/client'
import { toStatusError, type ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isOutdated } from '../is-outdated.ts'
import type { PodToCreate } from './pod-from-template.ts'
import type { WorkloadTools } from './workload-loop.ts'

/** Options of {@link createPod} and {@link deletePod}. */
export interface PodWrite<T extends ApiObject> {
  readonly owner: T
  readonly key: string
  readonly tools: WorkloadTools<T>
  readonly pods: ResourceClient<Pod>
  readonly signal: AbortSignal
}

/** Makes a pod of an owner, expects to be told of it, and says so. */
// upstream: pkg/controller/controller_utils.go, RealPodControl
export async function createPod<T extends ApiObject>(pod: PodToCreate, write: PodWrite<T>): Promise<void> {
  const { owner, key, tools, pods, signal } = write
  const name = pod.metadata.name!
  tools.expectations.expectCreation(key, name)
  try {
    await pods.create(pod, { signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    if (!signal.aborted) tools.tell(owner, 'Warning', 'FailedCreate', `Error creating: ${toStatusError(error).message}`)
    throw error
  }
  tools.tell(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${name}`, podReference(owner, name))
}

/** Deletes a pod of an owner, expects to be told of it, and says so. */
export async function deletePod<T extends ApiObject>(pod: Pod, write: PodWrite<T>): Promise<void> {
  const { owner, key, tools, pods, signal } = write
  const { name = '', uid = '' } = pod.metadata
  tools.expectations.expectDeletion(key, name)
  try {
    await pods.delete(name, { preconditions: { uid }, signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    if (isOutdated(error)) return
    const { message } = toStatusError(error)
    if (!signal.aborted) tools.tell(owner, 'Warning', 'FailedDelete', `Error deleting: ${message}`)
    throw error
  }
  tools.tell(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`, podReference(owner, name))
}

function podReference({ metadata }: ApiObject, name: string): ObjectReference {
  return { apiVersion: 'v1', kind: 'Pod', name, namespace: metadata.namespace ?? '' }
}
