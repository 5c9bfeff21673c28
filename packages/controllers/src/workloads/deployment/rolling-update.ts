import type { Requeue } from '../requeue.ts'
import { replicasOf, type ReplicaSets, type StoredReplicaSet } from './replica-sets.ts'
import { deleteOldReplicaSetsIfComplete } from './revision-history.ts'
import { currentReplicaSetSize, oldReplicaSetSizes } from './rolling-limits.ts'
import { scaleReplicaSet, type Rollout } from './rollout.ts'
import { writeRolloutStatus } from './rollout-status.ts'
import { createCurrentReplicaSet, syncReplicaSets } from './sync-replica-sets.ts'

/** Advances a rolling update: adds pods of the current template and removes old ones within surge and unavailability. */
// upstream: pkg/controller/deployment/rolling.go, rolloutRolling
export async function rollingUpdate(rollout: Rollout): Promise<Requeue> {
  const { current: known, old } = await syncReplicaSets(rollout)
  const current = known ?? (await createCurrentReplicaSet(rollout, old))
  const sets = { current, old }
  const replicas = currentReplicaSetSize(rollout.deployment, sets)
  if (replicas !== replicasOf(current)) await scaleReplicaSet(rollout, { set: current, replicas })
  else if (!(await scaleDownOld(rollout, sets))) await deleteOldReplicaSetsIfComplete(rollout, old)
  return writeRolloutStatus(rollout, sets)
}

async function scaleDownOld(
  rollout: Rollout,
  { current, old }: ReplicaSets & { readonly current: StoredReplicaSet },
): Promise<boolean> {
  let hasScaled = false
  for (const size of oldReplicaSetSizes(rollout.deployment, current, old)) {
    if (size.replicas !== replicasOf(size.set)) hasScaled = (await scaleReplicaSet(rollout, size)) || hasScaled
  }
  return hasScaled
}
