import type { ReplicaSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { hasEnded } from '../pod-state.ts'
import { settleSets } from './current-replica-set.ts'
import { numberIn } from './deployment-annotations.ts'
import { isComplete, writeRolloutStatus } from './deployment-status.ts'
import {
  byAge,
  currentReplicas,
  fenceposts,
  replicasOf,
  scaleSet,
  totalReplicas,
  type Rollout,
  type SplitSets,
} from './rollout.ts'

type Again = { readonly requeueAfterMs: number } | void

/** Brings up pods of the template as old ones go, within what may be too many and too few. */
// upstream: pkg/controller/deployment/rolling.go, rolloutRolling
export async function rollOver(rollout: Rollout): Promise<Again> {
  const split = await settleSets(rollout, { isMade: true })
  const current = split.current!
  const wanted = replicasOf(rollout.deployment)
  const size = replicasOf(current) > wanted ? wanted : currentReplicas(rollout, current)
  if (size !== replicasOf(current)) await scaleSet(rollout, current, size)
  else if (!(await shrinkOld(rollout, current, split.old))) await tidyUp(rollout, split)
  return writeRolloutStatus(rollout, split)
}

/** Lets all old pods go before the first of the template comes. */
// upstream: pkg/controller/deployment/recreate.go, rolloutRecreate
export async function recreate(rollout: Rollout, podsOf: (set: ReplicaSet) => readonly Pod[]): Promise<Again> {
  const split = await settleSets(rollout, { isMade: false })
  const active = split.old.filter((set) => replicasOf(set) > 0)
  for (const set of active) await scaleSet(rollout, set, 0)
  const isRunning = split.old.some((set) => podsOf(set).some((pod) => !hasEnded(pod)))
  if (active.length > 0 || isRunning) return writeRolloutStatus(rollout, split)
  const made = split.current === undefined ? await settleSets(rollout, { isMade: true }) : split
  await scaleSet(rollout, made.current!, replicasOf(rollout.deployment))
  await tidyUp(rollout, made)
  return writeRolloutStatus(rollout, made)
}

/** Forgets revisions beyond what is to be remembered. */
// upstream: pkg/controller/deployment/sync.go, cleanupDeployment
export async function forgetRevisions(
  { deployment, names, replicaSets, signal }: Rollout,
  old: readonly ReplicaSet[],
): Promise<void> {
  const limit = deployment.spec!.revisionHistoryLimit ?? 10
  const kept = old.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
  const ordered = [...byAge(kept)].sort(
    (a, b) => (numberIn(a, names.revision) ?? 0) - (numberIn(b, names.revision) ?? 0),
  )
  for (const set of ordered.slice(0, Math.max(0, kept.length - limit))) {
    const { metadata, status } = set
    const isEmpty = (status?.replicas ?? 0) === 0 && replicasOf(set) === 0
    if (!isEmpty || (metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) continue
    await replicaSets.delete(metadata.name!, { preconditions: { uid: metadata.uid! }, signal })
  }
}

async function tidyUp(rollout: Rollout, { old }: SplitSets): Promise<void> {
  const { deployment } = rollout
  if (isComplete(deployment, deployment.status ?? {})) await forgetRevisions(rollout, old)
}

/** Takes pods from old replica sets: first those that do nothing anyway. */
// upstream: rolling.go, reconcileOldReplicaSets
async function shrinkOld(rollout: Rollout, current: ReplicaSet, old: readonly ReplicaSet[]): Promise<boolean> {
  const oldTotal = totalReplicas(old)
  if (oldTotal === 0) return false
  const minAvailable = replicasOf(rollout.deployment) - fenceposts(rollout.deployment).maxUnavailable
  const unavailable = replicasOf(current) - (current.status?.availableReplicas ?? 0)
  const maxShrink = oldTotal + replicasOf(current) - minAvailable - unavailable
  if (maxShrink <= 0) return false
  const sizes = new Map(byAge(old).map((set) => [set, replicasOf(set)]))
  let cleaned = 0
  for (const [set, size] of sizes) {
    const idle = Math.max(0, size - (set.status?.availableReplicas ?? 0))
    const less = Math.min(maxShrink - cleaned, idle)
    sizes.set(set, size - less)
    cleaned += less
  }
  // A set that has just been made smaller still counts pods that are on their way out.
  const staying = [...old, current].map((set) => Math.min(replicasOf(set), set.status?.availableReplicas ?? 0))
  let spare = staying.reduce((sum, count) => sum + count, 0) - minAvailable
  for (const [set, size] of sizes) {
    const less = Math.max(0, Math.min(size, spare))
    sizes.set(set, size - less)
    spare -= less
  }
  let isShrunk = false
  for (const [set, size] of sizes)
    if (size !== replicasOf(set)) isShrunk = (await scaleSet(rollout, set, size)) || isShrunk
  return isShrunk
}
