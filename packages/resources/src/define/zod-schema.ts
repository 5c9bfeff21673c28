import type { Field, ListSchema, ObjectSchema, Schema } from '@pinnace/schema'
import type * as z from 'zod'
import { mergeSchemas } from './merge-schemas.ts'
import { readExtensions, type SchemaExtensions } from './schema-extensions.ts'
import { arrayWords, numberSchema, refuseCoercion, stringSchema, type Checks } from './zod-checks.ts'
import { isRe2 } from './is-re2.ts'
import { withMeta } from './zod-meta.ts'
import { refused, refusedType } from './zod-refusals.ts'

/** A kind's schema as zod told it. */
export interface ConvertedSchema {
  readonly schema: ObjectSchema
  /** Something in it has no word in a schema (`.refine()`): zod must judge objects too. */
  readonly needsZod: boolean
}

/**
 * Turns a zod object into a structural schema by walking zod's own structure. What no schema can say – transforms,
 * dates, unions of different types – is a TypeError that names the place and the alternative.
 */
export function fromZod(schema: z.core.$ZodType): ConvertedSchema {
  const checks: Checks = { needsZod: false, recursive: new Set(), defaults: [] }
  const converted = convert(schema, { path: 'schema', checks, around: [] })
  for (const { path, around } of checks.defaults) {
    if (!around.some((type) => checks.recursive.has(type))) continue
    throw refused(path, 'a default inside a type that contains itself', 'set it in the hook defaults')
  }
  if (converted.schema.type !== 'object') throw new TypeError('schema must be a zod object')
  return { schema: converted.schema, needsZod: checks.needsZod }
}

interface Place {
  readonly path: string
  readonly checks: Checks
  /** The schemas this one stands in, to find one that contains itself. */
  readonly around: readonly z.core.$ZodType[]
}

interface Converted {
  readonly schema: Schema
  readonly required: boolean
}

type AnyDef = z.core.$ZodTypes['_zod']['def']

function convert(type: z.core.$ZodType, { path, checks, around }: Place): Converted {
  if (around.includes(type)) return { schema: recursion(type, checks), required: true }
  const place: Place = { path, checks, around: [...around, type] }
  const def = (type as z.core.$ZodTypes)._zod.def
  const extensions = readExtensions(type)
  const unwrap = (inner: z.core.$ZodType): Converted => {
    const { schema, required } = convert(inner, place)
    return { schema: withMeta(schema, type, path), required }
  }
  noteCustomChecks(def, checks)
  switch (def.type) {
    case 'optional':
      return { ...unwrap(def.innerType), required: false }
    case 'nonoptional':
      return { ...unwrap(def.innerType), required: true }
    case 'readonly':
      return unwrap(def.innerType)
    case 'nullable': {
      const { schema, required } = unwrap(def.innerType)
      return { schema: { ...schema, nullable: true }, required }
    }
    case 'default':
    case 'prefault':
      checks.defaults.push({ path, around })
      return {
        schema: { ...unwrap(def.innerType).schema, default: jsonDefault(def.defaultValue, path) },
        required: false,
      }
    case 'lazy':
      return unwrap(def.getter())
    default:
      return { schema: withMeta(convertType(def, type, extensions, place), type, path), required: true }
  }
}

function convertType(def: AnyDef, type: z.core.$ZodType, extensions: SchemaExtensions, place: Place): Schema {
  const { path, checks } = place
  const within = (inner: z.core.$ZodType, step: string): Schema =>
    convert(inner, { ...place, path: `${path}${step}` }).schema
  switch (def.type) {
    case 'object':
      return objectSchema(def, extensions, place)
    case 'array':
      return {
        type: 'list',
        items: within(def.element, '[]'),
        ...listTopology(extensions, path),
        ...arrayWords(def.checks, checks),
      }
    case 'record': {
      if (def.keyType._zod.def.type !== 'string') {
        throw refused(path, 'a record whose keys are no strings', 'use z.object() with optional fields')
      }
      if ((def.keyType._zod.def.checks ?? []).length > 0) checks.needsZod = true
      return {
        type: 'map',
        values: within(def.valueType, '{}'),
        ...(extensions.mapType === undefined ? {} : { mapType: extensions.mapType }),
      }
    }
    case 'string':
      return stringSchema(def, extensions.format, checks, path)
    case 'number':
      return numberSchema(def, extensions.format, checks, path)
    case 'boolean':
      refuseCoercion(def, path)
      return { type: 'boolean' }
    case 'enum':
      return enumSchema(Object.values(def.entries), path)
    case 'literal':
      return enumSchema(def.values, path)
    case 'union':
      return unionSchema(def.options, extensions, place)
    case 'tuple':
      return tupleSchema(def, place)
    case 'template_literal':
      return templateSchema(type, place)
    case 'custom':
      checks.needsZod = true
      return { type: 'any', nullable: true }
    case 'any':
    case 'unknown':
      return { type: 'any', nullable: true }
    default:
      throw refusedType(path, type._zod.def.type)
  }
}

