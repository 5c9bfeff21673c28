import type { ListMeta } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import type { ProtobufEnvelope, TypedObject } from './envelope.ts'
import type { ListItems } from './write-list.ts'

/** Reads and writes built-in kinds as protobuf. */
export interface Protobuf {
  /** Opens the envelope of an object. Throws DecodeError where the bytes are none. */
  readEnvelope(bytes: Uint8Array): ProtobufEnvelope
  /** An object with its kind and apiVersion, in its envelope. */
  writeEnvelope(schema: ObjectSchema, object: TypedObject): Uint8Array
  /** The message of an object, as {@link encodeProtobuf} returns it, in its envelope. */
  wrapMessage(type: TypedObject, message: Uint8Array): Uint8Array
  /**
   * The items of a list as they stand in its message, in parts in their order; `schema` is that of an item. Can be
   * interrupted after every few items.
   */
  writeItemsInSteps(schema: ObjectSchema, items: ListItems): Generator<void, readonly Uint8Array[]>
  /** A list in its envelope, in parts to be sent one after the other: its metadata, and the parts of its items. */
  wrapList(type: TypedObject, metadata: ListMeta, items: readonly Uint8Array[]): readonly Uint8Array[]
  /** One framed event of a watch, from an object in its envelope. */
  writeWatchEvent(type: string, envelope: Uint8Array): Uint8Array
  /**
   * The JSON object of a message, without kind and apiVersion: those are in the envelope. Zeros that JSON leaves out are
   * left out; the rest of Go's rules is the ordinary decoder's business. Throws DecodeError.
   */
  decodeProtobuf(schema: ObjectSchema, bytes: Uint8Array): Record<string, unknown>
  /** The message of an object, as the type's marshaller in Go writes it, byte for byte. */
  encodeProtobuf(schema: ObjectSchema, object: object): Uint8Array
}

/** The protobuf codec. It is not loaded before it is asked for: JSON needs none of it. */
export async function loadProtobuf(): Promise<Protobuf> {
  return import('./protobuf.ts')
}
