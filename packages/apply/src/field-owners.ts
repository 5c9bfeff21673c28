import type { ApiObject, ManagedFieldsEntry } from '@pinnace/meta'

import { formatPath } from './field-path.ts'
import { eachPath } from './field-set.ts'
import { readManagedFields } from './managed-fields.ts'
import { entriesOf } from './managed-fields.ts'

/** One owner of a field. */
export interface FieldOwner {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  /** Empty for the resource itself. */
  readonly subresource: string
  readonly time: string | undefined
}

/** The owners of the fields of an object, by path; paths as conflicts print them (`.spec.containers[name="a"].image`). */
export type Ownership = ReadonlyMap<string, readonly FieldOwner[]>

/**
 * Reads the owner of each field from managedFields, for display and tests. Invalid entries are ignored. Who becomes the
 * owner of a field is decided in `track-update.ts` and `apply-object.ts`.
 */
export function ownership(object: Pick<ApiObject, 'metadata'>): Ownership {
  const owners = new Map<string, FieldOwner[]>()
  const entries: readonly ManagedFieldsEntry[] = entriesOf(object as ApiObject)
  for (const { manager, operation, apiVersion, subresource, time, set } of readManagedFields(entries)?.values() ?? []) {
    const owner: FieldOwner = { manager, operation, apiVersion, subresource, time }
    eachPath(set, (path) => {
      const text = formatPath(path)
      const known = owners.get(text)
      if (known === undefined) owners.set(text, [owner])
      else known.push(owner)
    })
  }
  return owners
}

/** The names of the managers that own a path, in the order of managedFields; empty if the path has no owner. */
export function ownersOf(object: Pick<ApiObject, 'metadata'>, path: string): readonly string[] {
  return (ownership(object).get(path) ?? []).map(({ manager }) => manager)
}