function objectSchema(def: z.core.$ZodObjectDef, extensions: SchemaExtensions, place: Place): Schema {
  const { path } = place
  const names = Object.keys(def.shape)
  const rest = def.catchall?._zod.def.type
  if (rest !== undefined && rest !== 'never' && rest !== 'unknown' && rest !== 'any') {
    if (names.length > 0) throw refused(path, 'catchall beside fields', 'use a record in a field')
    return {
      type: 'map',
      values: convert(def.catchall!, { ...place, path: `${path}{}` }).schema,
      ...(extensions.structType === undefined ? {} : { mapType: extensions.structType }),
    }
  }
  const fields = new Map<string, Field>()
  for (const name of names) {
    const { schema, required } = convert(def.shape[name]!, { ...place, path: `${path}.${name}` })
    fields.set(name, Object.freeze({ name, schema, ...(required ? { required } : {}) }))
  }
  return {
    type: 'object',
    fields,
    ...(rest === 'unknown' || rest === 'any' ? { preserveUnknownFields: true } : {}),
    ...(extensions.structType === undefined ? {} : { structType: extensions.structType }),
    ...(extensions.embeddedResource === true ? { embeddedResource: true } : {}),
  }
}

function listTopology({ listType, mapKeys }: SchemaExtensions, path: string): Pick<ListSchema, 'listType' | 'mapKeys'> {
  if (listType === undefined) return {}
  if (mapKeys === undefined) return { listType }
  if (mapKeys.length === 0) throw new TypeError(`${path} needs the keys of its items`)
  return { listType, mapKeys }
}

function enumSchema(values: readonly z.core.util.Literal[], path: string): Schema {
  if (values.every((value) => typeof value === 'string')) {
    return { type: 'string', enum: Object.freeze([...new Set(values)]), closedEnum: true }
  }
  if (values.every((value) => typeof value === 'number')) {
    const type = values.every((value) => Number.isInteger(value)) ? 'integer' : 'number'
    return { type, enum: Object.freeze([...new Set(values)]) }
  }
  if (values.every((value) => typeof value === 'boolean')) return { type: 'boolean', rules: { enum: [...values] } }
  throw refused(path, 'an enum of different types', 'use one type')
}

/** A union: the common type of its options; zod judges which of them a value is. `null` makes it nullable. */
function unionSchema(options: readonly z.core.$ZodType[], extensions: SchemaExtensions, place: Place): Schema {
  const { path, checks } = place
  const present = options.filter((option) => option._zod.def.type !== 'null')
  if (present.length < options.length) {
    const schema = present.length === 1 ? convert(present[0]!, place).schema : unionSchema(present, extensions, place)
    return { ...schema, nullable: true }
  }
  const converted = present.map((option) => convert(option, place).schema)
  const types = new Set(converted.map(({ type }) => type))
  if (extensions.intOrString === true || (types.size === 2 && types.has('integer') && types.has('string'))) {
    return { type: 'int-or-string' }
  }
  const isEnum = converted.every((schema) => schema.type === 'string' && schema.closedEnum === true)
  if (!isEnum) checks.needsZod = true
  return mergeSchemas(converted, path)
}

/** A list of the common type of the items; zod judges each place. */
function tupleSchema({ items, rest }: z.core.$ZodTupleDef, place: Place): Schema {
  const { path, checks } = place
  checks.needsZod = true
  const all = rest === null ? items : [...items, rest]
  if (all.length === 0) throw refused(path, 'an empty tuple')
  const converted = all.map((item, index) => convert(item, { ...place, path: `${path}[${index}]` }))
  const least = converted.slice(0, items.length).filter(({ required }) => required).length
  return {
    type: 'list',
    items: mergeSchemas(
      converted.map(({ schema }) => schema),
      `${path}[]`,
    ),
    ...(least > 0 ? { minItems: least } : {}),
    ...(rest === null ? { maxItems: items.length } : {}),
  }
}

function templateSchema(type: z.core.$ZodType, { checks }: Place): Schema {
  checks.needsZod = true
  const pattern = type._zod.pattern?.source
  return { type: 'string', ...(pattern !== undefined && isRe2(pattern) ? { pattern } : {}) }
}

/** Where a type contains itself, the schema keeps what is there, and zod judges it. */
function recursion(type: z.core.$ZodType, checks: Checks): Schema {
  checks.needsZod = true
  checks.recursive.add(type)
  return (type as z.core.$ZodTypes)._zod.def.type === 'object'
    ? { type: 'object', fields: new Map(), preserveUnknownFields: true }
    : { type: 'any', nullable: true }
}

/** Only strings, numbers and lists have checks that a schema can say. */
function noteCustomChecks({ type, checks: list = [] }: AnyDef, checks: Checks): void {
  const hasWords = type === 'string' || type === 'number' || type === 'array'
  if (list.some((check) => !hasWords || check._zod.def.check === 'custom')) checks.needsZod = true
}

/** A default as JSON, frozen. */
function jsonDefault(value: unknown, path: string): unknown {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${path} has a default that is no JSON value`)
  return JSON.parse(text, (_, item: unknown) => Object.freeze(item)) as unknown
}
