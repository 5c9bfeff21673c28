import { StatusError, type ApiObject, type ListMeta } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import { internalType } from './internal-type.ts'
import type { MediaTransform } from './content-negotiation.ts'

/** An object reduced to its metadata. */
export interface PartialObjectMetadata extends ApiObject {
  readonly kind: 'PartialObjectMetadata'
  readonly apiVersion: string
}

/** A list of {@link PartialObjectMetadata}. */
export interface PartialObjectMetadataList {
  readonly kind: 'PartialObjectMetadataList'
  readonly apiVersion: string
  readonly metadata: ListMeta
  /** Null if there are none. */
  readonly items: readonly PartialObjectMetadata[] | null
}

/** The metadata of one object; `as` says in which group and version. */
// upstream: handlers/response.go, asPartialObjectMetadata
export function toPartialObjectMetadata(
  { metadata }: ApiObject,
  as: Omit<MediaTransform, 'kind'>,
  { shownMetadata }: Pick<ResourceDefinition, 'shownMetadata'>,
): PartialObjectMetadata {
  return {
    kind: 'PartialObjectMetadata',
    apiVersion: `${as.group}/${as.version}`,
    metadata: shownMetadata === undefined ? metadata : shownMetadata(metadata),
  }
}

/** The metadata of every object of a list. */
export function toPartialObjectMetadataList(
  objects: Iterable<ApiObject>,
  metadata: ListMeta,
  as: Omit<MediaTransform, 'kind'>,
  definition: Pick<ResourceDefinition, 'shownMetadata'>,
): PartialObjectMetadataList {
  const items = Array.from(objects, (object) => toPartialObjectMetadata(object, as, definition))
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: `${as.group}/${as.version}`,
    metadata,
    // upstream: handlers/response.go, asPartialObjectMetadataList – a slice that nothing is appended to.
    items: items.length === 0 ? null : items,
  }
}

/** The 406 for a transformation that does not fit one object (`isList` false) or a list. */
export function misfit(kind: string, isList: boolean, definition: ResourceDefinition): StatusError {
  const { storage, kind: itemKind, listKind } = definition
  const type = `*${internalType({ group: storage.group, kind: isList ? listKind : itemKind })}`
  const found = isList ? 'a list' : 'not a list'
  return new StatusError('NotAcceptable', `you requested ${kind}, but the requested object is ${found} (${type})`)
}
