import type { BinaryReader } from '@bufbuild/protobuf/wire'
import { maxContainers, StatusError, tooManyContainers } from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'

// Wire types. Plain constants: an enum of the library would have to be loaded with it.
export const varint = 0
export const fixed64 = 1
export const lengthDelimited = 2
const endGroup = 4
const fixed32 = 5

/** Messages nested deeper than this are refused. Only schemas within schemas can be nested without end. */
export const maxMessageDepth = 500

/**
 * The next tag (`number << 3 | wireType`) of a message that goes on to `end`, or 0 where it is over. `message` is the
 * name that refusals give it. Throws DecodeError where a value has run over the end of its message.
 */
export function nextTag(reader: BinaryReader, end: number, message: string): number {
  const start = reader.pos
  if (start >= end) {
    if (start > end) throw unexpectedEnd()
    return 0
  }
  const tag = readUint32(reader)
  const wireType = tag & 7
  if (wireType === endGroup) throw new DecodeError(`proto: ${message}: wiretype end group for non-group`)
  if (tag >>> 3 === 0) throw new DecodeError(`proto: ${message}: illegal tag 0 (wire type ${wireType})`)
  if (wireType > fixed32) throw new DecodeError(`proto: illegal wireType ${wireType}`)
  return tag
}

/** Reads a length and gives where what is that long ends, within a message that goes on to `end`. */
export function readEnd(reader: BinaryReader, end: number): number {
  const length = readUint32(reader)
  const ownEnd = reader.pos + length
  if (ownEnd > end) throw unexpectedEnd()
  return ownEnd
}

/** Refuses a length that goes beyond `end`, and stays before it. */
export function assertLength(reader: BinaryReader, end: number): void {
  const start = reader.pos
  readEnd(reader, end)
  reader.pos = start
}

/** Skips the value of an unknown field. */
export function skipValue(reader: BinaryReader, tag: number, end: number): void {
  if ((tag & 7) === lengthDelimited) reader.pos = readEnd(reader, end)
  else reader.skip(tag & 7, tag >>> 3)
}

/** Refuses a field whose wire type is not the one of its schema. */
export function assertWireType(tag: number, wireType: number, field: string): void {
  if ((tag & 7) === wireType) return
  const goName = field.slice(0, 1).toUpperCase() + field.slice(1)
  throw new DecodeError(`proto: wrong wireType = ${tag & 7} for field ${goName}`)
}

/** What the bytes of a message that breaks off are refused with. */
export function unexpectedEnd(): DecodeError {
  return new DecodeError('unexpected EOF')
}

/** Runs a reading; whatever the library throws at bytes it cannot read becomes a DecodeError. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof DecodeError || cause instanceof StatusError) throw cause
    if (cause instanceof RangeError) throw new DecodeError('unexpected EOF', { cause })
    if (!(cause instanceof Error)) throw cause
    const text = cause.message === 'invalid varint' ? 'integer overflow' : cause.message
    throw new DecodeError(`proto: ${text}`, { cause })
  }
}

// The library drops the bits above the 32nd, and so reads a length that is not the one that was written.
function readUint32(reader: BinaryReader): number {
  const start = reader.pos
  const value = reader.uint32()
  if (reader.pos - start < 5) return value
  reader.pos = start
  if (BigInt(reader.uint64()) > 0xffff_ffffn) throw unexpectedEnd()
  return value
}

/** Messages that each large body has had so far: others cannot have too many. */
const messages = new WeakMap<BinaryReader, { count: number }>()

/** Counts a message of a body. Throws 413 for more than a JSON body may have objects. */
export function countMessage(reader: BinaryReader): void {
  if (reader.len < maxContainers) return
  const counted = messages.get(reader)
  if (counted === undefined) messages.set(reader, { count: 1 })
  else if (++counted.count > maxContainers) throw tooManyContainers()
}
