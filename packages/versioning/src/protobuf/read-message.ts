import type { BinaryReader } from '@bufbuild/protobuf/wire'
import { maxMembers, setMember, tooManyMembers } from '@pinnace/meta'
import type { FieldMember, ListMember, MapMember, MessagePlan } from './message-members.ts'
import { readString } from './scalar-codecs.ts'
import { assertWireType, countMessage, lengthDelimited, nextTag, readEnd, skipValue, unexpectedEnd } from './wire.ts'

type Target = Record<string, unknown>

/** A message being read. */
export interface MessageScope {
  readonly reader: BinaryReader
  /** Offset at which the message ends. */
  readonly end: number
  /** Number of messages around this one. */
  readonly depth: number
  /** Receives the fields. */
  readonly target: Target
  /** Entries of maps so far. */
  entries?: number
}

/**
 * Reads a message into `scope.target`, in its JSON form: repeated occurrences of a field are merged or replace each
 * other, unknown fields are skipped, and zeros that JSON omits are omitted.
 */
export function readMessage(plan: MessagePlan, scope: MessageScope): void {
  const { reader, end } = scope
  countMessage(reader)
  for (let tag; (tag = nextTag(reader, end, plan.name)) !== 0;) {
    const member = plan.byNumber.get(tag >>> 3)
    if (member === undefined) {
      skipValue(reader, tag, end)
      continue
    }
    switch (member.form) {
      case 'field':
        readField(tag, member, scope)
        break
      case 'list':
        readItem(tag, member, scope)
        break
      case 'map':
        assertWireType(tag, lengthDelimited, member.name)
        readEntry(readEnd(reader, end), member, scope)
        break
      case 'embedded':
        assertWireType(tag, lengthDelimited, member.plan.name)
        readMessage(member.plan, { reader, end: readEnd(reader, end), depth: scope.depth, target: scope.target })
    }
  }
}

function readField(tag: number, { name, codec, dropsZero }: FieldMember, scope: MessageScope): void {
  const { reader, end, depth, target } = scope
  assertWireType(tag, codec.wireType, name)
  const value = codec.read(reader, end, depth, target[name])
  if (dropsZero && (value === '' || value === 0 || value === false)) delete target[name]
  else target[name] = value
}

function readItem(tag: number, { name, codec }: ListMember, { reader, end, depth, target }: MessageScope): void {
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

function readEntry(end: number, { name, codec }: MapMember, scope: MessageScope): void {
  const { reader, depth, target } = scope
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
  // Counting the members of the map for each entry would take the square of the time.
  scope.entries = (scope.entries ?? 0) + 1
  if (scope.entries % maxMembers === 0 && Object.keys(map).length > maxMembers) throw tooManyMembers()
}

// Nothing written for a value: the zero value, which no two entries share. What has no zero is bytes or a list.
function zeroEntry(zero: unknown): unknown {
  if (typeof zero === 'object' && zero !== null) return { ...zero }
  return zero === undefined ? null : zero
}
