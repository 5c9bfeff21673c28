import { BinaryReader } from '@bufbuild/protobuf/wire'
import type { ObjectSchema } from '@pinnace/schema'
import { decodeUtf8 } from './decode-utf8.ts'
import { messagePlan } from './message-plan.ts'
import { readMessage } from './read-message.ts'
import { ReverseWriter } from './reverse-writer.ts'
import { reading } from './wire.ts'
import { writeMessage } from './write-message.ts'

export { readEnvelope, wrapMessage, writeEnvelope } from './envelope.ts'
export { wrapList, writeItemsInSteps } from './write-list.ts'
export { writeWatchEvent } from './write-watch-event.ts'

/**
 * The JSON object of a message, without kind and apiVersion: those are in the envelope. Zeros that JSON leaves out are
 * left out; the rest of Go's rules (zeros that are written, canonical texts) is the ordinary decoder's business.
 *
 * Throws DecodeError where the bytes cannot be read.
 */
export function decodeProtobuf(schema: ObjectSchema, bytes: Uint8Array): Record<string, unknown> {
  const target: Record<string, unknown> = {}
  const reader = new BinaryReader(bytes, decodeUtf8)
  reading(() => readMessage(messagePlan(schema), { reader, end: bytes.length, depth: 0, target }))
  return target
}

/** The message of an object, as the type's marshaller in Go writes it, byte for byte. */
export function encodeProtobuf(schema: ObjectSchema, object: object): Uint8Array {
  const writer = new ReverseWriter(initialBytes)
  writeMessage(writer, messagePlan(schema), object as Readonly<Record<string, unknown>>)
  return writer.take()
}

const initialBytes = 4_096
