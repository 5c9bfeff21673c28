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

/** True where a default stands; null says that there is none. */
export function hasDefault({ default: value }: JSONSchemaProps): boolean {
  return value !== undefined && value !== null
}

/** Every schema within a schema, itself first, each with its path. Answers true as soon as `visit` does. */
// upstream: apiextensions/validation, SchemaHas – order of the walk
export function someSchema(
  schema: JSONSchemaProps | undefined,
  path: string,
  visit: (schema: JSONSchemaProps, path: string) => boolean,
): boolean {
  if (schema === undefined) return false
  if (visit(schema, path)) return true
  const into = (inner: JSONSchemaProps | undefined, step: string): boolean =>
    someSchema(inner, `${path}.${step}`, visit)
  if (Array.isArray(schema.items)) {
    if (schema.items.some((inner, index) => into(propsOf(inner), `items[${index}]`))) return true
  } else if (into(itemsOf(schema), 'items')) return true
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    if ((schema[name] ?? []).some((inner, index) => into(inner, `${name}[${index}]`))) return true
  }
  if (into(schema.not, 'not')) return true
  if (entriesOf(schema.properties).some(([key, inner]) => into(inner, `properties[${key}]`))) return true
  if (into(propsOf(schema.additionalProperties), 'additionalProperties')) return true
  if (entriesOf(schema.patternProperties).some(([key, inner]) => into(inner, `patternProperties[${key}]`))) return true
  if (into(propsOf(schema.additionalItems), 'additionalItems')) return true
  if (entriesOf(schema.definitions).some(([key, inner]) => into(inner, `definitions[${key}]`))) return true
  return Object.entries(schema.dependencies ?? {}).some(([key, inner]) => into(propsOf(inner), `dependencies[${key}]`))
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
