import type { ApiObject } from './api-object.ts'
import { itemsOf, memberOf, textOf } from './json.ts'

/** A condition of an object. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  /** When the status changed last, RFC 3339; empty if it is not known. */
  readonly time: string
}

/** The conditions of an object in the order in which they changed. */
export function conditionsOf(object: ApiObject): readonly Condition[] {
  return itemsOf(memberOf(object, 'status'), 'conditions')
    .map((condition) => ({
      type: textOf(condition, 'type'),
      status: textOf(condition, 'status'),
      reason: textOf(condition, 'reason'),
      message: textOf(condition, 'message'),
      time: textOf(condition, 'lastTransitionTime') || textOf(condition, 'lastUpdateTime'),
    }))
    .sort((left, right) => left.time.localeCompare(right.time))
}
