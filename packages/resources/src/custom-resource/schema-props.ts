import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'

/** A schema of schemas, wherever its type is open: under `items`, `additionalProperties`, `dependencies`. */
export function propsOf(value: unknown): JSONSchemaProps | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JSONSchemaProps) : undefined
}

/** What stands under `items` where that is one schema. */
export function itemsOf({ items }: JSONSchemaProps): JSONSchemaProps | undefined {
  return propsOf(items)
}

/** Schemas of `properties` and the like, in the order they are written. */
export function entriesOf(
  schemas: Readonly<Record<string, JSONSchemaProps>> | undefined,
): readonly (readonly [string, JSONSchemaProps])[] {
  return Object.entries(schemas ?? {})
}

const scalars: ReadonlySet<unknown> = new Set(['string', 'boolean', 'integer', 'number'])
const plainKeywords: ReadonlySet<string> = new Set([
  'type',
  'description',
  'title',
  'format',
  'enum',
  'example',
  'maximum',
  'minimum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'multipleOf',
  'maxLength',
  'minLength',
])

/** True for a schema of strings, booleans or numbers. */
export function isScalar({ type }: JSONSchemaProps): boolean {
  return scalars.has(type)
}

/**
 * True for a schema of a string, boolean or number without a pattern, a default, extensions and other schemas. Most
 * schemas of a CRD are such: what looks for one of these need not look at them.
 */
export function isPlainScalar(schema: JSONSchemaProps): boolean {
  if (!isScalar(schema)) return false
  for (const keyword in schema) if (!plainKeywords.has(keyword)) return false
  return true
}

/** True where a default stands; null says that there is none. */
export function hasDefault({ default: value }: JSONSchemaProps): boolean {
  return value !== undefined && value !== null
}

/** Whether `visit` answers true for a schema or one within it; it is called for each until it does, the outer first. */
// upstream: apiextensions-apiserver/pkg/apis/apiextensions/validation, SchemaHas – order of the walk
export function someSchema(schema: JSONSchemaProps | undefined, visit: (schema: JSONSchemaProps) => boolean): boolean {
  if (schema === undefined) return false
  if (visit(schema)) return true
  if (isPlainScalar(schema)) return false
  const into = (inner: JSONSchemaProps | undefined): boolean => someSchema(inner, visit)
  const { items } = schema
  if (Array.isArray(items) ? items.some((inner) => into(propsOf(inner))) : into(propsOf(items))) return true
  if (schema.allOf?.some(into) === true || schema.anyOf?.some(into) === true || schema.oneOf?.some(into) === true) {
    return true
  }
  return (
    into(schema.not) ||
    someMember(schema.properties, into) ||
    into(propsOf(schema.additionalProperties)) ||
    someMember(schema.patternProperties, into) ||
    into(propsOf(schema.additionalItems)) ||
    someMember(schema.definitions, into) ||
    someMember(schema.dependencies, (inner) => into(propsOf(inner)))
  )
}

function someMember<T>(members: Readonly<Record<string, T>> | undefined, holds: (member: T) => boolean): boolean {
  if (members !== undefined) for (const key in members) if (holds(members[key] as T)) return true
  return false
}

/** The extensions of schemas, spelled in one vocabulary. */
export interface SchemaExtensions {
  readonly prefix: string
  readonly preserveUnknownFields: string
  readonly embeddedResource: string
  readonly intOrString: string
  readonly listMapKeys: string
  readonly listType: string
  readonly mapType: string
  readonly validations: string
}

/** Names of the extensions; `prefix` is the vocabulary's. */
export function schemaExtensions(prefix: string): SchemaExtensions {
  return {
    prefix,
    preserveUnknownFields: `${prefix}preserve-unknown-fields`,
    embeddedResource: `${prefix}embedded-resource`,
    intOrString: `${prefix}int-or-string`,
    listMapKeys: `${prefix}list-map-keys`,
    listType: `${prefix}list-type`,
    mapType: `${prefix}map-type`,
    validations: `${prefix}validations`,
  }
}

/** The value of an extension. */
export function extensionOf(schema: JSONSchemaProps, name: string): unknown {
  return (schema as Readonly<Record<string, unknown>>)[name]
}
