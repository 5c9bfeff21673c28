import { DecodeError, type Field, type ObjectSchema, type Schema } from '@pinnace/schema'
import { jsonSchemaUnion } from './json-schema-union.ts'
import type { Member, MessagePlan } from './message-members.ts'
import { readMessage } from './read-message.ts'
import { booleanCodec, bytesCodec, doubleCodec, int32Codec, int64Codec, stringCodec } from './scalar-codecs.ts'
import {
  documentCodec,
  durationCodec,
  intOrStringCodec,
  microTimeCodec,
  quantityCodec,
  timeCodec,
} from './text-codecs.ts'
import type { ValueCodec } from './value-codec.ts'
import { lengthDelimited, maxMessageDepth, readEnd } from './wire.ts'
import { writeNested } from './write-message.ts'

/** The plan of a struct; made when first asked for, then shared. */
export function messagePlan(schema: ObjectSchema): MessagePlan {
  const declared = schema.declared ?? schema
  let plan = plans.get(declared)
  if (plan === undefined) {
    const fields = [...declared.fields.values()].map((field) => ({ field, numbers: field.numbers ?? [] }))
    plans.set(declared, (plan = buildPlan(declared, fields)))
  }
  return plan
}

// A memo, not state: a plan says nothing that its schema does not.
const plans = new WeakMap<ObjectSchema, MessagePlan>()

interface NumberedField {
  readonly field: Field
  /** Outermost message first; none for what is not on the wire (kind, apiVersion). */
  readonly numbers: readonly number[]
}

function buildPlan(owner: ObjectSchema, fields: readonly NumberedField[]): MessagePlan {
  const members: Member[] = []
  const embedded = new Map<number, NumberedField[]>()
  for (const { field, numbers } of fields) {
    const [number, ...inner] = numbers
    if (number === undefined) continue
    if (inner.length === 0) members.push(memberOf(owner, field, number))
    else {
      const siblings = embedded.get(number)
      if (siblings === undefined) embedded.set(number, [{ field, numbers: inner }])
      else siblings.push({ field, numbers: inner })
    }
  }
  for (const [number, inner] of embedded) {
    members.push({
      form: 'embedded',
      number,
      tag: (number << 3) | lengthDelimited,
      name: '',
      plan: buildPlan(owner, inner),
    })
  }
  members.sort((a, b) => a.number - b.number)
  const typeName = owner.name ?? ''
  return {
    name: typeName.slice(typeName.lastIndexOf('.') + 1),
    members,
    byNumber: new Map(members.map((member) => [member.number, member])),
  }
}

function memberOf(owner: ObjectSchema, field: Field, number: number): Member {
  const { name, schema } = field
  const union = jsonSchemaUnion(owner, name, structCodec)
  if (schema.type === 'list' && isMessageOfItems(owner, name)) {
    const codec = itemCodec(schema)
    return { form: 'field', number, tag: (number << 3) | lengthDelimited, name, codec, pointer: true, dropsZero: false }
  }
  if (schema.type === 'list' || schema.type === 'map') {
    const codec = union ?? itemCodec(schema.type === 'list' ? schema.items : schema.values)
    const wireType = schema.type === 'list' ? codec.wireType : lengthDelimited
    return { form: schema.type, number, tag: (number << 3) | wireType, name, codec }
  }
  const codec = union ?? valueCodec(schema)
  const pointer = field.pointer === true
  return {
    form: 'field',
    number,
    tag: (number << 3) | codec.wireType,
    name,
    codec,
    pointer,
    dropsZero: !pointer && field.omitEmpty === true && codec.isScalar,
  }
}

// upstream: apimachinery/pkg/apis/meta/v1/generated.proto – the only field whose list has a type with a name.
function isMessageOfItems(owner: ObjectSchema, name: string): boolean {
  return name === 'verbs' && owner.name?.endsWith('.APIResource') === true
}

// A list within a list or a map has a message of its own: `{items 1}`.
// upstream: ExtraValue of authentication, authorization and certificates; Verbs of discovery
function itemCodec(schema: Schema): ValueCodec {
  if (schema.type !== 'list') return valueCodec(schema)
  const items: Member = {
    form: 'list',
    number: 1,
    tag: (1 << 3) | lengthDelimited,
    name: 'items',
    codec: valueCodec(schema.items),
  }
  const plan: MessagePlan = { name: 'ExtraValue', members: [items], byNumber: new Map([[1, items]]) }
  return {
    wireType: lengthDelimited,
    zero: undefined,
    isScalar: false,
    read(reader, end, depth) {
      const target: Record<string, unknown> = { items: [] }
      readMessage(plan, { reader, end: readEnd(reader, end), depth, target })
      return target['items']
    },
    write(writer, value) {
      writeNested(writer, plan, { items: value })
    },
  }
}

function valueCodec(schema: Schema): ValueCodec {
  switch (schema.type) {
    case 'object':
      return structCodec(schema)
    case 'string':
      return (schema.format === undefined ? undefined : textForms[schema.format]) ?? stringCodec
    case 'integer':
      return schema.format === 'int64' ? int64Codec : int32Codec
    case 'number':
      return doubleCodec
    case 'boolean':
      return booleanCodec
    case 'int-or-string':
      return intOrStringCodec
    case 'raw':
    case 'any':
      return documentCodec
    default:
      throw new TypeError(`a ${schema.type} of this place has no protobuf form`)
  }
}

const textForms: Readonly<Record<string, ValueCodec>> = {
  bytes: bytesCodec,
  time: timeCodec,
  'micro-time': microTimeCodec,
  duration: durationCodec,
  quantity: quantityCodec,
}

// Types may contain themselves, so a struct's plan is made when its first value is met.
function structCodec(schema: ObjectSchema): ValueCodec {
  let plan: MessagePlan | undefined
  return {
    wireType: lengthDelimited,
    zero: emptyStruct,
    isScalar: false,
    read(reader, end, depth, earlier) {
      if (depth >= maxMessageDepth) throw new DecodeError('exceeded max depth')
      const target = (earlier ?? {}) as Record<string, unknown>
      readMessage((plan ??= messagePlan(schema)), { reader, end: readEnd(reader, end), depth: depth + 1, target })
      return target
    },
    write(writer, value) {
      writeNested(writer, (plan ??= messagePlan(schema)), value as Readonly<Record<string, unknown>>)
    },
  }
}

const emptyStruct: Readonly<Record<string, unknown>> = Object.freeze({})
