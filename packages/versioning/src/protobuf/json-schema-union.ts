import type { ObjectSchema } from '@pinnace/schema'
import type { FieldMember, ListMember, MessagePlan } from './message-members.ts'
import { readMessage } from './read-message.ts'
import { booleanCodec, stringCodec } from './scalar-codecs.ts'
import type { ValueCodec } from './value-codec.ts'
import { lengthDelimited, readEnd, varint } from './wire.ts'
import { writeNested } from './write-message.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The codec of those fields of a JSON schema that are one thing or another in JSON (`items`: a schema or a list of
 * them) and a message with a field for each on the wire; `undefined` for every other field.
 */
// upstream: apiextensions/v1 JSONSchemaPropsOrArray, JSONSchemaPropsOrBool, JSONSchemaPropsOrStringArray
export function jsonSchemaUnion(
  owner: ObjectSchema,
  field: string,
  structCodec: (schema: ObjectSchema) => ValueCodec,
): ValueCodec | undefined {
  if (owner.name !== 'apiextensions.v1.JSONSchemaProps') return undefined
  switch (field) {
    case 'items':
      return orArray(structCodec(owner))
    case 'additionalProperties':
    case 'additionalItems':
      return orBoolean(structCodec(owner))
    case 'dependencies':
      return orStrings(structCodec(owner))
    default:
      return undefined
  }
}

function orArray(schema: ValueCodec): ValueCodec {
  const plan = planOf('JSONSchemaPropsOrArray', [single(1, 'schema', schema), many(2, 'list', schema)])
  return union(
    plan,
    ({ schema: one, list }) => list ?? one ?? null,
    (value) => (Array.isArray(value) ? { list: value } : { schema: value }),
  )
}

function orBoolean(schema: ValueCodec): ValueCodec {
  const allows: FieldMember = { ...single(1, 'allows', booleanCodec), tag: (1 << 3) | varint, pointer: false }
  const plan = planOf('JSONSchemaPropsOrBool', [allows, single(2, 'schema', schema)])
  return union(
    plan,
    ({ allows: all, schema: one }) => one ?? all === true,
    (value) => (typeof value === 'boolean' ? { allows: value } : { allows: true, schema: value }),
  )
}

function orStrings(schema: ValueCodec): ValueCodec {
  const plan = planOf('JSONSchemaPropsOrStringArray', [single(1, 'schema', schema), many(2, 'list', stringCodec)])
  return union(
    plan,
    ({ schema: one, list }) => list ?? one ?? null,
    (value) => (Array.isArray(value) ? { list: value } : { schema: value }),
  )
}

function union(plan: MessagePlan, toJson: (parts: Json) => unknown, toParts: (value: unknown) => Json): ValueCodec {
  return {
    wireType: lengthDelimited,
    zero: null,
    isScalar: false,
    read(reader, end, depth) {
      const parts: Record<string, unknown> = {}
      readMessage(plan, { reader, end: readEnd(reader, end), depth, target: parts })
      return toJson(parts)
    },
    write(writer, value) {
      writeNested(writer, plan, toParts(value))
    },
  }
}

function planOf(name: string, members: readonly (FieldMember | ListMember)[]): MessagePlan {
  return { name, members, byNumber: new Map(members.map((member) => [member.number, member])) }
}

function single(number: number, name: string, codec: ValueCodec): FieldMember {
  return { form: 'field', number, tag: (number << 3) | lengthDelimited, name, codec, pointer: true, dropsZero: false }
}

function many(number: number, name: string, codec: ValueCodec): ListMember {
  return { form: 'list', number, tag: (number << 3) | lengthDelimited, name, codec }
}
