// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'

/**
 * scheduling.v1.PriorityClass
 *
 * Gives a name to a priority. Pods with a higher one are scheduled first and can displace others.
 */
export interface PriorityClass extends ApiObject {
  /** The priority, up to 1,000,000,000; larger ones are reserved for the system. It cannot be changed. */
  readonly value?: number
  /** Whether pods without a class get this one. Of several such classes, the one with the smallest value counts. */
  readonly globalDefault?: boolean
  /** When the class is meant to be used, for people. */
  readonly description?: string
  /**
   * PreemptLowerPriority (the default) lets a pod displace others, Never lets it only be scheduled before them. It
   * cannot be changed. One of PreemptLowerPriority, Never.
   */
  readonly preemptionPolicy?: string
}

/** scheduling.v1.PriorityClassList */
export type PriorityClassList = ApiList<PriorityClass>

/** Fields of the types of this file, one line each. */
export const schedulingV1Types: TypeTable = {
  'scheduling.v1.PriorityClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
value 2 int32
globalDefault 3 boolean omitempty
description 4 string omitempty
preemptionPolicy 5 string omitempty pointer go=v1.PreemptionPolicy enum=PreemptLowerPriority|Never`,
  'scheduling.v1.PriorityClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []scheduling.v1.PriorityClass required`,
}
