import type { ObjectReference, ResourceClient } from '@pinnace/client'
import { toStatusError, type ApiObject } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isOutdated } from '../is-outdated.ts'
import type { PodToCreate } from './pod-from-template.ts'
import { nameOf, namespaceOf, uidOf } from './stored-object.ts'
import { normalEvent, warningEvent } from './workload-event.ts'
import type { WorkloadTools } from './workload-loop.ts'

/** Options for {@link createPod} and {@link deletePod}. */
export interface PodWrite<T extends ApiObject> {
  /** The workload that owns the pod; Events are about it. */
  readonly owner: T
  /** The owner's key in the controller's queue. */
  readonly key: string
  readonly tools: WorkloadTools<T>
  /** Client of the pods of the owner's namespace. */
  readonly pods: ResourceClient<Pod>
  readonly signal: AbortSignal
}

/** Creates a pod of a workload, with an expectation and an Event. */
// upstream: pkg/controller/controller_utils.go, RealPodControl
export async function createPod<T extends ApiObject>(pod: PodToCreate, write: PodWrite<T>): Promise<void> {
  const { owner, key, tools, pods, signal } = write
  const { name } = pod.metadata
  tools.expectations.expectCreation(key, name)
  try {
    await pods.create(pod, { signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    const { message } = toStatusError(error)
    if (!signal.aborted) tools.recordEvent(owner, warningEvent('FailedCreate', `Error creating: ${message}`))
    throw error
  }
  tools.recordEvent(owner, normalEvent('SuccessfulCreate', `Created pod: ${name}`, podReference(owner, name)))
}

/** Deletes a pod of a workload, with an expectation and an Event. A pod that is already gone is not an error. */
export async function deletePod<T extends ApiObject>(pod: Pod, write: PodWrite<T>): Promise<void> {
  const { owner, key, tools, pods, signal } = write
  const name = nameOf(pod)
  tools.expectations.expectDeletion(key, name)
  try {
    await pods.delete(name, { preconditions: { uid: uidOf(pod) }, signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    if (isOutdated(error)) return
    const { message } = toStatusError(error)
    if (!signal.aborted) tools.recordEvent(owner, warningEvent('FailedDelete', `Error deleting: ${message}`))
    throw error
  }
  tools.recordEvent(owner, normalEvent('SuccessfulDelete', `Deleted pod: ${name}`, podReference(owner, name)))
}

function podReference(owner: ApiObject, name: string): ObjectReference {
  return { apiVersion: 'v1', kind: 'Pod', name, namespace: namespaceOf(owner) }
}
