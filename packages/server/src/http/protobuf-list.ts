import { loadType } from '@pinnace/types'
import { toPartialObjectMetadata, type Protobuf } from '@pinnace/versioning'
import { listMeta } from '../storage/list-object.ts'
import type { ListToWrite } from './list-text.ts'

/** Encodes a page of a list or its metadata, in chunks to be sent in order. Can be interrupted. */
export function writeProtobufList(
  protobuf: Protobuf,
  { representation: { transform }, served: { definition, apiVersion }, page, items }: ListToWrite,
): Generator<void, readonly Uint8Array[]> {
  const metadata = listMeta(page)
  if (transform === undefined) {
    const type = { kind: definition.listKind, apiVersion }
    return protobuf.writeListInSteps(
      definition.schema(),
      type,
      metadata,
      mapLazily(items, (item) => item.object()),
    )
  }
  const { as } = transform
  const type = { kind: as.kind, apiVersion: `${as.group}/${as.version}` }
  const partials = mapLazily(items, (item) => toPartialObjectMetadata(item.object(), as, definition))
  return protobuf.writeListInSteps(loadType('meta.v1.PartialObjectMetadata'), type, metadata, partials)
}

// Decodes one object at a time instead of the whole page.
function* mapLazily<T, R>(values: readonly T[], map: (value: T) => R): Iterable<R> {
  for (const value of values) yield map(value)
}
