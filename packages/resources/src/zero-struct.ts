import type { ObjectSchema, Schema } from '@pinnace/schema'

/**
 * A struct nobody has filled, as it is written: what is not left out when empty stands there with its zero value.
 * A reset status is one.
 */
// upstream: Go's encoding/json over a zero value
export function zeroStruct(schema: ObjectSchema): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of schema.fields.values()) {
    if (field.pointer === true && field.omitEmpty === true) continue
    const value = field.schema
    if (field.pointer === true) result[field.name] = null
    else if (value.type === 'object') result[field.name] = zeroStruct(value)
    else if (field.omitEmpty !== true || (value.type === 'string' && neverEmpty.has(value.format ?? ''))) {
      result[field.name] = zeroValue(value)
    }
  }
  return result
}

/** Formats that are structs in the original: never left out for being empty. */
const neverEmpty: ReadonlySet<string> = new Set(['time', 'micro-time', 'duration', 'quantity'])

function zeroValue(schema: Schema): unknown {
  if (schema.type === 'string') {
    if (schema.format === 'time' || schema.format === 'micro-time') return null
    if (schema.format === 'quantity') return '0'
    if (schema.format === 'duration') return '0s'
    if (schema.format === 'bytes') return null
    return ''
  }
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'int-or-string') return 0
  if (schema.type === 'boolean') return false
  return null
}
