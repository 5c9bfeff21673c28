import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import { numberIn, type DeploymentNames } from './deployment-annotations.ts'
import { byAge, fenceposts, replicasOf, scaleSet, totalReplicas, type Rollout, type SplitSets } from './rollout.ts'

/** Whether a deployment's size is another than its replica sets have been told. */
// upstream: pkg/controller/deployment/sync.go, isScalingEvent
export function isScaled({ deployment, sets, names }: Rollout): boolean {
  return sets.some((set) => {
    const told = numberIn(set, names.desiredReplicas)
    return replicasOf(set) > 0 && told !== undefined && told !== replicasOf(deployment)
  })
}

/** Gives replica sets their part of a deployment's new size. */
// upstream: sync.go, scale
export async function scaleDeployment(rollout: Rollout, { current, old }: SplitSets): Promise<void> {
  const { deployment, names } = rollout
  const wanted = replicasOf(deployment)
  const active = [...old, ...(current ? [current] : [])].filter((set) => replicasOf(set) > 0)
  if (active.length <= 1) {
    const only = active[0] ?? current ?? byAge(old).at(-1)
    if (only !== undefined) await scaleSet(rollout, only, wanted)
    return
  }
  if (isSaturated(deployment, current, names)) {
    for (const set of old) if (replicasOf(set) > 0) await scaleSet(rollout, set, 0)
    return
  }
  if (deployment.spec!.strategy?.type !== 'RollingUpdate') return
  const allowed = wanted > 0 ? wanted + fenceposts(deployment).maxSurge : 0
  const toAdd = allowed - totalReplicas(active)
  const ordered = bySize(active, toAdd)
  const sizes = new Map<ReplicaSet, number>()
  let added = 0
  for (const set of ordered) {
    const part = toAdd === 0 ? 0 : proportion(set, rollout, toAdd, added)
    sizes.set(set, replicasOf(set) + part)
    added += part
  }
  for (const [index, set] of ordered.entries()) {
    // What does not come out even goes to the largest.
    const rest = index === 0 && toAdd !== 0 ? toAdd - added : 0
    await scaleSet(rollout, set, Math.max(0, sizes.get(set)! + rest))
  }
}

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

/** Largest first; of equal ones the newer where it grows, the older where it shrinks. */
function bySize(sets: readonly ReplicaSet[], toAdd: number): readonly ReplicaSet[] {
  const aged = toAdd > 0 ? [...byAge(sets)].reverse() : byAge(sets)
  return [...aged].sort((a, b) => replicasOf(b) - replicasOf(a))
}

// upstream: GetReplicaSetProportion and getReplicaSetFraction
function proportion(set: ReplicaSet, { deployment, names }: Rollout, toAdd: number, added: number): number {
  const has = replicasOf(set)
  if (has === 0 || toAdd === added) return 0
  const left = toAdd - added
  const fraction = fractionOf(set, deployment, names)
  return toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left)
}

function fractionOf(set: ReplicaSet, deployment: Deployment, { maxReplicas }: DeploymentNames): number {
  const has = replicasOf(set)
  const wanted = replicasOf(deployment)
  if (wanted === 0) return -has
  const before = numberIn(set, maxReplicas) || deployment.status?.replicas || 1
  return Math.round((has * (wanted + fenceposts(deployment).maxSurge)) / before) - has
}
