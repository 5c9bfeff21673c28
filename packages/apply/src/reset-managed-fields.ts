/** True for the list of one empty entry, which asks to remove all managers; `track-update.ts` removes them. */
// upstream: managedfields/internal/fieldmanager.go, isResetManagedFields – an empty list does nothing.
export function resetsManagedFields(entries: unknown): boolean {
  if (!Array.isArray(entries) || entries.length !== 1) return false
  const only: unknown = entries[0]
  return (
    typeof only === 'object' &&
    only !== null &&
    Object.values(only).every((value) => value === undefined || value === null || value === '')
  )
}
