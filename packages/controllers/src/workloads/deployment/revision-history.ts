import type { Deployment } from '@pinnace/types/apps-v1'
import { isTerminating, nameOf, uidOf, type WithSpec } from '../stored-object.ts'
import { compareRevisions, revisionIn, type DeploymentNames } from './deployment-annotations.ts'
import { isComplete } from './deployment-status.ts'
import { byAge, replicasOf, type StoredReplicaSet } from './replica-sets.ts'
import type { Rollout } from './rollout.ts'

/** The old replica sets beyond `revisionHistoryLimit` that have no pods left; those of the lowest revisions first. */
// upstream: pkg/controller/deployment/sync.go, cleanupDeployment
export function replicaSetsBeyondHistory(
  { spec }: WithSpec<Deployment>,
  old: readonly StoredReplicaSet[],
  names: DeploymentNames,
): readonly StoredReplicaSet[] {
  const { revisionHistoryLimit = 10 } = spec
  const revisionOf = (set: StoredReplicaSet): bigint => revisionIn(set, names.revision) ?? 0n
  const kept = byAge(old.filter((set) => !isTerminating(set)))
  const ordered = [...kept].sort((a, b) => compareRevisions(revisionOf(a), revisionOf(b)))
  return ordered.slice(0, Math.max(0, ordered.length - revisionHistoryLimit)).filter(isEmptyAndObserved)
}

/** Deletes the old replica sets beyond the revision history. */
export async function deleteOldReplicaSets(rollout: Rollout, old: readonly StoredReplicaSet[]): Promise<void> {
  const { deployment, names, replicaSets, signal } = rollout
  for (const set of replicaSetsBeyondHistory(deployment, old, names)) {
    await replicaSets.delete(nameOf(set), { preconditions: { uid: uidOf(set) }, signal })
  }
}

/** Does that once the rollout is complete. */
export async function deleteOldReplicaSetsIfComplete(
  rollout: Rollout,
  old: readonly StoredReplicaSet[],
): Promise<void> {
  const { deployment } = rollout
  if (isComplete(deployment, deployment.status ?? {})) await deleteOldReplicaSets(rollout, old)
}

function isEmptyAndObserved(set: StoredReplicaSet): boolean {
  const { metadata, status } = set
  const isEmpty = (status?.replicas ?? 0) === 0 && replicasOf(set) === 0
  return isEmpty && (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0)
}
