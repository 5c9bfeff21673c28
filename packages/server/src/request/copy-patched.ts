import {
  cloneJsonInSteps,
  maxMembers,
  mostMembers,
  runInSlices,
  tooManyMembers,
  type Awaitable,
  type TimeSlices,
} from '@pinnace/meta'

/**
 * Copies the result of a large patch in slices. Throws 413 for an object with too many members, unless the live object has
 * one that is as large: its finalizers can still be removed.
 */
export function copyPatched<T>(patched: T, live: unknown, pace: TimeSlices): Awaitable<T> {
  const most = mostMembers(withoutOwners(patched))
  if (most > maxMembers && most > mostMembers(withoutOwners(live))) throw tooManyMembers()
  return runInSlices(cloneJsonInSteps(patched), pace)
}

/** The owners of fields have a member more than what they own. */
function withoutOwners(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('metadata' in value)) return value
  const { metadata } = value
  if (typeof metadata !== 'object' || metadata === null) return value
  return { ...value, metadata: { ...metadata, managedFields: undefined } }
}
