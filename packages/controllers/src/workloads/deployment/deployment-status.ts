import { formatTime, parseTime } from '@pinnace/meta'
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '@pinnace/types/apps-v1'
import { isSameStatus } from '../same-status.ts'
import { deploymentCondition, without, withDeploymentCondition } from './deployment-conditions.ts'
import { fenceposts, replicasOf, totalAvailable, totalReplicas, type Rollout, type SplitSets } from './rollout.ts'

const noDeadline = 2_147_483_647

/** Whether a deployment says how long it may take. */
export function hasDeadline({ spec }: Deployment): boolean {
  return spec?.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== noDeadline
}

/** Writes the status, where it is new. */
export async function writeStatus(rollout: Rollout, status: DeploymentStatus): Promise<boolean> {
  const { deployment, deployments, signal } = rollout
  if (isSameStatus(status, deployment.status)) return false
  rollout.deployment = await deployments.updateStatus({ ...deployment, status }, { signal })
  return true
}

/** What a status says of numbers, and whether enough pods are available. */
// upstream: pkg/controller/deployment/sync.go, calculateStatus
export function countStatus({ deployment, tools }: Rollout, { current, old }: SplitSets): DeploymentStatus {
  const sets = current === undefined ? old : [...old, current]
  const sum = (name: 'replicas' | 'readyReplicas'): number =>
    sets.reduce((total, { status }) => total + (status?.[name] ?? 0), 0)
  const availableReplicas = totalAvailable(sets)
  const { status = {}, metadata } = deployment
  const isAvailable = availableReplicas >= replicasOf(deployment) - fenceposts(deployment).maxUnavailable
  const available = isAvailable
    ? condition('Available', 'True', 'MinimumReplicasAvailable', 'Deployment has minimum availability.')
    : condition('Available', 'False', 'MinimumReplicasUnavailable', 'Deployment does not have minimum availability.')
  return {
    observedGeneration: metadata.generation ?? 0,
    replicas: sum('replicas'),
    updatedReplicas: current?.status?.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas,
    unavailableReplicas: Math.max(0, totalReplicas(sets) - availableReplicas),
    conditions: withDeploymentCondition(status.conditions, available, tools.context.clock.now()),
    ...(status.collisionCount === undefined ? {} : { collisionCount: status.collisionCount }),
  }
}

/** Says how far a rollout has come; answers when to look again, so that one that is stuck is told of. */
// upstream: pkg/controller/deployment/progress.go, syncRolloutStatus
export async function writeRolloutStatus(
  rollout: Rollout,
  split: SplitSets,
): Promise<{ readonly requeueAfterMs: number } | void> {
  const { deployment, tools } = rollout
  const nowMs = tools.context.clock.now()
  const { conditions, ...counts } = countStatus(rollout, split)
  const next = { ...counts, conditions: withProgress(deployment, { ...counts, conditions: conditions! }, split, nowMs) }
  const failures = [...split.old, ...(split.current ? [split.current] : [])].flatMap(failureOf)
  const others = without(next.conditions, 'ReplicaFailure')
  const [failure] = failures
  const known = deploymentCondition(next.conditions, 'ReplicaFailure')
  const status: DeploymentStatus = {
    ...next,
    conditions:
      failure === undefined
        ? others
        : known === undefined
          ? withDeploymentCondition(others, failure, nowMs)
          : next.conditions,
  }
  await writeStatus(rollout, status)
  return lookAgain(deployment, status, nowMs)
}

/** Whether all pods are of the template, and there. */
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

function withProgress(
  deployment: Deployment,
  status: DeploymentStatus & { readonly conditions: readonly DeploymentCondition[] },
  { current }: SplitSets,
  nowMs: number,
): readonly DeploymentCondition[] {
  const { conditions } = status
  if (!hasDeadline(deployment)) return without(conditions, 'Progressing')
  const known = deploymentCondition(conditions, 'Progressing')
  if (status.replicas === status.updatedReplicas && known?.reason === 'NewReplicaSetAvailable') return conditions
  const what =
    current === undefined
      ? `Deployment ${JSON.stringify(deployment.metadata.name)}`
      : `ReplicaSet ${JSON.stringify(current.metadata.name)}`
  if (isComplete(deployment, status)) {
    const message = `${what} has successfully progressed.`
    return withDeploymentCondition(
      conditions,
      condition('Progressing', 'True', 'NewReplicaSetAvailable', message),
      nowMs,
    )
  }
  if (isProgressing(deployment.status ?? {}, status)) {
    const moving = condition('Progressing', 'True', 'ReplicaSetUpdated', `${what} is progressing.`)
    return withDeploymentCondition(conditions, moving, nowMs, { isRenewed: true })
  }
  if (!isTimedOut(deployment, known, nowMs)) return conditions
  const message = `${what} has timed out progressing.`
  return withDeploymentCondition(
    conditions,
    condition('Progressing', 'False', 'ProgressDeadlineExceeded', message),
    nowMs,
  )
}

// upstream: DeploymentProgressing
function isProgressing(stored: DeploymentStatus, next: DeploymentStatus): boolean {
  const old = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number => replicas - updatedReplicas
  const more = (name: 'updatedReplicas' | 'readyReplicas' | 'availableReplicas'): boolean =>
    (next[name] ?? 0) > (stored[name] ?? 0)
  return more('updatedReplicas') || old(next) < old(stored) || more('readyReplicas') || more('availableReplicas')
}

// upstream: DeploymentTimedOut
function isTimedOut({ spec }: Deployment, known: DeploymentCondition | undefined, nowMs: number): boolean {
  if (known === undefined || known.reason === 'NewReplicaSetAvailable') return false
  if (known.reason === 'ProgressDeadlineExceeded') return true
  const since = parseTime(known.lastUpdateTime ?? '') ?? nowMs
  return since + (spec?.progressDeadlineSeconds ?? 0) * 1000 < nowMs
}

// upstream: requeueStuckDeployment
function lookAgain(
  deployment: Deployment,
  status: DeploymentStatus,
  nowMs: number,
): { readonly requeueAfterMs: number } | undefined {
  const known = deploymentCondition(status.conditions, 'Progressing')
  if (!hasDeadline(deployment) || known === undefined) return undefined
  if (isComplete(deployment, status) || known.reason === 'ProgressDeadlineExceeded') return undefined
  const since = parseTime(known.lastUpdateTime ?? '') ?? nowMs
  const endMs = since + (deployment.spec?.progressDeadlineSeconds ?? 0) * 1000
  return { requeueAfterMs: Math.max(0, endMs - nowMs) + 1000 }
}

function failureOf({ status }: ReplicaSet): DeploymentCondition[] {
  const found = status?.conditions?.find(({ type }) => type === 'ReplicaFailure')
  return found === undefined ? [] : [found]
}

/** A condition that has begun to hold at a time that is still to be written. */
export function condition(type: string, status: string, reason: string, message: string): DeploymentCondition {
  return { type, status, reason, message }
}

/** A deployment's conditions with one of them as of now. */
export function conditionsNow(rollout: Rollout, next: DeploymentCondition): DeploymentStatus {
  const { deployment, tools } = rollout
  const nowMs = tools.context.clock.now()
  const stamped = { ...next, lastUpdateTime: formatTime(nowMs) }
  return {
    ...deployment.status,
    conditions: withDeploymentCondition(deployment.status?.conditions, stamped, nowMs),
  }
}
