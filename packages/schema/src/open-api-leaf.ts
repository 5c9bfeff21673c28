import type { OpenApiSchema } from './open-api-schema.ts'
import type { NumberSchema, Schema, StringSchema } from './schema.ts'

/** A scalar type of the machinery, which built-in types refer to by name. */
export interface MachineryType {
  /** After the machinery's prefix. */
  readonly name: string
  readonly definition: OpenApiSchema
}

/** The definition that a scalar of a built-in type refers to, where it has one. */
export function machineryTypeOf(schema: Schema, version: 2 | 3): MachineryType | undefined {
  if (schema.type === 'int-or-string') {
    const oneOf = version === 3 ? { oneOf: [{ type: 'integer' }, { type: 'string' }] } : { type: 'string' }
    return { name: 'util.intstr.IntOrString', definition: { ...oneOf, format: 'int-or-string' } }
  }
  if (schema.type === 'raw') {
    return { name: schema.machineryName ?? 'runtime.RawExtension', definition: { type: 'object' } }
  }
  if (schema.type !== 'string') return undefined
  switch (schema.format) {
    case 'time':
      return { name: 'apis.meta.v1.Time', definition: { type: 'string', format: 'date-time' } }
    case 'micro-time':
      return { name: 'apis.meta.v1.MicroTime', definition: { type: 'string', format: 'date-time' } }
    case 'duration':
      return { name: 'apis.meta.v1.Duration', definition: { type: 'string' } }
    case 'quantity': {
      const definition = version === 3 ? { oneOf: [{ type: 'string' }, { type: 'number' }] } : { type: 'string' }
      return { name: 'api.resource.Quantity', definition }
    }
    default:
      return undefined
  }
}

/** The keywords of anything that holds nothing else. */
export function leafKeywords(schema: Schema, version: 2 | 3, extension: string): OpenApiSchema {
  switch (schema.type) {
    case 'string':
      return stringKeywords(schema, extension)
    case 'integer':
    case 'number':
      return numberKeywords(schema)
    case 'boolean':
      return { type: 'boolean' }
    case 'int-or-string':
      return {
        ...(version === 3 ? { anyOf: [{ type: 'integer' }, { type: 'string' }] } : {}),
        [`${extension}int-or-string`]: true,
      }
    case 'raw':
      return { ...(version === 3 ? { type: 'object' } : {}), [`${extension}preserve-unknown-fields`]: true }
    default:
      return { [`${extension}preserve-unknown-fields`]: true }
  }
}

/** The zero value that OpenAPI gives as default to what is always written. */
export function zeroDefault(schema: Schema): unknown {
  switch (schema.type) {
    case 'object':
      return {}
    case 'string':
      return schema.format === undefined ? '' : undefined
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return 0
    default:
      return undefined
  }
}

const stringFormats: Readonly<Record<string, string | undefined>> = {
  bytes: 'byte',
  time: 'date-time',
  'micro-time': 'date-time',
  quantity: undefined,
}

function stringKeywords(schema: StringSchema, extension: string): OpenApiSchema {
  const { format, enum: values, pattern, minLength, maxLength, listType } = schema
  const written = format !== undefined && Object.hasOwn(stringFormats, format) ? stringFormats[format] : format
  return {
    type: 'string',
    ...(written === undefined ? {} : { format: written }),
    ...(values === undefined ? {} : { enum: [...values].sort() }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(listType === undefined ? {} : { [`${extension}list-type`]: listType }),
  }
}

function numberKeywords(schema: NumberSchema): OpenApiSchema {
  const { type, format, enum: values, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  return {
    type,
    ...(format === undefined ? {} : { format }),
    ...(values === undefined ? {} : { enum: values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(exclusiveMinimum === true ? { exclusiveMinimum } : {}),
    ...(maximum === undefined ? {} : { maximum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum } : {}),
    ...(multipleOf === undefined ? {} : { multipleOf }),
  }
}
