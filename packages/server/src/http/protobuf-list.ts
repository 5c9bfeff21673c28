import type { ListMeta } from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import { toPartialObjectMetadata, type Protobuf, type TypedObject } from '@pinnace/versioning'
import { objectHead } from '../storage/encode-object.ts'
import { listMeta } from '../storage/list-object.ts'
import type { ListToWrite } from './list-text.ts'
import type { MessageDefinition, ProtobufForms } from './protobuf-forms.ts'
import { readStoredMetadata } from './stored-metadata.ts'

/** The messages of stored objects, and those of their metadata alone. */
export interface ProtobufCaches {
  readonly protobufForms: ProtobufForms
  readonly metadataForms: ProtobufForms
}

const metadataOnly: MessageDefinition = { schema: () => loadType('meta.v1.PartialObjectMetadata') }

/** Encodes the items of a page, or their metadata, in chunks to be sent in order. Can be interrupted. */
export function* writeProtobufItems(
  protobuf: Protobuf,
  { protobufForms, metadataForms }: ProtobufCaches,
  list: ListToWrite,
): Generator<void, readonly Uint8Array[]> {
  const { representation, served, page, items } = list
  const { definition, codec } = served
  const isMetadata = representation.transform !== undefined
  const written: MessageDefinition = isMetadata ? metadataOnly : definition
  const forms = isMetadata ? metadataForms : protobufForms
  const { length } = items
  const objectAt = isMetadata ? metadataReader(list) : (index: number): object => items[index]!.object()
  const { entries } = page
  // The items of a list that is larger than the cache would evict one another before they are asked for again.
  const areKept = codec.isImmediate && (yield* haveAtMost(entries, forms.limitBytes / 2))
  const messageAt = (index: number): Uint8Array =>
    forms.messageOf(protobuf, entries[index]!, written, () => objectAt(index))
  return yield* protobuf.writeItemsInSteps(written.schema(), { length, at: areKept ? messageAt : objectAt })
}

/** Reads the metadata of items: from the stored bytes where they are in the requested version, without the rest. */
function metadataReader({ representation, served, page, items }: ListToWrite): (index: number) => object {
  const { definition, codec, apiVersion } = served
  const as = representation.transform?.as ?? { group: '', version: '' }
  const headLength = objectHead(definition.kind, apiVersion).length
  const isCopied = definition.shownMetadata === undefined && codec.isImmediate
  return (index) => {
    const value = page.entries[index]?.value
    if (isCopied && value !== undefined && (codec.isAlwaysOwn || codec.isOwn(value))) {
      return { metadata: readStoredMetadata(value, headLength) }
    }
    return toPartialObjectMetadata(items[index]!.object(), as, definition)
  }
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

/** The entries whose bytes are counted before the work can be interrupted. */
const stepLength = 1_024

function* haveAtMost(entries: ListToWrite['page']['entries'], limit: number): Generator<void, boolean> {
  let bytes = 0
  for (const [index, { value }] of entries.entries()) {
    bytes += value.byteLength
    if (bytes > limit) return false
    if (index % stepLength === stepLength - 1) yield
  }
  return true
}
