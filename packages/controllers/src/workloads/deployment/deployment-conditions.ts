import { formatTime } from '@pinnace/meta'
import type { DeploymentCondition } from '@pinnace/types/apps-v1'

type Conditions = readonly DeploymentCondition[] | undefined

/** A condition that is about to be set; {@link withDeploymentCondition} adds its times. */
export type NewCondition = Pick<DeploymentCondition, 'type' | 'status' | 'reason' | 'message'>

/** A condition of type Progressing. */
export function progressing(status: 'True' | 'False' | 'Unknown', reason: string, message: string): NewCondition {
  return { type: 'Progressing', status, reason, message }
}

/** One condition of a deployment. */
export function deploymentCondition(conditions: Conditions, type: string): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type)
}

/**
 * Sets a condition. One whose status and reason are unchanged stays as it is, unless `isRenewed` asks for a new update
 * time. The transition time changes with the status only.
 */
// upstream: pkg/controller/deployment/util, SetDeploymentCondition
export function withDeploymentCondition(
  conditions: Conditions,
  condition: DeploymentCondition,
  nowMs: number,
  { isRenewed = false }: { readonly isRenewed?: boolean } = {},
): readonly DeploymentCondition[] {
  const known = deploymentCondition(conditions, condition.type)
  const isSame = known?.status === condition.status
  if (conditions !== undefined && isSame && known.reason === condition.reason && !isRenewed) return conditions
  const now = formatTime(nowMs)
  const lastTransitionTime = isSame ? (known.lastTransitionTime ?? now) : now
  const next = { lastUpdateTime: now, ...condition, lastTransitionTime }
  return [...withoutDeploymentCondition(conditions, condition.type), next]
}

/** Removes a condition. */
export function withoutDeploymentCondition(conditions: Conditions, type: string): readonly DeploymentCondition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type)
}
