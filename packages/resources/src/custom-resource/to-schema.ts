import { runAtOnce } from '@pinnace/meta'
import type { Field, ObjectSchema, Schema, SchemaCommon, ValueRules } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import {
  entriesOf,
  extensionOf,
  hasDefault,
  isScalar,
  itemsOf,
  propsOf,
  type SchemaExtensions,
} from './schema-props.ts'
import { nestedRules, toRules } from './to-rules.ts'

/**
 * The schema of a custom resource, from the one of its definition, which has been found structural. The fields that
 * every object has come first; what the definition says of metadata restricts its names.
 */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/convert.go, NewStructural
export function toResourceSchema(root: JSONSchemaProps | undefined, names: SchemaExtensions): ObjectSchema {
  return runAtOnce(resourceSchemaInSteps(root, names))
}

/** As {@link toResourceSchema}. Can be interrupted. */
export function* resourceSchemaInSteps(
  root: JSONSchemaProps | undefined,
  names: SchemaExtensions,
): Generator<void, ObjectSchema> {
  if (root === undefined)
    return withEnvelope({ type: 'object', fields: new Map(), preserveUnknownFields: true }, {}, names)
  const converted = yield* toObject(root, names, toRules(root, names), true)
  return withEnvelope(converted, root.properties ?? {}, names)
}

/** A schema that stands within another one. */
// A CRD has tens of thousands of them: those of scalars are made without spreads, which take microseconds.
export function toSchema(props: JSONSchemaProps, names: SchemaExtensions): Schema {
  return isScalar(props) ? toScalar(props, names) : runAtOnce(schemaInSteps(props, names))
}

function toScalar(props: JSONSchemaProps, names: SchemaExtensions): Schema {
  const { type, format } = props
  const common = commonOf(props, toRules(props, names))
  if (extensionOf(props, names.intOrString) === true) return { type: 'int-or-string', ...common }
  if (type === 'string' || type === 'boolean') return Object.assign({ type }, common) as Schema
  const known =
    type === 'integer' ? format === 'int32' || format === 'int64' : format === 'float' || format === 'double'
  return { type: type as 'integer', ...(known ? { format: format as 'int32' } : {}), ...common }
}

function* schemaInSteps(props: JSONSchemaProps, names: SchemaExtensions): Generator<void, Schema> {
  const common = commonOf(props, toRules(props, names))
  if (extensionOf(props, names.intOrString) === true) return { type: 'int-or-string', ...common }
  if (props.type !== 'array') return yield* toStruct(props, names, common)
  const items = itemsOf(props)
  const listType = extensionOf(props, names.listType) as 'set' | undefined
  const mapKeys = extensionOf(props, names.listMapKeys) as readonly string[] | undefined
  return {
    type: 'list',
    items: items === undefined ? { type: 'any' } : yield* within(items, names),
    ...(listType === undefined ? {} : { listType }),
    ...(mapKeys === undefined ? {} : { mapKeys }),
    ...common,
  }
}

/** A schema within another one: a scalar takes no generator. */
function* within(props: JSONSchemaProps, names: SchemaExtensions): Generator<void, Schema> {
  return isScalar(props) ? toScalar(props, names) : yield* schemaInSteps(props, names)
}

function* toStruct(props: JSONSchemaProps, names: SchemaExtensions, common: SchemaCommon): Generator<void, Schema> {
  const isPreserving = extensionOf(props, names.preserveUnknownFields) === true
  const { additionalProperties, type = '' } = props
  const hasFields = Object.keys(props.properties ?? {}).length > 0
  const isEmbedded = extensionOf(props, names.embeddedResource) === true
  if (!hasFields && !isEmbedded && additionalProperties !== undefined) {
    const mapType = extensionOf(props, names.mapType) as 'atomic' | undefined
    const values = propsOf(additionalProperties)
    return {
      type: 'map',
      // What is known of no value keeps none of its fields.
      values:
        values === undefined ? { type: 'object', fields: new Map(), untyped: true } : yield* within(values, names),
      ...(mapType === undefined ? {} : { mapType }),
      ...common,
    }
  }
  if (!hasFields && !isEmbedded && type === '') return { type: 'any', ...common }
  if (!hasFields && !isEmbedded && isPreserving) return { type: 'raw', ...common }
  return { ...(yield* toObject(props, names, common.rules, false)), ...(type === '' ? { untyped: true } : {}) }
}

