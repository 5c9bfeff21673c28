import type { ApiObject, GroupResource } from '@pinnace/meta'
import {
  maskAmounts,
  readAmounts,
  scopesOf,
  type QuotaEvaluator,
  type QuotaEvaluators,
  type ResourceAmounts,
} from '@pinnace/admission/quota'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import { isEqualQuantities } from './equal-quantities.ts'

/** Kinds whose usage depends on their content, not on their number alone. */
// upstream: quota/v1/install/update_filter.go
export const contentKinds: readonly {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: GroupResource
}[] = [
  { apiVersion: 'v1', kind: 'Pod', resource: { group: '', resource: 'pods' } },
  { apiVersion: 'v1', kind: 'Service', resource: { group: '', resource: 'services' } },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', resource: { group: '', resource: 'persistentvolumeclaims' } },
]

/** Whether the status of a quota lacks the usage of a resource that it limits and that can be counted. */
// upstream: resource_quota_controller.go, addQuota
export function isUncounted({ spec, status }: ResourceQuota, evaluators: QuotaEvaluators): boolean {
  const hard = readAmounts(spec?.hard)
  const counted = readAmounts(status?.hard)
  if (!isEqualQuantities(hard, counted)) return true
  const uncounted = [...counted.keys()].filter((name) => status?.used?.[name] === undefined)
  return evaluators.forNames(new Set(uncounted)).length > 0
}

/** A change of an object and a quota of its namespace. */
export interface UsageChange {
  readonly quota: ResourceQuota
  readonly evaluator: QuotaEvaluator
  readonly object: ApiObject
  readonly before: ApiObject
  readonly nowMs: number
}

/** Whether the change of an object changes the usage of a quota. */
export function changesUsage({ quota, evaluator, object, before, nowMs }: UsageChange): boolean {
  const names = evaluator.matchingNames(new Set(Object.keys(quota.spec?.hard ?? {})))
  if (names.length === 0) return false
  const scopes = scopesOf(quota)
  const usageOf = (one: ApiObject): ResourceAmounts =>
    scopes.every((scope) => evaluator.matchesScope(scope, one))
      ? maskAmounts(evaluator.usage(one, nowMs), names)
      : new Map()
  return !isEqualQuantities(usageOf(object), usageOf(before))
}
