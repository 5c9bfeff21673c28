import type { BinaryReader } from '@bufbuild/protobuf/wire'
import { DecodeError } from '@pinnace/schema'
import type { ValueCodec } from './value-codec.ts'
import { assertLength, fixed64, lengthDelimited, varint } from './wire.ts'

/** Text. Bytes that are no UTF-8 become U+FFFD. */
export const stringCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: '',
  isScalar: true,
  read: readString,
  write(writer, value) {
    const end = writer.position
    writer.text(value as string)
    writer.lengthSince(end)
  },
}

export const booleanCodec: ValueCodec = {
  wireType: varint,
  zero: false,
  isScalar: true,
  read: (reader) => reader.bool(),
  write: (writer, value) => writer.varint(value === true ? 1 : 0),
}

export const int32Codec: ValueCodec = {
  wireType: varint,
  zero: 0,
  isScalar: true,
  read: (reader) => reader.int32(),
  write: (writer, value) => writer.integer(value as number),
}

/** A number where it is exact as one, else a bigint. */
export const int64Codec: ValueCodec = {
  wireType: varint,
  zero: 0,
  isScalar: true,
  read: readInt64,
  write: (writer, value) => writer.integer(value as number | bigint),
}

/** JSON has no infinities and no NaN, so neither is read. */
export const doubleCodec: ValueCodec = {
  wireType: fixed64,
  zero: 0,
  isScalar: true,
  read(reader) {
    const value = reader.double()
    if (!Number.isFinite(value)) throw new DecodeError(`json: unsupported value: ${value}`)
    return value
  },
  write: (writer, value) => writer.double(Number(value)),
}

/** Base64 in JSON. */
export const bytesCodec: ValueCodec = {
  wireType: lengthDelimited,
  zero: undefined,
  isScalar: true,
  read: (reader, end) => readBytes(reader, end).toString('base64'),
  write(writer, value) {
    const end = writer.position
    writer.bytes(Buffer.from(value as string, 'base64'))
    writer.lengthSince(end)
  },
}

/** Reads a 64-bit integer: a number where it is exact as one, else a bigint. */
export function readInt64(reader: BinaryReader): number | bigint {
  const value = BigInt(reader.int64())
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Reads length-delimited bytes; they share their memory with what is read. */
export function readBytes(reader: BinaryReader, end: number): Buffer {
  assertLength(reader, end)
  const bytes = reader.bytes()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Reads text. */
export function readString(reader: BinaryReader, end: number): string {
  assertLength(reader, end)
  return reader.string()
}
