import { thenMaybe, type ApiObject, type Awaitable, type GroupResource, type Quantity } from '@pinnace/meta'
import type { ResourceQuota, ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import type { QuotaEvaluators } from './create-quota-evaluators.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { addTo, countUnits, maskAmounts, type ResourceAmounts } from './resource-amounts.ts'

/** The scopes of a quota: `scopes` and `scopeSelector`. */
export function scopesOf({ spec }: ResourceQuota): readonly ScopedResourceSelectorRequirement[] {
  return [
    ...(spec?.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' })),
    ...(spec?.scopeSelector?.matchExpressions ?? []),
  ]
}

/** Whether a quota limits usage of an object. */
// upstream: quota/v1/generic, Matches
export function matchesQuota(
  quota: ResourceQuota,
  names: ReadonlySet<string>,
  object: ApiObject,
  evaluator: QuotaEvaluator,
): boolean {
  if (evaluator.matchingNames(names).length === 0) return false
  return scopesOf(quota).every((scope) => evaluator.matchesScope(scope, object))
}

/** Options for {@link computeQuotaUsage}. */
export interface QuotaUsageOptions {
  readonly quota: ResourceQuota
  readonly evaluators: QuotaEvaluators
  /** Lists the objects of the quota's namespace; undefined for a resource that is not served. */
  readonly list: (resource: GroupResource) => Awaitable<readonly ApiObject[] | undefined>
  readonly nowMs: number
}

/**
 * Computes the usage of a namespace for the names a quota limits (`spec.hard`), without names that no evaluator counts.
 * Synchronous if the lists are.
 */
// upstream: quota/v1/resources.go, CalculateUsage
export function computeQuotaUsage({ quota, evaluators, list, nowMs }: QuotaUsageOptions): Awaitable<ResourceAmounts> {
  const names = new Set(Object.keys(quota.spec?.hard ?? {}))
  const scopes = scopesOf(quota)
  const counting = evaluators.forNames(names)
  const sum = new Map<string, Quantity>()
  const add = (evaluator: QuotaEvaluator, objects: readonly ApiObject[] | undefined): void => {
    if (objects === undefined) return
    addTo(sum, new Map(evaluator.matchingNames(names).map((name) => [name, countUnits(0)])))
    for (const object of objects) {
      if (scopes.every((scope) => evaluator.matchesScope(scope, object))) addTo(sum, evaluator.usage(object, nowMs))
    }
  }
  // A loop, as a quota can have any number of names.
  const addFrom = (start: number): Awaitable<void> => {
    for (let index = start; ; index++) {
      const evaluator = counting[index]
      if (evaluator === undefined) return
      const objects = list(evaluator.resource)
      if (objects instanceof Promise) {
        return objects.then((found) => {
          add(evaluator, found)
          return addFrom(index + 1)
        })
      }
      add(evaluator, objects)
    }
  }
  return thenMaybe(addFrom(0), () => maskAmounts(sum, names))
}
