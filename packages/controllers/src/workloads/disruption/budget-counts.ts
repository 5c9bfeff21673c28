import { parseTime } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { scaledValue } from '../int-or-percent.ts'
import { hasEnded, isReady } from '../pod-state.ts'

/** What a budget comes to. */
export interface BudgetCounts {
  readonly currentHealthy: number
  readonly desiredHealthy: number
  readonly expectedPods: number
  readonly disruptionsAllowed: number
  /** Pods that are about to go by an eviction, and when that was granted. */
  readonly disruptedPods: Readonly<Record<string, string>>
  /** When the first of them is no longer believed to go. */
  readonly recheckMs: number | undefined
}

// upstream: pkg/controller/disruption, DeletionTimeout
const deletionTimeoutMs = 2 * 60_000

/** Counts a budget's pods. `scaleOf` says how many pods a pod's workload wants, `undefined` where nobody knows. */
// upstream: pkg/controller/disruption/disruption.go, trySync
export function countBudget(
  budget: PodDisruptionBudget,
  pods: readonly Pod[],
  scaleOf: (pod: Pod) => { readonly uid: string; readonly replicas: number } | string,
  nowMs: number,
): BudgetCounts | { readonly problem: string } {
  const { minAvailable, maxUnavailable } = budget.spec ?? {}
  const isAbsolute = typeof minAvailable === 'number'
  let expectedPods = pods.length
  if (!isAbsolute && (minAvailable !== undefined || maxUnavailable !== undefined)) {
    const scales = new Map<string, number>()
    for (const pod of pods) {
      const scale = scaleOf(pod)
      if (typeof scale === 'string') return { problem: scale }
      scales.set(scale.uid, scale.replicas)
    }
    expectedPods = [...scales.values()].reduce((sum, replicas) => sum + replicas, 0)
  }
  const desiredHealthy =
    maxUnavailable === undefined
      ? scaledValue(minAvailable, expectedPods, 'up')
      : Math.max(0, expectedPods - scaledValue(maxUnavailable, expectedPods, 'up'))
  const disrupted = stillDisrupted(budget, pods, nowMs)
  const currentHealthy = pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined && disrupted.pods[pod.metadata.name!] === undefined && isReady(pod),
  ).length
  const allowed = currentHealthy - desiredHealthy
  return {
    currentHealthy,
    desiredHealthy,
    expectedPods,
    disruptionsAllowed: expectedPods <= 0 || allowed <= 0 ? 0 : allowed,
    disruptedPods: disrupted.pods,
    recheckMs: disrupted.recheckMs,
  }
}

/** Whether a budget is about a pod. */
export function isCounted(pod: Pod): boolean {
  return !hasEnded(pod)
}

// upstream: buildDisruptedPodMap
function stillDisrupted(
  { status }: PodDisruptionBudget,
  pods: readonly Pod[],
  nowMs: number,
): { readonly pods: Record<string, string>; readonly recheckMs: number | undefined } {
  const kept: Record<string, string> = Object.create(null) as Record<string, string>
  let recheckMs: number | undefined
  for (const { metadata } of pods) {
    const name = metadata.name!
    const disrupted = status?.disruptedPods ?? {}
    const since = Object.hasOwn(disrupted, name) ? disrupted[name] : undefined
    if (since === undefined || metadata.deletionTimestamp !== undefined) continue
    const leftMs = (parseTime(since) ?? 0) + deletionTimeoutMs - nowMs
    if (leftMs <= 0) continue
    kept[name] = since
    recheckMs = Math.min(recheckMs ?? leftMs, leftMs)
  }
  return { pods: kept, recheckMs }
}
