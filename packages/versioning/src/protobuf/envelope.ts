import { BinaryReader } from '@bufbuild/protobuf/wire'
import { DecodeError, type ObjectSchema } from '@pinnace/schema'
import { decodeUtf8 } from './decode-utf8.ts'
import { messagePlan } from './message-plan.ts'
import { ReverseWriter } from './reverse-writer.ts'
import { readBytes, readString } from './scalar-codecs.ts'
import { assertWireType, lengthDelimited, nextTag, readEnd, reading, skipValue } from './wire.ts'
import { writeMessage } from './write-message.ts'

/** What every object is sent in: its type beside the bytes of its message. */
export interface ProtobufEnvelope {
  /** Empty where the sender did not say. */
  readonly apiVersion: string
  /** Empty where the sender did not say. */
  readonly kind: string
  /** Shares its memory with what was read. */
  readonly raw: Uint8Array
}

/** An object whose type is known. */
export type TypedObject = object & { readonly apiVersion?: string; readonly kind?: string }

const magic = Buffer.from([0x6b, 0x38, 0x73, 0x00])

// Fields of the envelope, all of them length-delimited.
const typeTag = (1 << 3) | lengthDelimited
const rawTag = (2 << 3) | lengthDelimited
const encodingTag = (3 << 3) | lengthDelimited
const contentTypeTag = (4 << 3) | lengthDelimited
const apiVersionTag = (1 << 3) | lengthDelimited
const kindTag = (2 << 3) | lengthDelimited

/** Opens an envelope. Throws DecodeError where the bytes are none. */
// upstream: apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, Decode – encoding and content type are not looked at.
export function readEnvelope(bytes: Uint8Array): ProtobufEnvelope {
  if (bytes.length === 0) throw new DecodeError('empty data')
  if (magic.compare(bytes, 0, Math.min(bytes.length, magic.length)) !== 0) {
    throw new DecodeError(
      `provided data does not appear to be a protobuf message, expected prefix [${magic.join(' ')}]`,
    )
  }
  if (bytes.length === magic.length) throw new DecodeError('empty body')
  return reading(() =>
    readUnknown(new BinaryReader(bytes.subarray(magic.length), decodeUtf8), bytes.length - magic.length),
  )
}

function readUnknown(reader: BinaryReader, end: number): ProtobufEnvelope {
  let raw: Uint8Array = Buffer.alloc(0)
  const type = { apiVersion: '', kind: '' }
  for (let tag; (tag = nextTag(reader, end, 'Unknown')) !== 0;) {
    switch (tag >>> 3) {
      case 1:
        assertWireType(tag, lengthDelimited, 'TypeMeta')
        readType(reader, readEnd(reader, end), type)
        break
      case 2:
        assertWireType(tag, lengthDelimited, 'Raw')
        raw = readBytes(reader, end)
        break
      default:
        skipValue(reader, tag, end)
    }
  }
  return { ...type, raw }
}

function readType(reader: BinaryReader, end: number, type: { apiVersion: string; kind: string }): void {
  for (let tag; (tag = nextTag(reader, end, 'TypeMeta')) !== 0;) {
    switch (tag >>> 3) {
      case 1:
        assertWireType(tag, lengthDelimited, 'APIVersion')
        type.apiVersion = readString(reader, end)
        break
      case 2:
        assertWireType(tag, lengthDelimited, 'Kind')
        type.kind = readString(reader, end)
        break
      default:
        skipValue(reader, tag, end)
    }
  }
}

/** An object in its envelope, as it is sent. */
export function writeEnvelope(schema: ObjectSchema, object: TypedObject): Uint8Array {
  const writer = new ReverseWriter(initialBytes)
  closeEnvelope(writer)
  const end = writer.position
  writeMessage(writer, messagePlan(schema), object as Readonly<Record<string, unknown>>)
  writer.lengthSince(end)
  openEnvelope(writer, object)
  return writer.take()
}

const initialBytes = 4_096

/** Ready bytes of one message in their envelope. */
export function wrapMessage(type: TypedObject, message: Uint8Array): Uint8Array {
  const writer = new ReverseWriter(message.byteLength + typeBytes)
  closeEnvelope(writer)
  writer.bytes(message)
  writer.varint(message.byteLength)
  openEnvelope(writer, type)
  return writer.take()
}

/** Ready bytes of one message, in parts, in their envelope. */
export function wrapParts(type: TypedObject, parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const writer = new ReverseWriter(typeBytes)
  closeEnvelope(writer)
  const tail = writer.take()
  writer.varint(parts.reduce((size, part) => size + part.byteLength, 0))
  openEnvelope(writer, type)
  return [writer.take(), ...parts, tail]
}

// Room for an apiVersion and a kind.
const typeBytes = 256

function openEnvelope(writer: ReverseWriter, { apiVersion = '', kind = '' }: TypedObject): void {
  writer.varint(rawTag)
  const end = writer.position
  writeText(writer, kindTag, kind)
  writeText(writer, apiVersionTag, apiVersion)
  writer.lengthSince(end)
  writer.varint(typeTag)
  writer.bytes(magic)
}

// The content encoding and the content type are written although both are empty, as in kube-apiserver.
function closeEnvelope(writer: ReverseWriter): void {
  writeText(writer, contentTypeTag, '')
  writeText(writer, encodingTag, '')
}

function writeText(writer: ReverseWriter, tag: number, text: string): void {
  const end = writer.position
  writer.text(text)
  writer.lengthSince(end)
  writer.varint(tag)
}
