import { quote, StatusError, type StatusCause } from '@pinnace/meta'

import { formatPath, type FieldPath } from './field-path.ts'
import { eachPath, type FieldSet } from './field-set.ts'
import { managerId, type Manager } from './managed-fields.ts'

/** Fields of one manager that an apply would change. */
export interface Conflict {
  readonly manager: Manager
  readonly fields: FieldSet
}

/** The 409 of an apply that meets fields of others: one cause a field, managers in the order of their identifiers. */
// upstream: managedfields/internal/conflict.go, NewConflictError
export function applyConflict(conflicts: readonly Conflict[]): StatusError {
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
