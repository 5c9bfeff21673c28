import { runAtOnce, setMember, type GroupVersionKind, type Vocabulary } from '@pinnace/meta'
import { leafKeywords, machineryTypeOf, zeroDefault } from './open-api-leaf.ts'
import { addRulesKeywords, rulesKeywords } from './open-api-rules.ts'
import type { OpenApiSchema } from './open-api-schema.ts'
import type { Field, ObjectSchema, Schema } from './schema.ts'

/** Definitions by name. */
export type OpenApiDefinitions = Record<string, OpenApiSchema>

/** Options for {@link toOpenApi}. */
export interface OpenApiOptions {
  /** 2 for `/openapi/v2`, 3 for `/openapi/v3`. */
  readonly version: 2 | 3
  readonly vocabulary: Vocabulary
  /** The name of a built-in type in the document: `core.v1.Pod` → `io.….api.core.v1.Pod`. */
  readonly refName: (typeName: string) => string
  /** The name of the root's definition. @default refName of its type's name */
  readonly name?: string
  /** What precedes a name in `$ref`. @default `#/definitions/` or `#/components/schemas/` */
  readonly refPrefix?: string
  /** The kinds that the root is the type of. */
  readonly groupVersionKinds?: readonly GroupVersionKind[]
  /** Where definitions go; those already in it are not made again. @default a new object */
  readonly into?: OpenApiDefinitions
  /** Describes types and their fields. @default only what schemas say of themselves is described */
  readonly describe?: OpenApiDescribe
}

/**
 * The description of a type by its name, or of one of its fields; a scalar of the machinery has its name after the
 * machinery's prefix, and a root without a name has ''.
 */
export type OpenApiDescribe = (typeName: string, field?: string) => string | undefined

/**
 * Writes the definitions of a kind and of every named type reached from it, as Kubernetes clients read them for
 * explaining and for validating. Structs without a name are written where they stand.
 */
// upstream: kube-openapi/pkg/builder (v2), builder3 (v3) and generators/openapi.go (defaults, extensions)
export function toOpenApi(schema: ObjectSchema, options: OpenApiOptions): OpenApiDefinitions {
  return runAtOnce(toOpenApiInSteps(schema, options))
}

/** As {@link toOpenApi}; can be interrupted, also within one large type. */
export function* toOpenApiInSteps(schema: ObjectSchema, options: OpenApiOptions): Generator<void, OpenApiDefinitions> {
  const { into = {}, version, groupVersionKinds = [] } = options
  const name = options.name ?? (schema.name === undefined ? undefined : options.refName(schema.name))
  if (name === undefined) throw new TypeError('name is needed for a schema that has none itself')
  const writer: Writer = {
    version,
    extension: options.vocabulary.schemaExtensionPrefix,
    machinery: options.vocabulary.openApiMetaPrefix,
    refName: options.refName,
    refPrefix: options.refPrefix ?? (version === 2 ? '#/definitions/' : '#/components/schemas/'),
    definitions: into,
    pending: [],
    unfilled: [],
    describe: options.describe ?? (() => undefined),
  }
  const inline = schema.name === undefined
  into[name] = {
    ...structKeywords(schema, writer, inline, schema.name ?? ''),
    ...(groupVersionKinds.length === 0
      ? {}
      : {
          [`${writer.extension}group-version-kind`]: groupVersionKinds.map(({ group, kind, version: of }) => ({
            group,
            kind,
            version: of,
          })),
        }),
  }
  yield* fillStructs(writer)
  // A list rather than recursion: types may contain themselves, and reach far.
  for (let next = writer.pending.pop(); next !== undefined; next = writer.pending.pop()) {
    into[next.name] = structKeywords(next.schema, writer, false, next.schema.name)
    yield* fillStructs(writer)
  }
  return into
}

interface Writer {
  readonly version: 2 | 3
  readonly extension: string
  readonly machinery: string
  readonly refName: (typeName: string) => string
  readonly refPrefix: string
  readonly definitions: OpenApiDefinitions
  readonly pending: { readonly name: string; readonly schema: ObjectSchema }[]
  /** Structs whose fields are still to be written, with those inside them. */
  readonly unfilled: Unfilled[]
  readonly describe: OpenApiDescribe
}

