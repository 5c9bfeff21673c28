// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'

/** scheduling.v1.PriorityClass */
export interface PriorityClass extends ApiObject {
  readonly value?: number
  readonly globalDefault?: boolean
  readonly description?: string
  /** One of PreemptLowerPriority, Never. */
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
