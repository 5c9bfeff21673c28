import type { Comparison } from './compare.ts'
import { applyConflict, type Conflict } from './conflict.ts'
import { difference, intersection, isEmptySet, union, type FieldSet } from './field-set.ts'
import type { Managers } from './managed-fields.ts'

/**
 * What the other managers keep once `self` has changed an object: fields it set are theirs no more, nor are fields that
 * are gone. Managers of versions nobody serves, and those who keep nothing, are dropped.
 *
 * Without `force`, fields of others that would change are refused, but those in `allowed`.
 * @throws StatusError 409
 */
// upstream: structured-merge-diff merge/update.go, Updater.update
export function takeFields(
  managers: Managers,
  self: string,
  comparisonAt: (apiVersion: string) => Comparison | undefined,
  force: boolean,
  allowed?: (() => FieldSet | undefined) | undefined,
): Managers {
  const next: Managers = new Map()
  const conflicts: Conflict[] = []
  for (const [id, manager] of managers) {
    if (id === self) {
      next.set(id, manager)
      continue
    }
    const comparison = comparisonAt(manager.apiVersion)
    if (comparison === undefined) continue
    const { added, modified, removed } = comparison
    const taken = intersection(manager.set, union(modified, added))
    if (!isEmptySet(taken)) conflicts.push({ manager, fields: taken })
    const set = difference(difference(manager.set, taken), removed)
    if (!isEmptySet(set)) next.set(id, set === manager.set ? manager : { ...manager, set })
  }
  if (!force && conflicts.length > 0) refuse(conflicts, allowed?.())
  return next
}

/** Refuses what is not allowed; where everything is, the apply goes on as if it were forced. */
// upstream: managedfields/internal/lastappliedmanager.go, Apply
function refuse(conflicts: readonly Conflict[], allowed: FieldSet | undefined): void {
  if (allowed === undefined) throw applyConflict(conflicts)
  const left = conflicts
    .map(({ manager, fields }) => ({ manager, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields))
  if (left.length > 0) throw applyConflict(left)
}
