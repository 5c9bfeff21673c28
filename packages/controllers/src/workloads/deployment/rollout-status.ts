import { parseTime } from '@pinnace/meta'
import type { Deployment, DeploymentCondition, DeploymentStatus } from '@pinnace/types/apps-v1'
import type { Requeue } from '../requeue.ts'
import { nameOf, type WithSpec } from '../stored-object.ts'
import {
  deploymentCondition,
  progressing,
  withDeploymentCondition,
  withoutDeploymentCondition,
} from './deployment-conditions.ts'
import { countStatus, hasProgressDeadline, isComplete, type StatusWithConditions } from './deployment-status.ts'
import type { ReplicaSets } from './replica-sets.ts'
import { writeStatus, type Rollout } from './rollout.ts'

/** Writes the status of a rollout. Requeues a rollout that is not complete for the end of its progress deadline. */
// upstream: pkg/controller/deployment/progress.go, syncRolloutStatus
export async function writeRolloutStatus(rollout: Rollout, sets: ReplicaSets): Promise<Requeue> {
  const { deployment, tools } = rollout
  const nowMs = tools.context.clock.now()
  const status = rolloutStatus(deployment, sets, nowMs)
  await writeStatus(rollout, status)
  return progressCheck(deployment, status, nowMs)
}

/** The status of a rollout: counts and the conditions Available, Progressing and ReplicaFailure. */
export function rolloutStatus(deployment: WithSpec<Deployment>, sets: ReplicaSets, nowMs: number): DeploymentStatus {
  const counts = countStatus(deployment, sets, nowMs)
  const conditions = withReplicaFailure(withProgress(deployment, counts, sets, nowMs), sets, nowMs)
  return { ...counts, conditions }
}

/** Sets the condition Progressing. */
function withProgress(
  deployment: Deployment,
  status: StatusWithConditions,
  { current }: ReplicaSets,
  nowMs: number,
): readonly DeploymentCondition[] {
  const { conditions } = status
  if (!hasProgressDeadline(deployment)) return withoutDeploymentCondition(conditions, 'Progressing')
  const known = deploymentCondition(conditions, 'Progressing')
  const isOver = status.replicas === status.updatedReplicas && known?.reason === 'NewReplicaSetAvailable'
  if (isOver) return conditions
  const subject =
    current === undefined
      ? `Deployment ${JSON.stringify(nameOf(deployment))}`
      : `ReplicaSet ${JSON.stringify(nameOf(current))}`
  if (isComplete(deployment, status)) {
    const complete = progressing('True', 'NewReplicaSetAvailable', `${subject} has successfully progressed.`)
    return withDeploymentCondition(conditions, complete, nowMs)
  }
  if (hasProgressed(deployment.status ?? {}, status)) {
    const updated = progressing('True', 'ReplicaSetUpdated', `${subject} is progressing.`)
    return withDeploymentCondition(conditions, updated, nowMs, { isRenewed: true })
  }
  if (!isTimedOut(deployment, known, nowMs)) return conditions
  const timedOut = progressing('False', 'ProgressDeadlineExceeded', `${subject} has timed out progressing.`)
  return withDeploymentCondition(conditions, timedOut, nowMs)
}

/** Copies the condition ReplicaFailure of a replica set, or removes it. */
function withReplicaFailure(
  conditions: readonly DeploymentCondition[],
  { current, old }: ReplicaSets,
  nowMs: number,
): readonly DeploymentCondition[] {
  const sets = current === undefined ? old : [...old, current]
  const [failure] = sets.flatMap(
    ({ status }) => status?.conditions?.filter(({ type }) => type === 'ReplicaFailure') ?? [],
  )
  if (failure === undefined) return withoutDeploymentCondition(conditions, 'ReplicaFailure')
  if (deploymentCondition(conditions, 'ReplicaFailure') !== undefined) return conditions
  return withDeploymentCondition(conditions, failure, nowMs)
}

/** Whether a status shows progress over the stored one. */
// upstream: DeploymentProgressing
export function hasProgressed(stored: DeploymentStatus, next: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas
  const hasMore = (name: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas'): boolean =>
    (next[name] ?? 0) > (stored[name] ?? 0)
  return (
    hasMore('updatedReplicas') || old(next) < old(stored) || hasMore('readyReplicas') || hasMore('availableReplicas')
  )
}

// upstream: DeploymentTimedOut
function isTimedOut(deployment: Deployment, known: DeploymentCondition | undefined, nowMs: number): boolean {
  if (known === undefined || known.reason === 'NewReplicaSetAvailable') return false
  return known.reason === 'ProgressDeadlineExceeded' || deadlineOf(deployment, known, nowMs) < nowMs
}

/** When to check a rollout for its progress deadline: one second after it. */
// upstream: requeueStuckDeployment
export function progressCheck(deployment: Deployment, status: DeploymentStatus, nowMs: number): Requeue {
  const known = deploymentCondition(status.conditions, 'Progressing')
  if (!hasProgressDeadline(deployment) || known === undefined) return undefined
  if (isComplete(deployment, status) || known.reason === 'ProgressDeadlineExceeded') return undefined
  return { requeueAfterMs: Math.max(0, deadlineOf(deployment, known, nowMs) - nowMs) + 1000 }
}

function deadlineOf({ spec }: Deployment, { lastUpdateTime }: DeploymentCondition, nowMs: number): number {
  return (parseTime(lastUpdateTime ?? '') ?? nowMs) + (spec?.progressDeadlineSeconds ?? 0) * 1000
}
