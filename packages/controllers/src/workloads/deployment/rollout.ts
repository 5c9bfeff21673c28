import type { ResourceClient } from '@pinnace/client'
import { isEqualJson } from '@pinnace/meta'
import type { Deployment, DeploymentStatus, ReplicaSet } from '@pinnace/types/apps-v1'
import { isSameStatus } from '../same-status.ts'
import { nameOf, namespaceOf, type WithSpec } from '../stored-object.ts'
import { normalEvent } from '../workload-event.ts'
import type { WorkloadTools } from '../workload-loop.ts'
import type { DeploymentNames } from './deployment-annotations.ts'
import { replicasOf, type StoredReplicaSet } from './replica-sets.ts'
import { sizeAnnotations, type ReplicaSetSize } from './rolling-limits.ts'

/** One reconciliation of a deployment, and what it takes to act on it. */
export interface Rollout {
  /** The deployment as it was last read or written. */
  deployment: WithSpec<Deployment>
  readonly sets: readonly StoredReplicaSet[]
  readonly names: DeploymentNames
  readonly deployments: ResourceClient<Deployment>
  readonly replicaSets: ResourceClient<ReplicaSet>
  readonly tools: WorkloadTools<Deployment>
  readonly signal: AbortSignal
}

/** Writes a deployment's status and metadata; its spec stays what it is. */
export async function updateDeploymentStatus(
  rollout: Rollout,
  changes: { readonly status: DeploymentStatus; readonly metadata?: Deployment['metadata'] },
): Promise<void> {
  const { deployment, deployments, signal } = rollout
  const written = await deployments.updateStatus({ ...deployment, ...changes }, { signal })
  rollout.deployment = { ...written, spec: deployment.spec }
}

/** Writes a deployment's status if it differs from the stored one. */
export async function writeStatus(rollout: Rollout, status: DeploymentStatus): Promise<void> {
  if (!isSameStatus(status, rollout.deployment.status)) await updateDeploymentStatus(rollout, { status })
}

/** Gives a replica set its size and size annotations, with an Event. Returns whether the size has changed. */
// upstream: pkg/controller/deployment/sync.go, scaleReplicaSet
export async function scaleReplicaSet(rollout: Rollout, { set, replicas }: ReplicaSetSize): Promise<boolean> {
  const { deployment, names, replicaSets, tools, signal } = rollout
  const before = replicasOf(set)
  const annotations = { ...set.metadata.annotations, ...sizeAnnotations(deployment, names) }
  if (before === replicas && isEqualJson(annotations, set.metadata.annotations ?? {})) return false
  const next = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec, replicas } }
  await replicaSets.update(next, { signal })
  if (before === replicas) return false
  const direction = before < replicas ? 'up' : 'down'
  const note = `Scaled ${direction} replica set ${nameOf(set)} from ${before} to ${replicas}`
  const related = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: nameOf(set), namespace: namespaceOf(set) }
  tools.recordEvent(deployment, normalEvent('ScalingReplicaSet', note, related))
  return true
}
