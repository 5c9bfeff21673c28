import { assertExtent, cloneJsonInSteps, runInSlices, type Awaitable, type TimeSlices } from '@pinnace/meta'

/**
 * Copies the result of a large patch in slices. Throws 413 for an object with too many members, or too many objects and
 * lists, unless the live object has as many: its finalizers can still be removed.
 */
export function copyPatched<T>(patched: T, live: unknown, pace: TimeSlices): Awaitable<T> {
  assertExtent(withoutOwners(patched), withoutOwners(live))
  return runInSlices(cloneJsonInSteps(patched), pace)
}

/** The owners of fields have a member more than what they own. */
function withoutOwners(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return value
  const { metadata } = value
  if (typeof metadata !== 'object' || metadata === null) return value
  return { ...value, metadata: { ...metadata, managedFields: undefined } }
}
