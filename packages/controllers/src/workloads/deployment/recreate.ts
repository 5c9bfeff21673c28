import type { Pod } from '@pinnace/types/core-v1-pods'
import { isFinished } from '../pod-state.ts'
import type { Requeue } from '../requeue.ts'
import { replicasOf, type StoredReplicaSet } from './replica-sets.ts'
import { deleteOldReplicaSetsIfComplete } from './revision-history.ts'
import { scaleReplicaSet, type Rollout } from './rollout.ts'
import { writeRolloutStatus } from './rollout-status.ts'
import { createCurrentReplicaSet, syncReplicaSets } from './sync-replica-sets.ts'

/** Advances a rollout of strategy Recreate: all old pods are gone before the first new one is created. */
// upstream: pkg/controller/deployment/recreate.go, rolloutRecreate
export async function recreate(rollout: Rollout, podsOf: (set: StoredReplicaSet) => readonly Pod[]): Promise<Requeue> {
  const sets = await syncReplicaSets(rollout)
  const active = sets.old.filter((set) => replicasOf(set) > 0)
  for (const set of active) await scaleReplicaSet(rollout, { set, replicas: 0 })
  const areOldPodsRunning = sets.old.some((set) => podsOf(set).some((pod) => !isFinished(pod)))
  if (active.length > 0 || areOldPodsRunning) return writeRolloutStatus(rollout, sets)
  const current = sets.current ?? (await createCurrentReplicaSet(rollout, sets.old))
  await scaleReplicaSet(rollout, { set: current, replicas: replicasOf(rollout.deployment) })
  await deleteOldReplicaSetsIfComplete(rollout, sets.old)
  return writeRolloutStatus(rollout, { current, old: sets.old })
}
