import type { Deployment } from '@pinnace/types/apps-v1'
import { scaledValue } from '../int-or-percent.ts'
import type { WithSpec } from '../stored-object.ts'
import type { DeploymentNames } from './deployment-annotations.ts'
import { byAge, replicasOf, totalReplicas, type ReplicaSets, type StoredReplicaSet } from './replica-sets.ts'

/** How many pods may exist above, and be unavailable below, the number a deployment asks for. */
export interface RollingLimits {
  readonly maxSurge: number
  readonly maxUnavailable: number
}

/** A replica set and the size it should have. */
export interface ReplicaSetSize {
  readonly set: StoredReplicaSet
  readonly replicas: number
}

/** The limits of a rolling update in pods: surge is rounded up, unavailability down. Both 0 for other strategies. */
// upstream: ResolveFenceposts
export function rollingLimits({ spec }: WithSpec<Deployment>): RollingLimits {
  const { replicas = 1, strategy } = spec
  if (strategy?.type !== 'RollingUpdate' || replicas === 0) return { maxSurge: 0, maxUnavailable: 0 }
  const maxSurge = scaledValue(strategy.rollingUpdate?.maxSurge, replicas, 'up')
  const maxUnavailable = scaledValue(strategy.rollingUpdate?.maxUnavailable, replicas, 'down')
  // Percentages of few pods may both round to 0. One pod may then be unavailable, or the rollout could never advance.
  if (maxSurge === 0 && maxUnavailable === 0) return { maxSurge, maxUnavailable: 1 }
  return { maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) }
}

/** The size that the replica set of the current template may have now. */
// upstream: NewRSNewReplicas
export function currentReplicaSetSize(deployment: WithSpec<Deployment>, { current, old }: ReplicaSets): number {
  const wanted = replicasOf(deployment)
  if (deployment.spec.strategy?.type !== 'RollingUpdate') return wanted
  const size = current === undefined ? 0 : replicasOf(current)
  if (size > wanted) return wanted
  const room = wanted + rollingLimits(deployment).maxSurge - totalReplicas(old) - size
  return room <= 0 ? size : size + Math.min(room, wanted - size)
}

/**
 * The sizes that old replica sets may have now. Pods that are not available are removed first, then as many available
 * ones as the limits allow.
 */
// upstream: rolling.go, reconcileOldReplicaSets, cleanupUnhealthyReplicas and scaleDownOldReplicaSetsForRollingUpdate
export function oldReplicaSetSizes(
  deployment: WithSpec<Deployment>,
  current: StoredReplicaSet,
  old: readonly StoredReplicaSet[],
): readonly ReplicaSetSize[] {
  const minAvailable = replicasOf(deployment) - rollingLimits(deployment).maxUnavailable
  const unavailable = replicasOf(current) - availableOf(current)
  let removable = totalReplicas(old) + replicasOf(current) - minAvailable - unavailable
  // A replica set that has just been scaled down still counts pods that are terminating.
  const staying = [...old, current].map((set) => Math.min(replicasOf(set), availableOf(set)))
  let spare = staying.reduce((sum, count) => sum + count, 0) - minAvailable
  if (removable <= 0) return old.map((set) => ({ set, replicas: replicasOf(set) }))
  const healthy = byAge(old).map((set): ReplicaSetSize => {
    const unhealthy = Math.max(0, replicasOf(set) - availableOf(set))
    const removed = Math.min(removable, unhealthy)
    removable -= removed
    return { set, replicas: replicasOf(set) - removed }
  })
  return healthy.map(({ set, replicas }) => {
    const removed = Math.max(0, Math.min(replicas, spare))
    spare -= removed
    return { set, replicas: replicas - removed }
  })
}

/** The annotations that tell a replica set the size of its deployment. */
export function sizeAnnotations(deployment: WithSpec<Deployment>, names: DeploymentNames): Record<string, string> {
  const wanted = replicasOf(deployment)
  return {
    [names.desiredReplicas]: String(wanted),
    [names.maxReplicas]: String(wanted + rollingLimits(deployment).maxSurge),
  }
}

function availableOf({ status }: StoredReplicaSet): number {
  return status?.availableReplicas ?? 0
}
