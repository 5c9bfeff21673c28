import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { WithSpec } from '../stored-object.ts'
import { numberIn, type DeploymentNames } from './deployment-annotations.ts'
import { byAge, replicasOf, totalReplicas, type ReplicaSets, type StoredReplicaSet } from './replica-sets.ts'
import { rollingLimits, type ReplicaSetSize } from './rolling-limits.ts'

/** Whether a deployment has been scaled: a replica set with pods carries another desired size. */
// upstream: pkg/controller/deployment/sync.go, isScalingEvent
export function isScalingEvent(
  deployment: Deployment,
  sets: readonly ReplicaSet[],
  { desiredReplicas }: DeploymentNames,
): boolean {
  return sets.some((set) => {
    const desired = numberIn(set, desiredReplicas)
    return replicasOf(set) > 0 && desired !== undefined && desired !== replicasOf(deployment)
  })
}

/**
 * The sizes of replica sets after a deployment has been scaled. During a rolling update each gets a share that is
 * proportional to its size.
 */
// upstream: sync.go, scale
export function scaledSizes(
  deployment: WithSpec<Deployment>,
  { current, old }: ReplicaSets,
  names: DeploymentNames,
): readonly ReplicaSetSize[] {
  const wanted = replicasOf(deployment)
  const active = [...old, ...(current ? [current] : [])].filter((set) => replicasOf(set) > 0)
  if (active.length <= 1) {
    const only = active[0] ?? current ?? byAge(old).at(-1)
    return only === undefined ? [] : [{ set: only, replicas: wanted }]
  }
  if (isSaturated(deployment, current, names)) {
    return old.filter((set) => replicasOf(set) > 0).map((set) => ({ set, replicas: 0 }))
  }
  if (deployment.spec.strategy?.type !== 'RollingUpdate') return []
  return proportionalSizes(deployment, active, names)
}

// upstream: GetReplicaSetProportion
function proportionalSizes(
  deployment: WithSpec<Deployment>,
  active: readonly StoredReplicaSet[],
  names: DeploymentNames,
): readonly ReplicaSetSize[] {
  const wanted = replicasOf(deployment)
  const allowed = wanted > 0 ? wanted + rollingLimits(deployment).maxSurge : 0
  const toAdd = allowed - totalReplicas(active)
  let left = toAdd
  const shares = bySize(active, toAdd).map((set) => {
    const fraction = shareOf(set, deployment, names)
    const share = toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left)
    const taken = toAdd === 0 || left === 0 ? 0 : share
    left -= taken
    return { set, replicas: replicasOf(set) + taken }
  })
  // The remainder of the rounding goes to the largest replica set.
  return shares.map(({ set, replicas }, index) => ({ set, replicas: Math.max(0, replicas + (index === 0 ? left : 0)) }))
}

/** Whether the rollout is complete: the current replica set has all pods, and they are available. */
// upstream: IsSaturated
function isSaturated(
  deployment: Deployment,
  set: ReplicaSet | undefined,
  { desiredReplicas }: DeploymentNames,
): boolean {
  const wanted = replicasOf(deployment)
  return (
    set !== undefined &&
    numberIn(set, desiredReplicas) === wanted &&
    replicasOf(set) === wanted &&
    set.status?.availableReplicas === wanted
  )
}

/** Largest first; of equal sizes the newer when scaling up, the older when scaling down. */
// upstream: ReplicaSetsBySizeNewer, ReplicaSetsBySizeOlder
function bySize(sets: readonly StoredReplicaSet[], toAdd: number): readonly StoredReplicaSet[] {
  const aged = toAdd > 0 ? [...byAge(sets)].reverse() : byAge(sets)
  return [...aged].sort((a, b) => replicasOf(b) - replicasOf(a))
}

// upstream: getReplicaSetFraction
function shareOf(set: StoredReplicaSet, deployment: WithSpec<Deployment>, { maxReplicas }: DeploymentNames): number {
  const size = replicasOf(set)
  const wanted = replicasOf(deployment)
  if (wanted === 0) return -size
  const before = numberIn(set, maxReplicas) || deployment.status?.replicas || 1
  return Math.round((size * (wanted + rollingLimits(deployment).maxSurge)) / before) - size
}