/** A struct that has its keywords, but for what its properties say. */
interface Unfilled {
  readonly schema: ObjectSchema
  readonly properties: Record<string, OpenApiSchema>
  readonly inline: boolean
  readonly type: string | undefined
}

/** Fields that are written before the work can be interrupted. */
const stepLength = 256

function* fillStructs(writer: Writer): Generator<void> {
  let count = 0
  for (let next = writer.unfilled.pop(); next !== undefined; next = writer.unfilled.pop()) {
    const { schema, properties, inline, type } = next
    for (const field of schema.fields.values()) {
      const text = type === undefined ? undefined : writer.describe(type, field.name)
      setMember(properties, field.name, fieldKeywords(field, writer, inline, text))
      if (++count % stepLength === 0) yield
    }
  }
}

/**
 * `inline`: within a host's kind, whose scalars are written out; built-in types refer to the machinery's. `type` is what
 * the struct is described by.
 */
function structKeywords(schema: ObjectSchema, writer: Writer, inline: boolean, type?: string): OpenApiSchema {
  const { extension, version } = writer
  const properties: Record<string, OpenApiSchema> = {}
  const required: string[] = []
  const open = schema.preserveUnknownFields === true
  // upstream: apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go – v2 clients refuse unknown fields
  // wherever properties are listed, so those are left out where unknown fields are kept.
  const isListed = schema.fields.size > 0 && !(open && version === 2)
  if (isListed) {
    writer.unfilled.push({ schema, properties, inline, type })
    for (const field of schema.fields.values()) if (field.required === true) required.push(field.name)
  }
  // upstream: apiextensions-apiserver/pkg/controller/openapi/builder – an embedded object says what it is.
  if (schema.embeddedResource === true && version === 3) required.push('kind', 'apiVersion')
  const description = schema.description ?? (type === undefined ? undefined : writer.describe(type))
  return {
    ...(description === undefined ? {} : { description }),
    ...((open && version === 2) || schema.untyped === true ? {} : { type: 'object' }),
    ...(required.length === 0 ? {} : { required }),
    ...(isListed ? { properties } : {}),
    ...(schema.structType === undefined ? {} : { [`${extension}map-type`]: schema.structType }),
    ...(open ? { [`${extension}preserve-unknown-fields`]: true } : {}),
    ...(schema.embeddedResource === true ? { [`${extension}embedded-resource`]: true } : {}),
    ...rulesKeywords(schema.rules, version, extension),
  }
}

function fieldKeywords(field: Field, writer: Writer, inline: boolean, description: string | undefined): OpenApiSchema {
  const { extension } = writer
  const {
    schema,
    patchStrategy,
    patchMergeKey,
    pointer = false,
    omitEmpty = false,
    undescribed = false,
    goSemantics = false,
  } = field
  let beside: Record<string, unknown> | undefined
  if (patchMergeKey !== undefined) beside = { [`${extension}patch-merge-key`]: patchMergeKey }
  if (patchStrategy !== undefined) (beside ??= {})[`${extension}patch-strategy`] = patchStrategy
  // upstream: kube-openapi generators – a struct that is no pointer defaults to {}, a scalar always written to its zero.
  const implied =
    inline || pointer || (omitEmpty && schema.type !== 'object') || schema.default !== undefined
      ? undefined
      : zeroDefault(schema)
  return valueKeywords(schema, writer, inline, {
    beside,
    implied,
    isDescribed: (!inline || goSemantics) && !undescribed,
    // A reference without a description has another form.
    description: undescribed ? undefined : description,
  })
}

interface ValueContext {
  /** Keywords of the field that holds the value. */
  readonly beside?: Readonly<Record<string, unknown>> | undefined
  /** The default of a value whose schema has none. */
  readonly implied: unknown
  /** Kubernetes describes it, here there may be no description. @default false */
  readonly isDescribed?: boolean
  /** Of the field that holds the value, where its schema has none. */
  readonly description?: string | undefined
}

