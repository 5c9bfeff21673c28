import { formatJson } from '@pinnace/meta'
import { ReverseWriter } from '@pinnace/versioning'
import type { Buffer } from 'node:buffer'

/**
 * Encodes a version-2 document as the protobuf message that older versions of kubectl require. Fields that the message
 * does not have are left out; `x-…` becomes a vendor extension whose value is text.
 */
// upstream: github.com/google/gnostic-models/openapiv2/OpenAPIv2.proto
export function encodeGnostic(document: Readonly<Record<string, unknown>>): Buffer {
  const writer = new ReverseWriter(1 << 20)
  writeMessage(writer, messageOf('Document'), document)
  return writer.finish()
}

/**
 * How a field is encoded: a scalar; `any` as YAML text; a message by its name; `[]T` repeated; `{}T` an object, whose
 * entries are a repeated message of name and value in field 1 of a wrapper message; any other name is one of the special
 * encoders, for wrapper messages that the JSON form does not have.
 */
type FieldType = string

interface MessageField {
  readonly name: string
  readonly number: number
  readonly type: FieldType
}

interface Message {
  readonly fields: readonly MessageField[]
  /** The number of the field for `x-…`. */
  readonly vendor?: number
}

function message(text: string, vendor?: number): Message {
  const fields = text
    .trim()
    .split(/\s+/)
    .map((field): MessageField => {
      const [name = '', number = '', type = ''] = field.split(':')
      return { name, number: Number(number), type }
    })
  return vendor === undefined ? { fields } : { fields, vendor }
}

const messages: Readonly<Record<string, Message>> = {
  Document: message(
    'swagger:1:string info:2:Info paths:8:paths definitions:9:{}Schema parameters:10:{}parameterValue security:12:[]requirement securityDefinitions:13:{}securityScheme',
    16,
  ),
  Info: message('title:1:string version:2:string description:3:string', 7),
  PathItem: message(
    'get:2:Operation put:3:Operation post:4:Operation delete:5:Operation options:6:Operation head:7:Operation patch:8:Operation parameters:9:[]parameter',
    10,
  ),
  Operation: message(
    'tags:1:[]string description:3:string operationId:5:string produces:6:[]string consumes:7:[]string parameters:8:[]parameter responses:9:responses schemes:10:[]string',
    13,
  ),
  BodyParameter: message('description:1:string name:2:string in:3:string required:4:bool schema:5:Schema', 6),
  QueryParameter: message(
    'required:1:bool in:2:string description:3:string name:4:string type:6:string uniqueItems:20:bool',
    23,
  ),
  PathParameter: message(
    'required:1:bool in:2:string description:3:string name:4:string type:5:string uniqueItems:19:bool',
    22,
  ),
  Response: message('description:1:string schema:2:schemaItem', 5),
  ApiKeySecurity: message('type:1:string name:2:string in:3:string description:4:string', 5),
  Schema: message(
    '$ref:1:string format:2:string title:3:string description:4:string default:5:any multipleOf:6:double maximum:7:double ' +
      'exclusiveMaximum:8:bool minimum:9:double exclusiveMinimum:10:bool maxLength:11:int minLength:12:int pattern:13:string ' +
      'maxItems:14:int minItems:15:int uniqueItems:16:bool maxProperties:17:int minProperties:18:int required:19:[]string ' +
      'enum:20:[]any additionalProperties:21:additional type:22:typeItem items:23:itemsItem allOf:24:[]Schema properties:25:{}Schema',
    31,
  ),
}

function messageOf(type: string): Message {
  const found = messages[type]
  if (found === undefined) throw new TypeError(`${type} is not a message`)
  return found
}

function writeMessage(
  writer: ReverseWriter,
  { fields, vendor }: Message,
  value: Readonly<Record<string, unknown>>,
): void {
  if (vendor !== undefined) {
    for (const key of Object.keys(value).reverse()) {
      if (key.startsWith('x-')) nested(writer, vendor, () => named(writer, key, 'any', value[key]))
    }
  }
  for (let index = fields.length - 1; index >= 0; index--) {
    const field = fields[index]
    const item = field && value[field.name]
    if (field !== undefined && item !== undefined) writeField(writer, field.number, field.type, item)
  }
}

