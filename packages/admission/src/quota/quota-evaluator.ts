import type { ApiObject, GroupResource } from '@pinnace/meta'
import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import type { ResourceAmounts } from './resource-amounts.ts'

/** A write that may use more. */
export interface QuotaWrite {
  readonly operation: string
  readonly subresource: string
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
}

/** How much of what quotas count the objects of one resource use. */
// upstream: apiserver/pkg/quota/v1, Evaluator
export interface QuotaEvaluator {
  readonly resource: GroupResource
  /** Whether such a write can change what is used. */
  handles(write: QuotaWrite): boolean
  /** Those of the names that objects of this resource use. A set, as a quota may have any number of names. */
  matchingNames(names: ReadonlySet<string>): readonly string[]
  /** Whether an object is within a scope. */
  matchesScope(requirement: ScopedResourceSelectorRequirement, object: ApiObject): boolean
  /** What an object must say and does not, where those names are limited: `must specify cpu for: main`. */
  missing(names: readonly string[], object: ApiObject): string | undefined
  /** @param nowMs wall time: what should be gone by now is not counted */
  usage(object: ApiObject, nowMs: number): ResourceAmounts
}
