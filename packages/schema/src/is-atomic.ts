import { listTypeOf } from './list-type.ts'
import type { Field, Schema } from './schema.ts'

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
