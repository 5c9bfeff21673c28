import type { BinaryReader } from '@bufbuild/protobuf/wire'
import {
  canonicalDuration,
  formatJson,
  formatMicroTime,
  formatTime,
  JsonError,
  parseDuration,
  maxNestingDepth,
  parseJson,
  parseMicroTime,
  parseTime,
} from '@pinnace/meta'
import { DecodeError } from '@pinnace/schema'
import type { ReverseWriter } from './reverse-writer.ts'
import { readBytes, readInt64, readString } from './scalar-codecs.ts'
import type { ValueCodec } from './value-codec.ts'
import { assertWireType, lengthDelimited, nextTag, readEnd, skipValue, varint } from './wire.ts'

// Values that are a message of their own on the wire and one text, number or document in JSON.

// Tags of the fields of these messages.
const firstVarint = (1 << 3) | varint
const secondVarint = (2 << 3) | varint
const firstBytes = (1 << 3) | lengthDelimited
const thirdBytes = (3 << 3) | lengthDelimited

// Seconds of the years 0 and 10000: what RFC 3339 has words for.
const firstSecond = -62_167_219_200
const endSecond = 253_402_300_800

/** Seconds since 1970; the fraction is neither written nor read. An empty message is the zero time: null. */
// upstream: apimachinery/pkg/apis/meta/v1/time_proto.go
export const timeCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: null,
  isScalar: false,
  read(reader, end) {
    const time = readTimestamp(reader, end)
    return time === undefined ? null : formatTime(time.seconds * 1000)
  },
  write(writer, value) {
    const ms = value === null ? undefined : parseTime(value as string)
    writeTimestamp(writer, ms === undefined ? undefined : Math.floor(ms / 1000), 0)
  },
}

/** Seconds since 1970 and whole microseconds of a second. */
// upstream: apimachinery/pkg/apis/meta/v1/micro_time_proto.go
export const microTimeCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: null,
  isScalar: false,
  read(reader, end) {
    const time = readTimestamp(reader, end)
    if (time === undefined) return null
    return formatMicroTime(BigInt(time.seconds) * 1_000_000n + BigInt(Math.trunc(time.nanos / 1000)))
  },
  write(writer, value) {
    const microseconds = value === null ? undefined : parseMicroTime(value as string)
    if (microseconds === undefined) return writeTimestamp(writer, undefined, 0)
    const rest = ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n
    writeTimestamp(writer, Number((microseconds - rest) / 1_000_000n), Number(rest) * 1000)
  },
}

/** Nanoseconds. */
export const durationCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: '0s',
  isScalar: false,
  read(reader, end) {
    let nanoseconds: number | bigint = 0
    const ownEnd = readEnd(reader, end)
    for (let tag; (tag = nextTag(reader, ownEnd, 'Duration')) !== 0;) {
      if (tag >>> 3 !== 1) skipValue(reader, tag, ownEnd)
      else {
        assertWireType(tag, varint, 'Duration')
        nanoseconds = readInt64(reader)
      }
    }
    return canonicalDuration(`${nanoseconds}ns`) ?? '0s'
  },
  write(writer, value) {
    const nanoseconds = BigInt(Math.round((parseDuration(value as string) ?? 0) * 1_000_000))
    const end = writer.position
    writer.integer(nanoseconds)
    writer.varint(firstVarint)
    writer.lengthSince(end)
  },
}

/** The text, in a message. */
// upstream: apimachinery/pkg/api/resource/generated.proto
export const quantityCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: '0',
  isScalar: false,
  read(reader, end) {
    let text = '0'
    const ownEnd = readEnd(reader, end)
    for (let tag; (tag = nextTag(reader, ownEnd, 'Quantity')) !== 0;) {
      if (tag >>> 3 !== 1) skipValue(reader, tag, ownEnd)
      else {
        assertWireType(tag, lengthDelimited, 'String_')
        text = readString(reader, ownEnd)
      }
    }
    return text
  },
  write(writer, value) {
    const end = writer.position
    writer.text(value as string)
    writer.lengthSince(end)
    writer.varint(firstBytes)
    writer.lengthSince(end)
  },
}

