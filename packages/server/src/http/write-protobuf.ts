import type { ApiObject, Status } from '@pinnace/meta'
import type { ObjectSchema } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { Protobuf } from '@pinnace/versioning'
import type { ServedResource } from '../storage/served-resource.ts'
import type { ProtobufForms, StoredForm } from './protobuf-forms.ts'

/** An answer for a resource: an object, its PartialObjectMetadata, or a Status. */
type Shown = ApiObject | Status | object

/** Encodes an answer for a resource in the protobuf envelope. */
export function writeProtobuf(protobuf: Protobuf, served: ServedResource, shown: Shown): Uint8Array {
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

/** How stored objects of a resource are written. */
export interface StoredProtobuf {
  readonly protobuf: Protobuf
  readonly forms: ProtobufForms
  readonly served: ServedResource
}

/** Encodes a stored object in the protobuf envelope; its message is kept. `show` returns it in the requested version. */
export function writeStoredProtobuf(
  { protobuf, forms, served: { definition, apiVersion, gvk } }: StoredProtobuf,
  entry: StoredForm,
  show: () => ApiObject,
): Uint8Array {
  const message = forms.messageOf(protobuf, entry, definition, show)
  return protobuf.wrapMessage({ kind: gvk.kind, apiVersion }, message)
}
