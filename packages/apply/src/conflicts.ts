import { quote, StatusError, type StatusCause } from '@pinnace/meta'

import type { Comparison } from './compare.ts'
import { formatPath, type FieldPath } from './field-path.ts'
import { difference, eachPath, intersection, isEmptySet, union, type FieldSet } from './field-set.ts'
import { managerId, type Manager } from './managed-fields.ts'

/** Fields of one manager that an apply would change. */
export interface Conflict {
  readonly manager: Manager
  readonly fields: FieldSet
}

/** The fields of a manager that a change of the object adds or modifies; undefined without any. */
// upstream: structured-merge-diff merge/update.go, Updater.update
export function findConflict(manager: Manager, { added, modified }: Comparison): Conflict | undefined {
  const fields = intersection(manager.set, union(modified, added))
  return isEmptySet(fields) ? undefined : { manager, fields }
}

/** Throws the 409 of the conflicts outside of the fields that are `allowed`. Without any, the apply goes on as if forced. */
// upstream: managedfields/internal/lastappliedmanager.go, Apply
export function refuseConflicts(conflicts: readonly Conflict[], allowed: FieldSet | undefined): void {
  if (allowed === undefined) throw applyConflict(conflicts)
  const left = conflicts
    .map(({ manager, fields }) => ({ manager, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields))
  if (left.length > 0) throw applyConflict(left)
}

/** The 409 of an apply that meets fields of others: one cause a field, managers in the order of their identifiers. */
// upstream: managedfields/internal/conflict.go, NewConflictError
function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const ordered = [...conflicts].sort((left, right) => (managerId(left.manager) < managerId(right.manager) ? -1 : 1))
  const causes: StatusCause[] = []
  const lines: string[] = []
  let last = ''
  for (const { manager, fields } of ordered) {
    const printed = printManager(manager)
    lines.push(`conflicts with ${printed}:`)
    eachPath(fields, (path: FieldPath) => {
      last = formatPath(path)
      causes.push({ reason: 'FieldManagerConflict', message: `conflict with ${printed}`, field: last })
      lines.push(`- ${last}`)
    })
  }
  const [first] = causes
  const message =
    first !== undefined && causes.length === 1
      ? `Apply failed with 1 conflict: ${first.message}: ${last}`
      : `Apply failed with ${causes.length} conflicts: ${lines.join('\n')}`
  return new StatusError('Conflict', message, { details: { causes } })
}

// upstream: managedfields/internal/conflict.go, printManager
function printManager({ manager, subresource, operation, apiVersion }: Manager): string {
  const name = quote(manager) + (subresource === '' ? '' : ` with subresource ${quote(subresource)}`)
  return operation === 'Update' ? `${name} using ${apiVersion}` : name
}
