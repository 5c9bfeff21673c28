import type { BinaryReader } from '@bufbuild/protobuf/wire'
import { setMember } from '@pinnace/meta'
import type { FieldMember, ListMember, MapMember, MessagePlan } from './message-members.ts'
import { readString } from './scalar-codecs.ts'
import { assertWireType, lengthDelimited, nextTag, readEnd, skipValue, unexpectedEnd } from './wire.ts'

type Target = Record<string, unknown>

/**
 * Reads a message that goes on to `end` into `target`, as JSON has it: what stands twice is merged or replaced, fields
 * nobody knows are passed over, zeros that JSON leaves out are left out.
 */
export function readMessage(reader: BinaryReader, end: number, plan: MessagePlan, depth: number, target: Target): void {
  for (let tag; (tag = nextTag(reader, end, plan.name)) !== 0;) {
    const member = plan.byNumber.get(tag >>> 3)
    if (member === undefined) {
      skipValue(reader, tag, end)
      continue
    }
    switch (member.form) {
      case 'field':
        readField(reader, end, tag, member, depth, target)
        break
      case 'list':
        readItem(reader, end, tag, member, depth, target)
        break
      case 'map':
        assertWireType(tag, lengthDelimited, member.name)
        readEntry(reader, readEnd(reader, end), member, depth, target)
        break
      case 'embedded':
        assertWireType(tag, lengthDelimited, member.plan.name)
        readMessage(reader, readEnd(reader, end), member.plan, depth, target)
    }
  }
}

function readField(
  reader: BinaryReader,
  end: number,
  tag: number,
  { name, codec, dropsZero }: FieldMember,
  depth: number,
  target: Target,
): void {
  assertWireType(tag, codec.wireType, name)
  const value = codec.read(reader, end, depth, target[name])
  if (dropsZero && (value === '' || value === 0 || value === false)) delete target[name]
  else target[name] = value
}

function readItem(
  reader: BinaryReader,
  end: number,
  tag: number,
  { name, codec }: ListMember,
  depth: number,
  target: Target,
): void {
  const list = (target[name] ??= []) as unknown[]
  if (codec.wireType !== lengthDelimited && (tag & 7) === lengthDelimited) {
    const ownEnd = readEnd(reader, end)
    while (reader.pos < ownEnd) list.push(codec.read(reader, ownEnd, depth, undefined))
    if (reader.pos > ownEnd) throw unexpectedEnd()
    return
  }
  assertWireType(tag, codec.wireType, name)
  list.push(codec.read(reader, end, depth, undefined))
}

function readEntry(reader: BinaryReader, end: number, { name, codec }: MapMember, depth: number, target: Target): void {
  let key = ''
  let value: unknown
  for (let tag; (tag = nextTag(reader, end, name)) !== 0;) {
    switch (tag >>> 3) {
      case 1:
        assertWireType(tag, lengthDelimited, name)
        key = readString(reader, end)
        break
      case 2:
        assertWireType(tag, codec.wireType, name)
        value = codec.read(reader, end, depth, value)
        break
      default:
        skipValue(reader, tag, end)
    }
  }
  const map = (target[name] ??= {}) as Target
  setMember(map, key, value === undefined ? zeroEntry(codec.zero) : value)
}

// Nothing written for a value: the zero value, which no two entries share. What has no zero is bytes or a list.
function zeroEntry(zero: unknown): unknown {
  if (typeof zero === 'object' && zero !== null) return { ...zero }
  return zero === undefined ? null : zero
}
