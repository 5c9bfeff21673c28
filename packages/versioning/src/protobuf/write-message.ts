import type { FieldMember, ListMember, MapMember, MessagePlan } from './message-members.ts'
import type { ReverseWriter } from './reverse-writer.ts'
import { lengthDelimited } from './wire.ts'

type Source = Readonly<Record<string, unknown>>

const keyTag = (1 << 3) | lengthDelimited
const valueNumber = 2

/**
 * Writes the fields of a message in ascending order of their numbers, the last one first. What is no pointer is written
 * though it is zero or absent; lists and maps where they have entries, maps sorted by key.
 */
// upstream: the marshallers gogo/protobuf generates for proto2 with nullable fields as pointers
export function writeMessage(writer: ReverseWriter, plan: MessagePlan, source: Source): void {
  const { members } = plan
  for (let index = members.length - 1; index >= 0; index--) {
    const member = members[index]
    if (member === undefined) continue
    if (member.form === 'embedded') {
      writeNested(writer, member.plan, source)
      writer.varint(member.tag)
      continue
    }
    const value = source[member.name]
    switch (member.form) {
      case 'field':
        writeField(writer, member, value)
        break
      case 'list':
        if (Array.isArray(value)) writeList(writer, member, value)
        break
      case 'map':
        if (typeof value === 'object' && value !== null) writeMap(writer, member, value as Source)
    }
  }
}

/** Writes a message with its length before it. */
export function writeNested(writer: ReverseWriter, plan: MessagePlan, source: Source): void {
  const end = writer.position
  writeMessage(writer, plan, source)
  writer.lengthSince(end)
}

function writeField(writer: ReverseWriter, { tag, codec, pointer }: FieldMember, value: unknown): void {
  if (value !== undefined && value !== null) {
    codec.write(writer, value)
    writer.varint(tag)
  } else if (!pointer && codec.zero !== undefined) {
    codec.write(writer, codec.zero)
    writer.varint(tag)
  }
}

function writeList(writer: ReverseWriter, { tag, codec }: ListMember, list: readonly unknown[]): void {
  for (let index = list.length - 1; index >= 0; index--) {
    codec.write(writer, list[index] ?? (codec.zero === undefined ? '' : codec.zero))
    writer.varint(tag)
  }
}

function writeMap(writer: ReverseWriter, { tag, codec }: MapMember, map: Source): void {
  const keys = Object.keys(map)
  if (keys.length > 1) keys.sort()
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] ?? ''
    const value = map[key] ?? codec.zero
    const end = writer.position
    if (value !== undefined) {
      codec.write(writer, value)
      writer.varint((valueNumber << 3) | codec.wireType)
    }
    const keyEnd = writer.position
    writer.text(key)
    writer.lengthSince(keyEnd)
    writer.varint(keyTag)
    writer.lengthSince(end)
    writer.varint(tag)
  }
}
