import { isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'

import { entriesOf } from './track-update.ts'

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
  const isUnchanged = before.every((entry, index) => isSameEntry(entry, after[index]))
  if (!isUnchanged) return after
  return isSameObject(live, next) ? before : after
}

function isSameEntry(left: ManagedFieldsEntry, right: ManagedFieldsEntry | undefined): boolean {
  return right !== undefined && isEqualJson(withoutTime(left), withoutTime(right))
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
