import type { Field, Schema } from './schema.ts'

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
