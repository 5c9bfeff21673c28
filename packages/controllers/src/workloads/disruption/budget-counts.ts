import { parseTime } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { scaledValue } from '../int-or-percent.ts'
import { isReady } from '../pod-state.ts'
import { isTerminating, nameOf } from '../stored-object.ts'

/** The counts in the status of a disruption budget. */
export interface BudgetCounts {
  readonly currentHealthy: number
  readonly desiredHealthy: number
  readonly expectedPods: number
  readonly disruptionsAllowed: number
  /** Pods that are about to be deleted by an eviction, with the time it was granted. */
  readonly disruptedPods: Readonly<Record<string, string>>
  /** Milliseconds until the first of them counts as healthy again if it is not deleted; `undefined` when there is none. */
  readonly recheckMs: number | undefined
}

/** The size of a workload that owns pods of a budget. */
export interface WorkloadScale {
  readonly uid: string
  readonly replicas: number
}

/** What a disruption budget is computed from. */
export interface BudgetFacts {
  readonly budget: PodDisruptionBudget
  /** The unfinished pods that the budget selects. */
  readonly pods: readonly Pod[]
  /** The scale of a pod's workload, or why it is unknown. */
  readonly scaleOf: (pod: Pod) => WorkloadScale | string
  readonly nowMs: number
}

/** How long an evicted pod is expected to be deleted. */
// upstream: pkg/controller/disruption, DeletionTimeout
const deletionTimeoutMs = 2 * 60_000

/** Counts the pods of a budget, or says why the number of expected pods is unknown. */
// upstream: pkg/controller/disruption/disruption.go, trySync
export function countBudget(facts: BudgetFacts): BudgetCounts | { readonly problem: string } {
  const { budget, pods } = facts
  const expectedPods = expectedPodsOf(facts)
  if (typeof expectedPods === 'string') return { problem: expectedPods }
  const { minAvailable, maxUnavailable } = budget.spec ?? {}
  const desiredHealthy =
    maxUnavailable === undefined
      ? scaledValue(minAvailable, expectedPods, 'up')
      : Math.max(0, expectedPods - scaledValue(maxUnavailable, expectedPods, 'up'))
  const { disruptedPods, recheckMs } = expectedDeletions(facts)
  const isHealthy = (pod: Pod): boolean =>
    !isTerminating(pod) && !Object.hasOwn(disruptedPods, nameOf(pod)) && isReady(pod)
  const currentHealthy = pods.filter(isHealthy).length
  const disruptionsAllowed = expectedPods > 0 ? Math.max(0, currentHealthy - desiredHealthy) : 0
  return { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed, disruptedPods, recheckMs }
}

/** An absolute `minAvailable` counts the pods that exist; everything else counts what their workloads ask for. */
// upstream: getExpectedPodCount
function expectedPodsOf({ budget, pods, scaleOf }: BudgetFacts): number | string {
  const { minAvailable, maxUnavailable } = budget.spec ?? {}
  const usesScale = maxUnavailable !== undefined || (minAvailable !== undefined && typeof minAvailable !== 'number')
  if (!usesScale) return pods.length
  const scales = new Map<string, number>()
  for (const pod of pods) {
    const scale = scaleOf(pod)
    if (typeof scale === 'string') return scale
    scales.set(scale.uid, scale.replicas)
  }
  return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0)
}

/** The evicted pods that still exist and whose deletion is still expected. */
// upstream: buildDisruptedPodMap
function expectedDeletions({ budget, pods, nowMs }: BudgetFacts): Pick<BudgetCounts, 'disruptedPods' | 'recheckMs'> {
  const evictions = budget.status?.disruptedPods ?? {}
  const disrupted: [string, string][] = []
  let recheckMs: number | undefined
  for (const pod of pods) {
    const name = nameOf(pod)
    const since = Object.hasOwn(evictions, name) ? evictions[name] : undefined
    if (since === undefined || isTerminating(pod)) continue
    const remainingMs = (parseTime(since) ?? 0) + deletionTimeoutMs - nowMs
    if (remainingMs <= 0) continue
    disrupted.push([name, since])
    recheckMs = Math.min(recheckMs ?? remainingMs, remainingMs)
  }
  return { disruptedPods: Object.fromEntries(disrupted), recheckMs }
}