/** Which of the two, the number, the text; all three are written. */
// upstream: apimachinery/pkg/util/intstr/generated.proto
export const intOrStringCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: 0,
  isScalar: false,
  read(reader, end) {
    let type: number | bigint = 0
    let number = 0
    let text = ''
    const ownEnd = readEnd(reader, end)
    for (let tag; (tag = nextTag(reader, ownEnd, 'IntOrString')) !== 0;) {
      switch (tag >>> 3) {
        case 1:
          assertWireType(tag, varint, 'Type')
          type = readInt64(reader)
          break
        case 2:
          assertWireType(tag, varint, 'IntVal')
          number = reader.int32()
          break
        case 3:
          assertWireType(tag, lengthDelimited, 'StrVal')
          text = readString(reader, ownEnd)
          break
        default:
          skipValue(reader, tag, ownEnd)
      }
    }
    if (type === 0) return number
    if (type === 1) return text
    throw new DecodeError('impossible IntOrString.Type')
  },
  write(writer, value) {
    const isText = typeof value === 'string'
    const end = writer.position
    if (isText) writer.text(value)
    writer.lengthSince(end)
    writer.varint(thirdBytes)
    writer.integer(isText ? 0 : (value as number))
    writer.varint(secondVarint)
    writer.varint(isText ? 1 : 0)
    writer.varint(firstVarint)
    writer.lengthSince(end)
  },
}

/** A document: its JSON as bytes, in a message. An empty message is null. */
// upstream: runtime.RawExtension, meta/v1 FieldsV1 and apiextensions/v1 JSON are the same on the wire.
export const documentCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: null,
  isScalar: false,
  read(reader, end) {
    let raw: Buffer | undefined
    const ownEnd = readEnd(reader, end)
    for (let tag; (tag = nextTag(reader, ownEnd, 'RawExtension')) !== 0;) {
      if (tag >>> 3 !== 1) skipValue(reader, tag, ownEnd)
      else {
        assertWireType(tag, lengthDelimited, 'Raw')
        raw = readBytes(reader, ownEnd)
      }
    }
    return raw === undefined || raw.length === 0 ? null : parseDocument(raw)
  },
  write(writer, value) {
    const end = writer.position
    if (value !== null) {
      writer.text(formatJson(value))
      writer.lengthSince(end)
      writer.varint(firstBytes)
    }
    writer.lengthSince(end)
  },
}

function parseDocument(bytes: Buffer): unknown {
  try {
    return parseJson(bytes, { maxDepth: maxNestingDepth }).value
  } catch (error) {
    if (error instanceof JsonError) throw new DecodeError(error.message, { cause: error })
    throw error
  }
}

interface Timestamp {
  readonly seconds: number
  readonly nanos: number
}

function readTimestamp(reader: BinaryReader, end: number): Timestamp | undefined {
  const ownEnd = readEnd(reader, end)
  if (reader.pos === ownEnd) return undefined
  let seconds: number | bigint = 0
  let nanos = 0
  for (let tag; (tag = nextTag(reader, ownEnd, 'Timestamp')) !== 0;) {
    switch (tag >>> 3) {
      case 1:
        assertWireType(tag, varint, 'Seconds')
        seconds = readInt64(reader)
        break
      case 2:
        assertWireType(tag, varint, 'Nanos')
        nanos = reader.int32()
        break
      default:
        skipValue(reader, tag, ownEnd)
    }
  }
  if (seconds < firstSecond || seconds >= endSecond) {
    throw new DecodeError('Time.MarshalJSON: year outside of range [0,9999]')
  }
  return { seconds: Number(seconds), nanos }
}

function writeTimestamp(writer: ReverseWriter, seconds: number | undefined, nanos: number): void {
  const end = writer.position
  if (seconds !== undefined) {
    writer.integer(nanos)
    writer.varint(secondVarint)
    writer.integer(seconds)
    writer.varint(firstVarint)
  }
  writer.lengthSince(end)
}
