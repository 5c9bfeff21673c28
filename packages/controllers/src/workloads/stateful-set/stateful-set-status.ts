import type { ControllerRevision, StatefulSetStatus } from '@pinnace/types/apps-v1'
import { isAvailable, isReady } from '../pod-state.ts'
import { hashOf } from '../revisions/controller-revisions.ts'
import { isTerminating, nameOf } from '../stored-object.ts'
import { ordinalRange, type StatefulFacts } from './plan-stateful-pods.ts'

/** The revisions of a set: of the template that is being replaced, and of the set's template. */
export interface StatefulRevisions {
  readonly current: ControllerRevision
  readonly update: ControllerRevision
}

/** The status of a stateful set. Once all pods are updated and ready, the update revision becomes the current one. */
// upstream: stateful_set_control.go, updateReplicaStatusCounts and completeRollingUpdate
export function statefulSetStatus(
  { set, pods, currentHash, updateHash, nowMs }: StatefulFacts,
  { current, update }: StatefulRevisions,
): StatefulSetStatus {
  const { minReadySeconds = 0, updateStrategy } = set.spec
  const { start, end } = ordinalRange(set)
  const withHash = (hash: string): number => pods.filter((pod) => !isTerminating(pod) && hashOf(pod) === hash).length
  const wanted = end - start
  const readyReplicas = pods.filter(isReady).length
  const updatedReplicas = withHash(updateHash)
  const counts = [updatedReplicas, readyReplicas, pods.length]
  const isUpdated = updateStrategy?.type !== 'OnDelete' && counts.every((count) => count === wanted)
  const { collisionCount = 0, conditions } = set.status ?? {}
  return {
    observedGeneration: set.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas,
    availableReplicas: pods.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length,
    currentReplicas: isUpdated ? updatedReplicas : withHash(currentHash),
    updatedReplicas,
    currentRevision: nameOf(isUpdated ? update : current),
    updateRevision: nameOf(update),
    collisionCount,
    ...(conditions === undefined ? {} : { conditions }),
  }
}
