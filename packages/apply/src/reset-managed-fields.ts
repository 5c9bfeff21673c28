import { isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import { entriesOf, readManagedFields, type Manager, type Managers } from './managed-fields.ts'

/**
 * The managers before a change: none if the client resets them, those it sent, if they are valid and differ from the stored
 * ones, and otherwise the stored ones. A write through a subresource always uses the stored ones.
 */
// upstream: managedfields/internal/fieldmanager.go, decodeLiveOrNew
export function startingManagers(live: readonly ManagedFieldsEntry[], next: ApiObject, subresource: string): Managers {
  if (subresource === '' && resetsManagedFields(next.metadata.managedFields)) return new Map<string, Manager>()
  const entries = entriesOf(next)
  // An empty list does nothing.
  const isOwn = subresource === '' && entries.length > 0 && !isEqualJson(entries, live)
  const sent = isOwn ? readManagedFields(entries) : undefined
  if (sent !== undefined && sent.size > 0) return sent
  return readManagedFields(live) ?? new Map<string, Manager>()
}

/** True for the list of one empty entry, which asks to remove all managers. */
// upstream: managedfields/internal/fieldmanager.go, isResetManagedFields
function resetsManagedFields(entries: unknown): boolean {
  if (!Array.isArray(entries) || entries.length !== 1) return false
  const only: unknown = entries[0]
  return (
    typeof only === 'object' &&
    only !== null &&
    Object.values(only).every((value) => value === undefined || value === null || value === '')
  )
}
