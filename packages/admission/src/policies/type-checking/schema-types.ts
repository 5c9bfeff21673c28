import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  stringType,
  structType,
  timestampType,
  type CelType,
  type StructDeclaration,
  type StructField,
} from '@pinnace/cel'
import type { ObjectSchema, Schema, StringSchema } from '@pinnace/schema'

/** The types of the values of schemas. Types of objects are declared when they are first asked for. */
export class SchemaTypes {
  readonly #schemas = new Map<string, ObjectSchema>()
  readonly #declared = new Map<string, StructDeclaration>()

  /** The type of objects of a schema, under a name. */
  add(name: string, schema: ObjectSchema): CelType {
    this.#schemas.set(name, schema)
    return structType(name)
  }

  readonly find = (name: string): StructDeclaration | undefined => {
    const known = this.#declared.get(name)
    if (known !== undefined) return known
    const schema = this.#schemas.get(name)
    if (schema === undefined) return undefined
    const fields = new Map<string, StructField>()
    for (const [field, { schema: type }] of schema.fields)
      fields.set(field, { type: this.#typeOf(type, `${name}.${field}`) })
    const declaration = { name, fields }
    this.#declared.set(name, declaration)
    return declaration
  }

  // upstream: apiserver/pkg/cel/common/schemas.go, SchemaDeclType – what has no type of its own is dynamic here.
  #typeOf(schema: Schema, path: string): CelType {
    switch (schema.type) {
      case 'object':
        if (schema.preserveUnknownFields === true || schema.embeddedResource === true) return dynType
        return this.add(path, schema)
      case 'map':
        return mapType(stringType, this.#typeOf(schema.values, path))
      case 'list':
        return listType(this.#typeOf(schema.items, path))
      case 'string':
        return textType(schema)
      case 'integer':
        return intType
      case 'number':
        return doubleType
      case 'boolean':
        return boolType
      default:
        return dynType
    }
  }
}

function textType({ format, rules }: StringSchema): CelType {
  switch (format ?? rules?.format) {
    case 'bytes':
    case 'byte':
      return bytesType
    case 'time':
    case 'micro-time':
    case 'date':
    case 'date-time':
      return timestampType
    case 'quantity':
      return dynType
    default:
      return rules?.format === 'duration' ? durationType : stringType
  }
}
