import { isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'

import type { JsonObject } from './json-object.ts'
import { entriesOf } from './managed-fields.ts'

/**
 * The managedFields to store with `next` after decoding, defaulting and admission. They are those of `live` when the
 * objects differ in nothing but the times of the entries, so that a write without changes stays one. `resourceVersion`
 * is ignored.
 */
// upstream: apiserver/pkg/endpoints/handlers/fieldmanager/equality.go, IgnoreManagedFieldsTimestampsTransformer
export function settleTimes(live: ApiObject, next: ApiObject): readonly ManagedFieldsEntry[] {
  const before = entriesOf(live)
  const after = entriesOf(next)
  if (before === after || before.length !== after.length) return after
  const isSame = isSameMetadata(live.metadata, next.metadata) && isSameEntries(before, after) && isSameRest(live, next)
  return isSame ? before : after
}

function isSameEntries(left: readonly ManagedFieldsEntry[], right: readonly ManagedFieldsEntry[]): boolean {
  return left.every((entry, index) => isEqualBut(entry, right[index] ?? {}, (key) => key === 'time'))
}

// Metadata is compared first: it is small, and it differs more often than not.
function isSameMetadata(left: ApiObject['metadata'], right: ApiObject['metadata']): boolean {
  return isEqualBut(left, right, (key) => key === 'resourceVersion' || key === 'managedFields')
}

function isSameRest(left: ApiObject, right: ApiObject): boolean {
  return isEqualBut(left, right, (key) => key === 'metadata')
}

/** True for objects whose members are equal, but for some. */
function isEqualBut(left: object, right: object, isExcepted: (key: string) => boolean): boolean {
  const mine = left as JsonObject
  const others = right as JsonObject
  let count = 0
  for (const key in mine) {
    if (isExcepted(key)) continue
    if (!Object.hasOwn(others, key) || !isEqualJson(mine[key], others[key])) return false
    count++
  }
  for (const key in others) if (!isExcepted(key)) count--
  return count === 0
}
