import type { ApiObject, ListMeta } from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import { toPartialObjectMetadata, type Protobuf, type TypedObject } from '@pinnace/versioning'
import { listMeta } from '../storage/list-object.ts'
import type { ListToWrite } from './list-text.ts'
import type { ProtobufForms } from './protobuf-forms.ts'

/** Encodes the items of a page, or their metadata, in chunks to be sent in order. Can be interrupted. */
export function writeProtobufItems(
  protobuf: Protobuf,
  forms: ProtobufForms,
  { representation: { transform }, served: { definition, codec }, page, items }: ListToWrite,
): Generator<void, readonly Uint8Array[]> {
  const { length } = items
  const objectAt = (index: number): ApiObject => items[index]!.object()
  if (transform !== undefined) {
    const { as } = transform
    const metadataAt = (index: number): object => toPartialObjectMetadata(objectAt(index), as, definition)
    return protobuf.writeItemsInSteps(loadType('meta.v1.PartialObjectMetadata'), { length, at: metadataAt })
  }
  const schema = definition.schema()
  const { entries } = page
  // The items of a list that is larger than the cache would evict one another before they are asked for again.
  const areKept = codec.isImmediate && 2 * sizeOf(entries) <= forms.limitBytes
  const messageAt = (index: number): Uint8Array =>
    forms.messageOf(protobuf, entries[index]!, definition, () => objectAt(index))
  return protobuf.writeItemsInSteps(schema, { length, at: areKept ? messageAt : objectAt })
}

/** Encodes what is around the items of a page. */
export function wrapProtobufItems(
  protobuf: Protobuf,
  { representation: { transform }, served: { definition, apiVersion }, page }: Omit<ListToWrite, 'items'>,
  items: readonly Uint8Array[],
): readonly Uint8Array[] {
  const metadata: ListMeta = listMeta(page)
  const type: TypedObject =
    transform === undefined
      ? { kind: definition.listKind, apiVersion }
      : { kind: transform.as.kind, apiVersion: `${transform.as.group}/${transform.as.version}` }
  return protobuf.wrapList(type, metadata, items)
}

function sizeOf(entries: ListToWrite['page']['entries']): number {
  let bytes = 0
  for (const { value } of entries) bytes += value.byteLength
  return bytes
}
