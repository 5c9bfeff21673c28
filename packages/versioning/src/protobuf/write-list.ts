import type { ListMeta } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { wrapParts, type TypedObject } from './envelope.ts'
import { messagePlan } from './message-plan.ts'
import { lengthDelimited } from './wire.ts'
import { writeMessage } from './write-message.ts'

type Source = Readonly<Record<string, unknown>>

const metadataTag = (1 << 3) | lengthDelimited
const itemTag = (2 << 3) | lengthDelimited

// A writer that grows copies what it has: after so many items it gives them away and starts anew.
const itemsPerPart = 64
const itemsPerStep = 16

/**
 * A list in its envelope, in parts to be sent one after the other. `schema` is that of an item; what is read of an item
 * is its fields, its kind is not repeated.
 */
export function writeList(
  schema: ObjectSchema,
  type: TypedObject,
  metadata: ListMeta,
  items: Iterable<object>,
): readonly Uint8Array[] {
  const work = writeListInSteps(schema, type, metadata, items)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

/** As {@link writeList}; can be interrupted after every few items. */
export function* writeListInSteps(
  schema: ObjectSchema,
  type: TypedObject,
  metadata: ListMeta,
  items: Iterable<object>,
): Generator<void, readonly Uint8Array[]> {
  const writer = new BinaryWriter()
  writer.uint32(metadataTag).fork()
  writeMessage(writer, messagePlan(loadType('meta.v1.ListMeta')), metadata as Source)
  writer.join()
  const parts: Uint8Array[] = []
  const plan = messagePlan(schema)
  let count = 0
  for (const item of items) {
    writer.uint32(itemTag).fork()
    writeMessage(writer, plan, item as Source)
    writer.join()
    if (++count % itemsPerStep === 0) yield
    if (count % itemsPerPart === 0) parts.push(writer.finish())
  }
  parts.push(writer.finish())
  return wrapParts(type, parts)
}
