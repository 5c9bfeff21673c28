import type { ApiObject, ManagedFieldsEntry } from '@pinnace/meta'

/** Maps and optional structs: a manager that sets one owns the field itself, beside its members. */
const optional = new Set([
  'labels',
  'annotations',
  'data',
  'aggregationRule',
  'distinguisherMethod',
  'limited',
  'exempt',
  'parentRef',
])

/** Structs that have one owner as a whole. */
const atomic = new Set(['roleRef'])

/** Metadata that managers own. */
const ownedMetadata = new Set(['labels', 'annotations'])

/**
 * The managedFields entry of a new object of the server. Only for kinds whose lists are atomic, as those of RBAC and flow
 * control: a server starts with more than 150 such objects, and comparing each with an empty one takes longer than
 * writing them.
 */
export function ownerOf(object: ApiObject, manager: string, time: string): ManagedFieldsEntry {
  const { kind: _kind, apiVersion, metadata, status: _status, ...rest } = object as ApiObject & { status?: unknown }
  const owned = Object.fromEntries(Object.entries(metadata).filter(([name]) => ownedMetadata.has(name)))
  const fields = fieldsOf({ ...rest, ...(Object.keys(owned).length === 0 ? {} : { metadata: owned }) }, false)
  return {
    manager,
    operation: 'Update',
    ...(apiVersion === undefined ? {} : { apiVersion }),
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
  } as ManagedFieldsEntry
}

function fieldsOf(value: object, isNew: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = isNew ? { '.': {} } : {}
  for (const [name, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (member === null || member === undefined) continue
    const isStruct = typeof member === 'object' && !Array.isArray(member) && !atomic.has(name)
    fields[`f:${name}`] = isStruct ? fieldsOf(member as object, isNew || optional.has(name)) : {}
  }
  return fields
}
