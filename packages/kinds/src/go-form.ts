import type { Field, ObjectSchema, Schema } from '@pinnace/schema'

type Json = Readonly<Record<string, unknown>>

/** Names of fields of Go's internal structs that are not the name on the wire with a capital, by type and field. */
const internalNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'resource.v1.DeviceAttribute': {
    int: 'IntValue',
    bool: 'BoolValue',
    string: 'StringValue',
    version: 'VersionValue',
    ints: 'IntValues',
    bools: 'BoolValues',
    strings: 'StringValues',
    versions: 'VersionValues',
  },
}

/** Abbreviations are spelled in capitals wherever they stand. */
const capitals = new Map([
  ['apiGroup', 'APIGroup'],
  ['apiGroups', 'APIGroups'],
  ['apiVersion', 'APIVersion'],
  ['cel', 'CEL'],
  ['ips', 'IPs'],
  ['uid', 'UID'],
])

/** A value of a built-in type as Go writes it: fields in the order of the struct, zero values where none may be absent. */
// upstream: encoding/json
export function goForm(value: unknown, schema: Schema): unknown {
  return form(value, schema, false)
}

/**
 * The same as Go writes its internal struct, which error messages print: it has no names for the wire, and nothing is
 * left out. Types of meta/v1 have one struct for both.
 */
export function internalForm(value: unknown, schema: Schema): unknown {
  return form(value, schema, true)
}

function form(value: unknown, schema: Schema, isInternal: boolean): unknown {
  if (value === undefined || value === null) return zeroOf(schema, isInternal)
  switch (schema.type) {
    case 'object':
      return isInternal && schema.name?.startsWith('meta.v1.') !== true
        ? internalStruct(value as Json, schema)
        : wireStruct(value as Json, schema)
    case 'list':
      return (value as readonly unknown[]).map((item) => form(item, schema.items, isInternal))
    case 'map': {
      const entries = Object.entries(value as Json).sort(([a], [b]) => (a < b ? -1 : 1))
      return Object.fromEntries(entries.map(([key, item]) => [key, form(item, schema.values, isInternal)]))
    }
    default:
      return value
  }
}

function wireStruct(value: Json, schema: ObjectSchema): Json {
  const written: Record<string, unknown> = {}
  for (const field of schema.fields.values()) {
    const item = value[field.name]
    const isAbsent = item === undefined || item === null
    if (isAbsent && isLeftOut(field)) continue
    written[field.name] = isAbsent && field.pointer === true ? null : form(item, field.schema, false)
  }
  return written
}

/** Whether Go leaves the field out where it has no value. Structs and times are written all the same. */
function isLeftOut({ omitEmpty, omitZero, pointer, schema }: Field): boolean {
  if (omitZero === true) return true
  if (omitEmpty !== true) return false
  return pointer === true || !(schema.type === 'object' || (schema.type === 'string' && schema.format === 'time'))
}

function internalStruct(value: Json, schema: ObjectSchema): Json {
  const written: Record<string, unknown> = {}
  const names = internalNames[schema.name ?? '']
  for (const field of schema.fields.values()) {
    const item = value[field.name]
    // Metadata is embedded: its fields stand among those of the struct.
    if (field.schema.type === 'object' && field.schema.name === 'meta.v1.ObjectMeta') {
      Object.assign(written, form(item, field.schema, true))
      continue
    }
    const name = names?.[field.name] ?? capitals.get(field.name) ?? capitalize(field.name)
    const isNull = field.pointer === true && (item === undefined || item === null)
    written[name] = isNull ? null : form(item, field.schema, true)
  }
  return written
}

function zeroOf(schema: Schema, isInternal: boolean): unknown {
  switch (schema.type) {
    case 'object':
      return form({}, schema, isInternal)
    case 'string':
      if (schema.format === 'quantity') return '0'
      return schema.format === 'time' ? null : ''
    case 'integer':
    case 'number':
    case 'int-or-string':
      return 0
    case 'boolean':
      return false
    default:
      return null
  }
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
