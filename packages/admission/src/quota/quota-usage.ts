import {
  runAtOnce,
  runInSlices,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type GroupResource,
  type Quantity,
  type TimeSlices,
} from '@pinnace/meta'
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
  /** The time that counting may take of one turn of the event loop. @default it is not interrupted */
  readonly slices?: TimeSlices
}

/** The objects that are counted before the work can be interrupted. */
const stepLength = 256

/**
 * Computes the usage of a namespace for the names a quota limits (`spec.hard`), without names that no evaluator counts.
 * Synchronous if the lists are, and if it does not take longer than a slice.
 */
// upstream: quota/v1/resources.go, CalculateUsage
export function computeQuotaUsage(options: QuotaUsageOptions): Awaitable<ResourceAmounts> {
  const { quota, evaluators, list, nowMs, slices } = options
  const names = new Set(Object.keys(quota.spec?.hard ?? {}))
  const scopes = scopesOf(quota)
  const counting = evaluators.forNames(names)
  const sum = new Map<string, Quantity>()
  function* addInSteps(evaluator: QuotaEvaluator, objects: readonly ApiObject[]): Generator<void, void> {
    addTo(sum, new Map(evaluator.matchingNames(names).map((name) => [name, countUnits(0)])))
    for (const [index, object] of objects.entries()) {
      if (index % stepLength === stepLength - 1) yield
      if (scopes.every((scope) => evaluator.matchesScope(scope, object))) addTo(sum, evaluator.usage(object, nowMs))
    }
  }
  const add = (evaluator: QuotaEvaluator, objects: readonly ApiObject[] | undefined): Awaitable<void> => {
    if (objects === undefined) return
    const work = addInSteps(evaluator, objects)
    return slices === undefined ? runAtOnce(work) : runInSlices(work, slices)
  }
  // A loop, as a quota can have any number of names.
  const addFrom = (start: number): Awaitable<void> => {
    for (let index = start; ; index++) {
      const evaluator = counting[index]
      if (evaluator === undefined) return
      const added = thenMaybe(list(evaluator.resource), (objects) => add(evaluator, objects))
      if (added instanceof Promise) return added.then(() => addFrom(index + 1))
    }
  }
  return thenMaybe(addFrom(0), () => maskAmounts(sum, names))
}
