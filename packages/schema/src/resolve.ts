import type { Field, ListSchema, ListType, Schema } from './schema.ts'

// List types and map types, for server-side apply and strategic merge patches. Functions take the field as well as its
// schema, because older types have a patch strategy instead of a list type.

/** How a list is owned. `field` is the field that holds it, undefined for a list within a list or a map. */
// upstream: kube-openapi/pkg/schemaconv/smd.go, getListElementRelationship
export function listTypeOf(schema: ListSchema, field?: Field): ListType {
  if (schema.listType !== undefined) return schema.listType
  if (!isMerged(field)) return 'atomic'
  return field?.patchMergeKey === undefined ? 'set' : 'map'
}

/** Fields that identify an item; none unless the list is of type `map`. */
export function mapKeysOf(schema: ListSchema, field?: Field): readonly string[] {
  if (schema.listType === 'map') return schema.mapKeys ?? []
  if (schema.listType !== undefined || !isMerged(field) || field?.patchMergeKey === undefined) return []
  return [field.patchMergeKey]
}

/** Whether a value has one owner as a whole. True for scalars. */
export function isAtomic(schema: Schema, field?: Field): boolean {
  switch (schema.type) {
    case 'object':
      return schema.structType === 'atomic'
    case 'map':
      return schema.mapType === 'atomic'
    case 'list':
      return listTypeOf(schema, field) === 'atomic'
    case 'raw':
    case 'any':
      return false
    default:
      return true
  }
}

/** Whether the patch strategy of a field contains a strategy; it may be a pair, `merge,retainKeys`. */
export function hasPatchStrategy(field: Field | undefined, word: 'merge' | 'replace' | 'retainKeys'): boolean {
  return field?.patchStrategy?.split(',').includes(word) === true
}

/** A place in an object: its schema, and its field unless it is an item or an entry. */
export interface Place {
  readonly schema: Schema
  readonly field: Field | undefined
}

/**
 * The place at a path: names of fields and keys of maps are strings, list items numbers. `undefined` if the schema has
 * no such place; within `raw`, `any` and preserved unknown fields every place is `any`.
 */
export function resolve(schema: Schema, path: readonly (string | number)[]): Place | undefined {
  let place: Place = { schema, field: undefined }
  for (const step of path) {
    const next = descend(place.schema, step)
    if (next === undefined) return undefined
    place = next
  }
  return place
}

function descend(schema: Schema, step: string | number): Place | undefined {
  switch (schema.type) {
    case 'object': {
      const field = typeof step === 'string' ? schema.fields.get(step) : undefined
      if (field !== undefined) return { schema: field.schema, field }
      return schema.preserveUnknownFields === true && typeof step === 'string' ? anywhere : undefined
    }
    case 'map':
      return typeof step === 'string' ? { schema: schema.values, field: undefined } : undefined
    case 'list':
      return typeof step === 'number' ? { schema: schema.items, field: undefined } : undefined
    case 'raw':
    case 'any':
      return anywhere
    default:
      return undefined
  }
}

const anywhere: Place = { schema: { type: 'any' }, field: undefined }

function isMerged(field: Field | undefined): boolean {
  return hasPatchStrategy(field, 'merge')
}
