import { isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'

import { entriesOf, withoutManagedFields } from './track-update.ts'

/**
 * The managedFields to store with `next`, once it is decoded, defaulted and admitted: those of `live` where nothing but
 * times differs, so that a write that changes nothing stays one. `resourceVersion` is not looked at.
 */
// upstream: apiserver/pkg/endpoints/handlers/fieldmanager/equality.go, IgnoreManagedFieldsTimestampsTransformer
export function settleTimes(live: ApiObject, next: ApiObject): readonly ManagedFieldsEntry[] {
  const before = entriesOf(live)
  const after = entriesOf(next)
  if (before === after || before.length !== after.length) return after
  if (!after.every((entry, index) => isEqualJson(withoutTime(entry), withoutTime(before[index]!)))) return after
  return isEqualJson(comparable(live), comparable(next)) ? before : after
}

function withoutTime(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  const { time: _, ...rest } = entry
  return rest
}

function comparable(object: ApiObject): ApiObject {
  const { resourceVersion: _, ...metadata } = withoutManagedFields(object).metadata
  return { ...object, metadata }
}
