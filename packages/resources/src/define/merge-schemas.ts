import type { Field, ObjectSchema, Schema, ValueRules } from '@pinnace/schema'
import { refused } from './zod-refusals.ts'

/**
 * The schema of a value that has one of several schemas: their common type, without what they disagree about. Throws a
 * TypeError where they have no common type.
 */
export function mergeSchemas(schemas: readonly Schema[], path: string): Schema {
  const [first, ...others] = schemas
  if (first === undefined) throw refused(path, 'a union without options')
  if (others.every((other) => isSame(other, first))) return first
  const nullable = schemas.some((schema) => schema.nullable === true) ? { nullable: true } : {}
  const objects = schemas.filter((schema) => schema.type === 'object')
  if (objects.length === schemas.length) return { ...mergeObjects(objects, path), ...nullable }
  const types = new Set(schemas.map(({ type }) => type))
  const [type] = types
  if (types.size === 2 && types.has('integer') && types.has('number')) return { type: 'number', ...nullable }
  if (types.size > 1 || type === undefined) throw differentTypes(path, types)
  switch (first.type) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { ...mergeScalars(schemas, first.type), ...nullable }
    case 'list': {
      const lists = schemas.filter((schema) => schema.type === 'list')
      const { listType, mapKeys } = first
      if (lists.some((list) => list.listType !== listType || String(list.mapKeys) !== String(mapKeys))) {
        throw refused(path, 'a union of lists that are merged in different ways')
      }
      const items = lists.map((list) => list.items)
      const identity = { ...(listType && { listType }), ...(mapKeys && { mapKeys }) }
      return { type: 'list', items: mergeSchemas(items, `${path}[]`), ...identity, ...nullable }
    }
    case 'map': {
      const values = schemas.flatMap((schema) => (schema.type === 'map' ? [schema.values] : []))
      const { mapType } = first
      return { type: 'map', values: mergeSchemas(values, `${path}{}`), ...(mapType && { mapType }), ...nullable }
    }
    default:
      return { ...first, ...nullable }
  }
}

/**
 * An object that is one of several: the fields of all of them, and an alternative for each that says which fields and
 * values make it that one.
 */
function mergeObjects(options: readonly ObjectSchema[], path: string): ObjectSchema {
  const fields = new Map<string, Field>()
  for (const name of new Set(options.flatMap((option) => [...option.fields.keys()]))) {
    const place = `${path}.${name}`
    const present = options.flatMap((option) => option.fields.get(name) ?? [])
    const isEverywhere = present.length === options.length
    const schema = mergeSchemas(
      present.map((field) => field.schema),
      place,
    )
    if (present.some((field) => field.schema.default !== undefined) && !(isEverywhere && 'default' in schema)) {
      throw refused(place, 'a default in one option of a union', 'set it in the hook defaults')
    }
    const required = isEverywhere && present.every((field) => field.required === true)
    fields.set(name, Object.freeze({ name, schema, ...(required ? { required } : {}) }))
  }
  const anyOf = options.map((option) => alternativeOf(option, fields))
  const { structType } = options[0]!
  return {
    type: 'object',
    fields,
    ...(options.some((option) => option.preserveUnknownFields === true) ? { preserveUnknownFields: true } : {}),
    ...(structType !== undefined && options.every((option) => option.structType === structType) ? { structType } : {}),
    ...(anyOf.every((alternative) => Object.keys(alternative).length > 0) ? { rules: { anyOf } } : {}),
  }
}

function alternativeOf(option: ObjectSchema, merged: ReadonlyMap<string, Field>): ValueRules {
  const required: string[] = []
  const properties = new Map<string, ValueRules>()
  for (const { name, schema, required: isRequired } of option.fields.values()) {
    const values = enumOf(schema)
    const field = merged.get(name)
    if (values !== undefined && field !== undefined && enumOf(field.schema)?.length !== values.length) {
      properties.set(name, { enum: values })
    }
    if (isRequired === true && field?.required !== true) required.push(name)
  }
  return {
    ...(required.length > 0 ? { required } : {}),
    ...(properties.size > 0 ? { properties } : {}),
    ...(option.rules?.anyOf === undefined ? {} : { anyOf: option.rules.anyOf }),
  }
}

/** Scalars of one type: their values where each is an enum, else the type alone. */
function mergeScalars(schemas: readonly Schema[], type: 'string' | 'integer' | 'number' | 'boolean'): Schema {
  const enums = schemas.map(enumOf)
  const values = enums.every((list) => list !== undefined) ? [...new Set(enums.flat())] : undefined
  const formats = new Set(schemas.map((schema) => ('format' in schema ? schema.format : undefined)))
  const [format] = formats
  if (type === 'string') {
    const texts = values?.filter((value) => typeof value === 'string')
    return {
      type,
      ...(formats.size === 1 && format !== undefined ? { format } : {}),
      ...(texts === undefined ? {} : { enum: Object.freeze(texts), closedEnum: true }),
    }
  }
  if (type === 'boolean')
    return { type, ...(values === undefined || values.length > 1 ? {} : { rules: { enum: values } }) }
  const numbers = values?.filter((value) => typeof value === 'number')
  return { type, ...(numbers === undefined ? {} : { enum: Object.freeze(numbers) }) }
}

function enumOf(schema: Schema): readonly unknown[] | undefined {
  return ('enum' in schema ? schema.enum : undefined) ?? schema.rules?.enum
}

function differentTypes(path: string, types: ReadonlySet<string>): TypeError {
  const list = [...types].map((type) => (type === 'list' ? 'array' : type)).sort()
  return refused(
    path,
    `a union of types (${list.join(', ')})`,
    'use one type, intOrString(), or z.custom() with a check',
  )
}

function isSame(a: Schema, b: Schema): boolean {
  const text = (schema: Schema): string =>
    JSON.stringify(schema, (_, value: unknown) => (value instanceof Map ? [...value] : value))
  return text(a) === text(b)
}
