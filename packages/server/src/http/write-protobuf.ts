import type { ApiObject, ListMeta, Status } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { Protobuf } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'

/** An answer for a resource: an object, its Table or PartialObjectMetadata, a list, or a Status. */
type Shown = ApiObject | Status | object

interface ListShape {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ListMeta
  readonly items: readonly object[]
}

/** Encodes an answer for a resource in the protobuf envelope. */
export function writeProtobuf(protobuf: Protobuf, served: ServedResource, shown: Shown): Uint8Array {
  const { definition, apiVersion } = served
  if (isList(shown) && shown.apiVersion === apiVersion && shown.kind === definition.listKind) {
    return Buffer.concat(protobuf.writeList(definition.schema(), shown, shown.metadata, shown.items))
  }
  return protobuf.writeEnvelope(schemaOf(served, shown), shown)
}

function schemaOf({ definition, apiVersion, gvk }: ServedResource, shown: Shown): ObjectSchema {
  const { kind, apiVersion: sent } = shown as { readonly kind?: string; readonly apiVersion?: string }
  if (kind === gvk.kind && sent === apiVersion) return definition.schema()
  switch (kind) {
    case 'Status':
    case 'PartialObjectMetadata':
    case 'PartialObjectMetadataList':
      return loadType(`meta.v1.${kind}`)
    default:
      return definition.schema()
  }
}

function isList(shown: object): shown is ListShape {
  return 'items' in shown && Array.isArray(shown.items)
}
