import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '@pinnace/types/apps-v1'
import type { WithSpec } from '../stored-object.ts'
import { withDeploymentCondition, type NewCondition } from './deployment-conditions.ts'
import { replicasOf, totalAvailable, totalReplicas, type ReplicaSets } from './replica-sets.ts'
import { rollingLimits } from './rolling-limits.ts'

/** The value of `progressDeadlineSeconds` that means none. */
// upstream: pkg/controller/deployment/util, HasProgressDeadline
const noDeadline = 2_147_483_647

/** A status with its conditions. */
export type StatusWithConditions = DeploymentStatus & { readonly conditions: readonly DeploymentCondition[] }

/** Whether a deployment has a progress deadline. */
export function hasProgressDeadline({ spec }: Deployment): boolean {
  return spec?.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== noDeadline
}

/** Whether a rollout is complete: all pods have the current template and are available. */
// upstream: DeploymentComplete
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = replicasOf(deployment)
  return (
    status.updatedReplicas === wanted &&
    status.replicas === wanted &&
    status.availableReplicas === wanted &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  )
}

/** The pod counts of a status and the condition Available. */
// upstream: pkg/controller/deployment/sync.go, calculateStatus
export function countStatus(
  deployment: WithSpec<Deployment>,
  { current, old }: ReplicaSets,
  nowMs: number,
): StatusWithConditions {
  const sets = current === undefined ? old : [...old, current]
  const sum = (name: 'replicas' | 'readyReplicas'): number =>
    sets.reduce((total, { status }) => total + (status?.[name] ?? 0), 0)
  const availableReplicas = totalAvailable(sets)
  const { status = {}, metadata } = deployment
  const minAvailable = replicasOf(deployment) - rollingLimits(deployment).maxUnavailable
  return {
    observedGeneration: metadata.generation ?? 0,
    replicas: sum('replicas'),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(0, totalReplicas(sets) - availableReplicas),
    ...terminatingOf(sets),
    conditions: withDeploymentCondition(status.conditions, available(availableReplicas >= minAvailable), nowMs),
    ...(status.collisionCount === undefined ? {} : { collisionCount: status.collisionCount }),
  }
}

/** The pods of all replica sets that are being deleted; nothing while a replica set does not say. */
// upstream: pkg/controller/deployment/util, GetTerminatingReplicaCountForReplicaSets
function terminatingOf(sets: readonly ReplicaSet[]): Pick<DeploymentStatus, 'terminatingReplicas'> {
  let terminatingReplicas = 0
  for (const { status } of sets) {
    if (status?.terminatingReplicas === undefined) return {}
    terminatingReplicas += status.terminatingReplicas
  }
  return { terminatingReplicas }
}

/** A deployment's stored status with one condition set. */
export function withStatusCondition(
  { status }: Deployment,
  condition: NewCondition,
  nowMs: number,
): StatusWithConditions {
  return { ...status, conditions: withDeploymentCondition(status?.conditions, condition, nowMs) }
}

function available(isAvailable: boolean): NewCondition {
  return isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
}
