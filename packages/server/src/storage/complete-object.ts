import { cloneJson, setMember, type ApiObject } from '@pinnace/meta'
import type { ObjectSchema, Schema } from '@pinnace/schema'

type Fields = Record<string, unknown>

/**
 * Completes a partial object with defaults and with zero values of required fields, because the host's conversions
 * expect complete objects. Field ownership is computed on partial objects. Shares unchanged parts with its input.
 */
export function completeObject(schema: ObjectSchema, object: ApiObject): ApiObject {
  return completeStruct(schema, object as unknown as Readonly<Fields>) as unknown as ApiObject
}

function completeStruct(schema: ObjectSchema, value: Readonly<Fields>): Readonly<Fields> {
  let next: Fields | undefined
  for (const [name, { schema: type, required, goSemantics }] of schema.fields) {
    if (goSemantics === true) continue
    const given = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined
    const found = given === undefined ? absent(type, required === true) : complete(type, given)
    if (found === given) continue
    next ??= { ...value }
    setMember(next, name, found)
  }
  return next ?? value
}

function complete(schema: Schema, value: unknown): unknown {
  if (schema.type === 'object' && isFields(value)) return completeStruct(schema, value)
  if (schema.type === 'list' && Array.isArray(value)) {
    const items = value.map((item) => complete(schema.items, item))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return value
}

function absent(schema: Schema, isRequired: boolean): unknown {
  if (schema.default !== undefined) return cloneJson(schema.default)
  if (!isRequired) return undefined
  switch (schema.type) {
    case 'object':
      return completeStruct(schema, {})
    case 'map':
      return {}
    case 'list':
      return []
    case 'string':
      return ''
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    default:
      return undefined
  }
}

function isFields(value: unknown): value is Readonly<Fields> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
