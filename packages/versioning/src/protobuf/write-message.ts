import type { BinaryWriter } from '@bufbuild/protobuf/wire'
import type { FieldMember, ListMember, MapMember, MessagePlan } from './message-members.ts'
import { lengthDelimited } from './wire.ts'

type Source = Readonly<Record<string, unknown>>

const keyTag = (1 << 3) | lengthDelimited
const valueNumber = 2

/**
 * Writes the fields of a message in ascending order of their numbers. What is no pointer is written though it is zero
 * or absent; lists and maps where they have entries, maps sorted by key.
 */
// upstream: the marshallers gogo/protobuf generates for proto2 with nullable fields as pointers
export function writeMessage(writer: BinaryWriter, plan: MessagePlan, source: Source): void {
  for (const member of plan.members) {
    if (member.form === 'embedded') {
      writer.uint32(member.tag).fork()
      writeMessage(writer, member.plan, source)
      writer.join()
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

function writeField(writer: BinaryWriter, { tag, codec, pointer }: FieldMember, value: unknown): void {
  if (value !== undefined && value !== null) {
    writer.uint32(tag)
    codec.write(writer, value)
  } else if (!pointer && codec.zero !== undefined) {
    writer.uint32(tag)
    codec.write(writer, codec.zero)
  }
}

function writeList(writer: BinaryWriter, { tag, codec }: ListMember, list: readonly unknown[]): void {
  for (const item of list) {
    writer.uint32(tag)
    codec.write(writer, item ?? (codec.zero === undefined ? '' : codec.zero))
  }
}

function writeMap(writer: BinaryWriter, { tag, codec }: MapMember, map: Source): void {
  for (const key of Object.keys(map).sort()) {
    const value = map[key] ?? codec.zero
    writer.uint32(tag).fork().uint32(keyTag).string(key)
    if (value !== undefined) {
      writer.tag(valueNumber, codec.wireType)
      codec.write(writer, value)
    }
    writer.join()
  }
}
