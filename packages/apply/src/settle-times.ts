import { isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'

import { entriesOf } from './track-update.ts'

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
  return isSameObject(live, next) ? before : after
}

function withoutTime(entry: ManagedFieldsEntry): ManagedFieldsEntry {
  const { time: _, ...rest } = entry
  return rest
}

// Metadata first: it is small, and it differs more often than not.
function isSameObject(live: ApiObject, next: ApiObject): boolean {
  const { metadata: liveMetadata, ...liveRest } = live
  const { metadata: nextMetadata, ...nextRest } = next
  return isEqualJson(comparable(liveMetadata), comparable(nextMetadata)) && isEqualJson(liveRest, nextRest)
}

function comparable({ resourceVersion: _, managedFields: __, ...metadata }: ApiObject['metadata']): object {
  return metadata
}
