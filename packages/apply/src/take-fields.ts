import type { Comparison } from './compare.ts'
import { findConflict, refuseConflicts, type Conflict } from './conflicts.ts'
import { difference, isEmptySet, type FieldSet } from './field-set.ts'
import type { Managers } from './managed-fields.ts'

/** Options of {@link takeFields}. */
export interface TakeFieldsOptions {
  readonly managers: Managers
  /** Identifier of the manager that changed the object; empty when the change is not attributed to one. */
  readonly self: string
  /** The change, in an API version; undefined for a version that is not served. */
  readonly comparisonAt: (apiVersion: string) => Comparison | undefined
  /** Take fields from other managers instead of reporting conflicts. */
  readonly force: boolean
  /** Fields that are taken even without `force`; called only when there are conflicts. */
  readonly allowed?: (() => FieldSet | undefined) | undefined
}

/**
 * The managers after `self` has changed an object. The other managers lose the fields that `self` set and the fields
 * that no longer exist. Can be interrupted. Managers that own nothing, and managers of versions that are not served, are removed.
 * @throws StatusError 409 without `force`, when a field of another manager that is not in `allowed` would change
 */
// upstream: structured-merge-diff merge/update.go, Updater.update
export function* takeFields({
  managers,
  self,
  comparisonAt,
  force,
  allowed,
}: TakeFieldsOptions): Generator<void, Managers> {
  const next: Managers = new Map()
  const conflicts: Conflict[] = []
  for (const [id, manager] of managers) {
    if (id === self) {
      next.set(id, manager)
      continue
    }
    const comparison = comparisonAt(manager.apiVersion)
    if (comparison === undefined) continue
    yield
    const conflict = findConflict(manager, comparison)
    if (conflict !== undefined) conflicts.push(conflict)
    yield
    const kept = conflict === undefined ? manager.set : difference(manager.set, conflict.fields)
    const set = difference(kept, comparison.removed)
    if (!isEmptySet(set)) next.set(id, set === manager.set ? manager : { ...manager, set })
  }
  if (!force && conflicts.length > 0) refuseConflicts(conflicts, allowed?.())
  return next
}
