import { formatTime } from '@pinnace/meta'
import type { DeploymentCondition } from '@pinnace/types/apps-v1'

type Conditions = readonly DeploymentCondition[] | undefined

/** One condition of a deployment. */
export function deploymentCondition(conditions: Conditions, type: string): DeploymentCondition | undefined {
  return conditions?.find((condition) => condition.type === type)
}

/** Conditions with one of them set; where status and reason stay what they are, so does all of it. */
// upstream: pkg/controller/deployment/util, SetDeploymentCondition
export function withDeploymentCondition(
  conditions: Conditions,
  condition: DeploymentCondition,
  nowMs: number,
  { isRenewed = false }: { readonly isRenewed?: boolean } = {},
): readonly DeploymentCondition[] {
  const known = deploymentCondition(conditions, condition.type)
  const isSame = known?.status === condition.status
  if (isSame && known.reason === condition.reason && !isRenewed) return conditions!
  const now = formatTime(nowMs)
  const lastTransitionTime = isSame ? (known.lastTransitionTime ?? now) : now
  return [...without(conditions, condition.type), { lastUpdateTime: now, ...condition, lastTransitionTime }]
}

/** Conditions without one. */
export function without(conditions: Conditions, type: string): readonly DeploymentCondition[] {
  return (conditions ?? []).filter((condition) => condition.type !== type)
}
