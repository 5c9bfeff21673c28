import { chain, type ApiObject, type Awaitable, type GroupResource } from '@pinnace/meta'
import type { ResourceQuota, ScopedResourceSelectorRequirement } from '../types/core-v1.ts'
import type { QuotaEvaluators } from './create-quota-evaluators.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { addAmounts, addTo, countUnits, maskAmounts, type ResourceAmounts } from './resource-amounts.ts'

/** Which objects a quota counts, its short scopes and its long ones alike. */
export function scopesOf({ spec }: ResourceQuota): readonly ScopedResourceSelectorRequirement[] {
  return [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ]
}

/** Whether a quota limits something that an object uses. */
// upstream: quota/v1/generic, Matches
export function matchesQuota(
  quota: ResourceQuota,
  names: readonly string[],
  object: ApiObject,
  evaluator: QuotaEvaluator,
): boolean {
  if (evaluator.matchingNames(names).length === 0) return false
  return scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object))
}

/** What the usage of a quota is worked out from. */
export interface QuotaUsageOptions {
  readonly quota: ResourceQuota
  readonly evaluators: QuotaEvaluators
  /** The objects of the quota's namespace; `undefined` for a resource that is not served. */
  readonly list: (resource: GroupResource) => Awaitable<readonly ApiObject[] | undefined>
  readonly nowMs: number
}

/**
 * What the objects of a namespace use of what a quota limits (`spec.hard`), names that nothing counts left out. At once
 * where the lists are there at once.
 */
// upstream: quota/v1/resources.go, CalculateUsage
export function computeQuotaUsage({ quota, evaluators, list, nowMs }: QuotaUsageOptions): Awaitable<ResourceAmounts> {
  const names = Object.keys(quota.spec?.hard ?? {})
  const scopes = scopesOf(quota)
  const addNext = (rest: readonly QuotaEvaluator[], sum: ResourceAmounts): Awaitable<ResourceAmounts> => {
    const [evaluator, ...others] = rest
    if (evaluator === undefined) return sum
    return chain(list(evaluator.resource), (objects) => {
      if (objects === undefined) return addNext(others, sum)
      const used = new Map(evaluator.matchingNames(names).map((name) => [name, countUnits(0)]))
      for (const object of objects) {
        if (scopes.every((scope) => evaluator.matchesScope(scope, object))) {
          addTo(used, evaluator.usage(object, nowMs))
        }
      }
      return addNext(others, addAmounts(sum, used))
    })
  }
  return chain(addNext(evaluators.forNames(names), new Map()), (sum) => maskAmounts(sum, names))
}
