import type { ApiObject, GroupResource } from '@pinnace/meta'
import type { ScopedResourceSelectorRequirement } from '@pinnace/types/core-v1'
import type { ResourceAmounts } from './resource-amounts.ts'

/** A write that may increase usage. */
export interface QuotaWrite {
  readonly operation: string
  readonly subresource: string
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
}

/** Computes the quota usage of objects of a resource. */
// upstream: apiserver/pkg/quota/v1, Evaluator
export interface QuotaEvaluator {
  readonly resource: GroupResource
  /** Whether a write can change usage. */
  handles(write: QuotaWrite): boolean
  /** The quota names that objects of this resource use. A set, as a quota can have many names. */
  matchingNames(names: ReadonlySet<string>): readonly string[]
  /** Whether an object matches a scope. */
  matchesScope(requirement: ScopedResourceSelectorRequirement, object: ApiObject): boolean
  /** The message for missing requests or limits that the quota names require: `must specify cpu for: main`. */
  missing(names: readonly string[], object: ApiObject): string | undefined
  /** @param nowMs wall time: objects whose deletion is overdue are not counted */
  usage(object: ApiObject, nowMs: number): ResourceAmounts
}