/** The fields of a step. */
const stepLength = 512

function* toObject(
  props: JSONSchemaProps,
  names: SchemaExtensions,
  rules: ValueRules | undefined,
  isRoot: boolean,
): Generator<void, ObjectSchema> {
  const isEmbedded = extensionOf(props, names.embeddedResource) === true
  const structType = extensionOf(props, names.mapType) as 'atomic' | undefined
  const fields = new Map<string, Field>()
  for (const [name, property] of entriesOf(props.properties)) {
    if ((isRoot || isEmbedded) && name === 'metadata') continue
    if (isRoot && (name === 'apiVersion' || name === 'kind')) continue
    fields.set(name, {
      name,
      schema: isScalar(property) ? toScalar(property, names) : yield* schemaInSteps(property, names),
    })
    if (fields.size % stepLength === 0) yield
  }
  if (isEmbedded) {
    for (const name of ['apiVersion', 'kind']) {
      if (!fields.has(name)) fields.set(name, { name, schema: { type: 'string' } })
    }
    fields.set('metadata', metadataField())
  }
  return {
    type: 'object',
    fields,
    ...(extensionOf(props, names.preserveUnknownFields) === true ? { preserveUnknownFields: true } : {}),
    ...(isEmbedded ? { embeddedResource: true } : {}),
    ...(structType === undefined ? {} : { structType }),
    ...commonOf(props, rules),
  }
}

function commonOf(props: JSONSchemaProps, rules: ValueRules | undefined): SchemaCommon {
  const { description = '', nullable = false } = props
  const common: { -readonly [K in keyof SchemaCommon]: SchemaCommon[K] } = {}
  if (description !== '') common.description = description
  if (hasDefault(props)) common.default = props.default
  if (nullable) common.nullable = true
  if (rules !== undefined) common.rules = rules
  return common
}

function metadataField(): Field {
  return { name: 'metadata', schema: loadType('meta.v1.ObjectMeta'), goSemantics: true }
}

/** Descriptions of what every object has, as clients explain it. */
const apiVersionText = 'The version of this representation of an object.'
const kindText = 'The sort of object this is.'

function withEnvelope(
  schema: ObjectSchema,
  properties: Readonly<Record<string, JSONSchemaProps>>,
  names: SchemaExtensions,
): ObjectSchema {
  // A definition may restrict what every object says of itself.
  const typeField = (name: 'apiVersion' | 'kind', description: string): Field => {
    const props = Object.hasOwn(properties, name) ? properties[name] : undefined
    const rules = props === undefined ? undefined : toRules(props, names)
    return { name, schema: { type: 'string', description, ...(rules === undefined ? {} : { rules }) } }
  }
  const fields = new Map<string, Field>([
    ['apiVersion', typeField('apiVersion', apiVersionText)],
    ['kind', typeField('kind', kindText)],
    ['metadata', metadataField()],
  ])
  for (const [name, field] of schema.fields) fields.set(name, field)
  const props = Object.hasOwn(properties, 'metadata') ? properties['metadata'] : undefined
  const metadata = props?.properties === undefined ? undefined : nestedRules(props, names)
  if (metadata === undefined) return { ...schema, fields }
  // Built-in types are not gone into: what restricts a name stands beside them.
  const restricted: ValueRules = { properties: new Map([['metadata', metadata]]) }
  const { rules = {} } = schema
  return { ...schema, fields, rules: { ...rules, allOf: [...(rules.allOf ?? []), restricted] } }
}