// A CRD has tens of thousands of values: objects are made without spreads, which take microseconds.
function valueKeywords(
  schema: Schema,
  writer: Writer,
  inline: boolean,
  { beside, implied, isDescribed = false, description }: ValueContext,
): OpenApiSchema {
  const { version, extension } = writer
  const initial = schema.default ?? implied
  const text = schema.description ?? description
  const around: Record<string, unknown> = {}
  if (text !== undefined) around['description'] = text
  // Clients of v2 get no defaults: they would refuse `default` beside `$ref`.
  if (initial !== undefined && version === 3) around['default'] = initial
  if (schema.nullable === true && version === 3) around['nullable'] = true
  if (beside !== undefined) Object.assign(around, beside)
  // A v2 client refuses null wherever a type is given.
  if (schema.nullable === true && version === 2) return around
  const within = (inner: Schema): OpenApiSchema =>
    valueKeywords(inner, writer, inline, { implied: inline ? undefined : zeroDefault(inner) })
  if (schema.rules !== undefined && schema.type !== 'object') {
    addRulesKeywords(around, schema.rules, version, extension)
  }
  switch (schema.type) {
    case 'object': {
      if (schema.name === undefined) return { ...structKeywords(schema, writer, inline), ...around }
      if (schema.declared !== undefined && schema.structType !== undefined) {
        around[`${extension}map-type`] = schema.structType
      }
      return refer(define(schema.declared ?? schema, writer), { around, isDescribed }, writer)
    }
    case 'list':
      return {
        ...around,
        type: 'array',
        items: within(schema.items),
        ...(schema.minItems === undefined ? {} : { minItems: schema.minItems }),
        ...(schema.maxItems === undefined ? {} : { maxItems: schema.maxItems }),
        ...(schema.mapKeys === undefined ? {} : { [`${extension}list-map-keys`]: schema.mapKeys }),
        ...(schema.listType === undefined ? {} : { [`${extension}list-type`]: schema.listType }),
      }
    case 'map':
      return {
        ...around,
        type: 'object',
        additionalProperties: within(schema.values),
        ...(schema.minProperties === undefined ? {} : { minProperties: schema.minProperties }),
        ...(schema.maxProperties === undefined ? {} : { maxProperties: schema.maxProperties }),
        ...(schema.mapType === undefined ? {} : { [`${extension}map-type`]: schema.mapType }),
      }
    default: {
      if (schema.type === 'any' && schema.publishedName !== undefined) {
        const name = writer.refName(schema.publishedName)
        // Nothing is known of its values.
        writer.definitions[name] ??= describedAs(writer.describe(schema.publishedName), {})
        return refer(name, { around, isDescribed }, writer)
      }
      const machinery = inline ? undefined : machineryTypeOf(schema, version)
      if (machinery === undefined) return Object.assign(leafKeywords(schema, version, extension), around)
      const name = `${writer.machinery}.${machinery.name}`
      writer.definitions[name] ??= describedAs(writer.describe(machinery.name), machinery.definition)
      return refer(name, { around, isDescribed }, writer)
    }
  }
}

function describedAs(description: string | undefined, definition: OpenApiSchema): OpenApiSchema {
  return description === undefined ? definition : { description, ...definition }
}

function define(schema: ObjectSchema, { definitions, pending, refName }: Writer): string {
  const name = refName(schema.name!)
  if (!Object.hasOwn(definitions, name)) {
    // Holds the place until its turn comes, so that it is queued once.
    definitions[name] = {}
    pending.push({ name, schema })
  }
  return name
}

interface Beside {
  readonly around: Readonly<Record<string, unknown>>
  readonly isDescribed: boolean
}

function refer(name: string, { around, isDescribed }: Beside, { version, refPrefix }: Writer): OpenApiSchema {
  const $ref = `${refPrefix}${name}`
  // In v3 nothing may stand beside `$ref`; a field that Kubernetes describes has the form of one with a description.
  if (version === 3 && (isDescribed || Object.keys(around).length > 0)) return { ...around, allOf: [{ $ref }] }
  return { ...around, $ref }
}
