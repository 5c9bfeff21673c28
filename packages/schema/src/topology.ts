import type { Field, ListSchema, ListType, Schema } from './schema.ts'

// How values are merged and owned: what apply and strategic merge read off a schema. A field is asked for beside its
// schema because older types say it with a patch strategy instead of a list type.

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

/** Whether a value has one owner however much is in it. Scalars have. */
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

/** Whether the patch strategy of a field has that word: it may be a pair, `merge,retainKeys`. */
export function hasPatchStrategy(field: Field | undefined, word: 'merge' | 'replace' | 'retainKeys'): boolean {
  return field?.patchStrategy?.split(',').includes(word) === true
}

/** A place in an object: what stands there, and the field that holds it where it is one. */
export interface Place {
  readonly schema: Schema
  readonly field: Field | undefined
}

/**
 * What the schema says of a place: names of fields and keys of maps as strings, list items as numbers. `undefined` where
 * the schema knows no such place; within `raw`, `any` and preserved unknown fields every place is `any`.
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
