import { objectKey, type Client } from '@pinnace/client'
import { fromLabelSelector, StatusError } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import { nameOf, namespaceOf } from '../stored-object.ts'

/** The disruption budgets of the cluster; none where the server does not serve them. */
export async function readBudgets(client: Client, signal: AbortSignal): Promise<readonly PodDisruptionBudget[]> {
  const kind = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget' } as const
  try {
    return (await client.resource<PodDisruptionBudget>(kind).list({ signal })).items
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'NotFound') return []
    throw error
  }
}

/** The keys of the pods, in this order, whose deletion a budget does not allow once those before them are deleted. */
// upstream: default_preemption.go, filterPodsWithPDBViolation – an empty selector selects nothing here
export function budgetedPods(pods: readonly Pod[], budgets: readonly PodDisruptionBudget[]): ReadonlySet<string> {
  const known = budgets
    .filter(({ spec: { selector } = {} }) => selector !== undefined && Object.keys(selector).length > 0)
    .map((budget) => ({
      budget,
      selector: fromLabelSelector(budget.spec?.selector),
      left: budget.status?.disruptionsAllowed ?? 0,
    }))
  const protectedPods = new Set<string>()
  for (const pod of pods) {
    if (Object.keys(pod.metadata.labels ?? {}).length === 0) continue
    for (const one of known) {
      if (namespaceOf(one.budget) !== namespaceOf(pod) || !one.selector.matches(pod.metadata.labels)) continue
      // It is being disrupted already.
      if (one.budget.status?.disruptedPods?.[nameOf(pod)] !== undefined) continue
      one.left--
      if (one.left < 0) protectedPods.add(objectKey(pod))
    }
  }
  return protectedPods
}