function writeField(writer: ReverseWriter, number: number, type: FieldType, value: unknown): void {
  if (type.startsWith('[]')) {
    for (const item of [...(value as readonly unknown[])].reverse()) writeField(writer, number, type.slice(2), item)
    return
  }
  if (type.startsWith('{}')) {
    nested(writer, number, () => entries(writer, 1, type.slice(2), value))
    return
  }
  const special = specials[type]
  if (special === undefined) {
    nested(writer, number, () => writeMessage(writer, messageOf(type), value as Readonly<Record<string, unknown>>))
  } else {
    special(writer, number, value)
  }
}

type FieldWriter = (writer: ReverseWriter, number: number, value: unknown) => void

const specials: Readonly<Record<string, FieldWriter>> = {
  string: (writer, number, value) => string(writer, number, String(value)),
  bool: (writer, number, value) => {
    if (value !== true) return
    writer.varint(1)
    writer.varint(number * 8)
  },
  int: (writer, number, value) => {
    if (value === 0) return
    writer.varint(Number(value))
    writer.varint(number * 8)
  },
  double: (writer, number, value) => {
    if (value === 0) return
    writer.double(Number(value))
    writer.varint(number * 8 + 1)
  },
  // JSON is YAML.
  any: (writer, number, value) => nested(writer, number, () => string(writer, 2, formatJson(value))),
  paths: (writer, number, value) => nested(writer, number, () => entries(writer, 2, 'PathItem', value)),
  responses: (writer, number, value) => nested(writer, number, () => entries(writer, 1, 'responseValue', value)),
  responseValue: (writer, number, value) => nested(writer, number, () => writeField(writer, 1, 'Response', value)),
  schemaItem: (writer, number, value) => nested(writer, number, () => writeField(writer, 1, 'Schema', value)),
  itemsItem: (writer, number, value) => nested(writer, number, () => writeField(writer, 1, 'Schema', value)),
  typeItem: (writer, number, value) => nested(writer, number, () => string(writer, 1, value as string)),
  additional: (writer, number, value) =>
    nested(writer, number, () => {
      if (typeof value === 'boolean') writeField(writer, 2, 'bool', value)
      else writeField(writer, 1, 'Schema', value)
    }),
  securityScheme: (writer, number, value) =>
    nested(writer, number, () => writeField(writer, 2, 'ApiKeySecurity', value)),
  requirement: (writer, number, value) => nested(writer, number, () => entries(writer, 1, 'stringArray', value)),
  stringArray: (writer, number, value) => nested(writer, number, () => writeField(writer, 1, '[]string', value)),
  parameter: (writer, number, value) => nested(writer, number, () => parameterItem(writer, value as ParameterLike)),
  parameterValue: (writer, number, value) => nested(writer, number, () => parameter(writer, value as ParameterLike)),
}

interface ParameterLike extends Readonly<Record<string, unknown>> {
  readonly in?: string
  readonly $ref?: string
}

/** A parameter, or a reference to one. */
function parameterItem(writer: ReverseWriter, value: ParameterLike): void {
  const { $ref } = value
  if ($ref === undefined) nested(writer, 1, () => parameter(writer, value))
  else nested(writer, 2, () => string(writer, 1, $ref))
}

/** A parameter is a body parameter or one of four others. */
function parameter(writer: ReverseWriter, value: ParameterLike): void {
  if (value.in === 'body') writeField(writer, 1, 'BodyParameter', value)
  else if (value.in === 'query') nested(writer, 2, () => writeField(writer, 3, 'QueryParameter', value))
  else nested(writer, 2, () => writeField(writer, 4, 'PathParameter', value))
}

function string(writer: ReverseWriter, number: number, value: string): void {
  const end = writer.position
  writer.text(value)
  writer.varint(writer.position - end)
  writer.varint(number * 8 + 2)
}

function entries(writer: ReverseWriter, number: number, type: FieldType, value: unknown): void {
  const object = value as Readonly<Record<string, unknown>>
  for (const key of Object.keys(object).reverse()) nested(writer, number, () => named(writer, key, type, object[key]))
}

function named(writer: ReverseWriter, name: string, type: FieldType, value: unknown): void {
  writeField(writer, 2, type, value)
  string(writer, 1, name)
}

function nested(writer: ReverseWriter, number: number, write: () => void): void {
  const end = writer.position
  write()
  writer.varint(writer.position - end)
  writer.varint(number * 8 + 2)
}
