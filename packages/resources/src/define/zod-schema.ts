import type { Field, ListSchema, ObjectSchema, Schema, SchemaCommon } from '@pinnace/schema'
import type * as z from 'zod'
import { checkRules } from './check-rules.ts'
import { readExtensions, type SchemaExtensions } from './schema-extensions.ts'
import { arrayWords, numberSchema, stringSchema, type Checks } from './zod-checks.ts'

/** A kind's schema as zod told it. */
export interface ConvertedSchema {
  readonly schema: ObjectSchema
  /** Something in it has no word in a schema (`.refine()`): zod must judge objects too. */
  readonly needsZod: boolean
}

/**
 * Turns a zod object into a structural schema by walking zod's own structure. What no schema can say – transforms,
 * dates, unions other than int-or-string – is a TypeError that names the place.
 */
export function fromZod(schema: z.core.$ZodType): ConvertedSchema {
  const checks: Checks = { needsZod: false }
  const converted = convert(schema, { path: 'schema', checks, around: [] })
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
  if (around.includes(type)) throw new TypeError(`${path} contains itself, which no schema of a kind may`)
  const place: Place = { path, checks, around: [...around, type] }
  const def = (type as z.core.$ZodTypes)._zod.def
  const extensions = readExtensions(type)
  const described = describe(type, path)
  const unwrap = (inner: z.core.$ZodType): Converted => {
    const { schema, required } = convert(inner, place)
    return { schema: { ...schema, ...described }, required }
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
      return {
        schema: { ...unwrap(def.innerType).schema, default: jsonDefault(def.defaultValue, path) },
        required: false,
      }
    case 'lazy':
      return unwrap(def.getter())
    default:
      return { schema: { ...convertType(def, type, extensions, place), ...described }, required: true }
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
      if (def.keyType._zod.def.type !== 'string') throw unsupported(path, 'a record whose keys are no strings')
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
      if ((def as { readonly coerce?: boolean }).coerce === true) throw unsupported(path, 'coercion')
      return { type: 'boolean' }
    case 'enum':
      return enumSchema(Object.values(def.entries), path)
    case 'literal':
      return enumSchema(def.values, path)
    case 'union':
      return unionSchema(def.options, extensions, place)
    case 'any':
    case 'unknown':
      return { type: 'any', nullable: true }
    default:
      throw unsupported(path, `zod's ${type._zod.def.type}`)
  }
}

function objectSchema(def: z.core.$ZodObjectDef, extensions: SchemaExtensions, place: Place): Schema {
  const { path } = place
  const names = Object.keys(def.shape)
  const rest = def.catchall?._zod.def.type
  if (rest !== undefined && rest !== 'never' && rest !== 'unknown' && rest !== 'any') {
    if (names.length > 0) throw unsupported(path, 'catchall beside fields')
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
  throw unsupported(path, 'an enum of anything but strings or numbers')
}

/** The unions a schema can say: `null` beside a type, literals, an integer or a string. */
function unionSchema(options: readonly z.core.$ZodType[], extensions: SchemaExtensions, place: Place): Schema {
  const { path } = place
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
  const literals = converted.map((schema) =>
    schema.type === 'string' && schema.closedEnum === true ? schema.enum : undefined,
  )
  if (literals.every((values) => values !== undefined)) return enumSchema(literals.flat(), path)
  throw unsupported(path, 'a union of types')
}

function noteCustomChecks({ checks: list = [] }: AnyDef, checks: Checks): void {
  if (list.some((check) => check._zod.def.check === 'custom')) checks.needsZod = true
}

/** What `.meta()` says of a type beside {@link readExtensions}. */
function describe(type: z.core.$ZodType, path: string): Pick<SchemaCommon, 'description' | 'rules'> {
  const { description, rules } = ((type as z.ZodType).meta() ?? {}) as { description?: string; rules?: unknown }
  const expressions = checkRules(`${path}: rules`, rules)
  return {
    ...(description === undefined ? {} : { description }),
    ...(expressions.length === 0 ? {} : { rules: { expressions } }),
  }
}

/** A default as JSON, frozen. */
function jsonDefault(value: unknown, path: string): unknown {
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError(`${path} has a default that is no JSON value`)
  return JSON.parse(text, (_, item: unknown) => Object.freeze(item)) as unknown
}

function unsupported(path: string, what: string): TypeError {
  return new TypeError(`${path}: no schema of a kind can say ${what}`)
}
