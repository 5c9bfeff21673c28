import { StatusError, type ApiObject, type ListMeta } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { MediaTransform } from './negotiate.ts'

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
  readonly items: readonly PartialObjectMetadata[]
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
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion: `${as.group}/${as.version}`,
    metadata,
    items: Array.from(objects, (object) => toPartialObjectMetadata(object, as, definition)),
  }
}

/** The 406 for a transformation that does not fit one object (`isList` false) or a list. */
export function misfit(kind: string, isList: boolean, definition: ResourceDefinition): StatusError {
  // upstream: the internal type, which both groups of events share.
  const group = definition.storage.group.split('.')[0]
  const type = `*${group === '' ? 'core' : group}.${isList ? definition.listKind : definition.kind}`
  const found = isList ? 'a list' : 'not a list'
  return new StatusError('NotAcceptable', `you requested ${kind}, but the requested object is ${found} (${type})`)
}
