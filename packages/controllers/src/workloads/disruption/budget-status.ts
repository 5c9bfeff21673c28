import { formatTime } from '@pinnace/meta'
import type { Condition } from '@pinnace/types/meta-v1'
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@pinnace/types/policy-v1'
import type { BudgetCounts } from './budget-counts.ts'

/** The status of a disruption budget with its counts and the condition DisruptionAllowed. */
// upstream: pkg/controller/disruption/disruption.go, updatePdbStatus
export function budgetStatus(
  budget: PodDisruptionBudget,
  { recheckMs: _, ...counts }: BudgetCounts,
  nowMs: number,
): PodDisruptionBudgetStatus {
  const isAllowed = counts.disruptionsAllowed > 0
  const next = isAllowed
    ? { status: 'True', reason: 'SufficientPods', message: '' }
    : { status: 'False', reason: 'InsufficientPods', message: '' }
  return { ...counts, ...observed(budget, next, nowMs) }
}

/** The status of a budget whose pods cannot be counted: no disruptions are allowed. */
// upstream: failSafe
export function failedBudgetStatus(
  budget: PodDisruptionBudget,
  message: string,
  nowMs: number,
): PodDisruptionBudgetStatus {
  const counts = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...budget.status, disruptionsAllowed: 0 }
  return { ...counts, ...observed(budget, { status: 'False', reason: 'SyncFailed', message }, nowMs) }
}

/** The observed generation and the conditions, with DisruptionAllowed set. */
function observed(
  { metadata, status: stored }: PodDisruptionBudget,
  next: Pick<Condition, 'status' | 'reason' | 'message'>,
  nowMs: number,
): Pick<PodDisruptionBudgetStatus, 'observedGeneration' | 'conditions'> {
  const { generation: observedGeneration = 0 } = metadata
  const type = 'DisruptionAllowed'
  const known = stored?.conditions?.find((condition) => condition.type === type)
  const lastTransitionTime = known?.status === next.status ? known.lastTransitionTime : formatTime(nowMs)
  const others = (stored?.conditions ?? []).filter((condition) => condition.type !== type)
  return { observedGeneration, conditions: [...others, { type, ...next, observedGeneration, lastTransitionTime }] }
}
