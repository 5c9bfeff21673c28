import type { ListMeta } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import { wrapParts, type TypedObject } from './envelope.ts'
import { messagePlan } from './message-plan.ts'
import { ReverseWriter } from './reverse-writer.ts'
import { lengthDelimited } from './wire.ts'
import { writeNested } from './write-message.ts'

type Source = Readonly<Record<string, unknown>>

/** The items of a list, each as an object or as the bytes of its message. */
export interface ListItems {
  readonly length: number
  at(index: number): object | Uint8Array
}

const metadataTag = (1 << 3) | lengthDelimited
const itemTag = (2 << 3) | lengthDelimited

// Items are written from the last to the first of a part, so a part is what is held at once.
const itemsPerPart = 128
const itemsPerStep = 16
const initialBytes = 131_072

/**
 * The items of a list as they stand in its message, in parts in their order. `schema` is that of an item; what is read of
 * an item is its fields, its kind is not repeated. Can be interrupted after every few items.
 */
export function* writeItemsInSteps(schema: ObjectSchema, items: ListItems): Generator<void, readonly Uint8Array[]> {
  const plan = messagePlan(schema)
  const writer = new ReverseWriter(initialBytes)
  const parts: Uint8Array[] = []
  for (let start = 0; start < items.length; start += itemsPerPart) {
    const end = Math.min(start + itemsPerPart, items.length)
    for (let index = end - 1; index >= start; index--) {
      const item = items.at(index)
      if (item instanceof Uint8Array) {
        writer.bytes(item)
        writer.varint(item.byteLength)
      } else writeNested(writer, plan, item as Source)
      writer.varint(itemTag)
      if ((end - index) % itemsPerStep === 0) yield
    }
    parts.push(writer.take())
  }
  return parts
}

/** A list in its envelope, in parts to be sent one after the other: its metadata, and the parts of its items. */
export function wrapList(type: TypedObject, metadata: ListMeta, items: readonly Uint8Array[]): readonly Uint8Array[] {
  const writer = new ReverseWriter(metadataBytes)
  writeNested(writer, messagePlan(loadType('meta.v1.ListMeta')), metadata as Source)
  writer.varint(metadataTag)
  return wrapParts(type, [writer.take(), ...items])
}

// Room for a continue token.
const metadataBytes = 512
