import type { ApiObject, ListMeta } from '@pinnace/meta'
import type { MediaTransform } from './content-negotiation.ts'
import { misfit, toPartialObjectMetadata, toPartialObjectMetadataList } from './partial-object-metadata.ts'
import { toBookmarkTable, toTable, type TableOptions } from './table.ts'

/** What a transformation needs; `as` is that of the media type agreed on. */
export interface TransformOptions extends TableOptions {
  readonly as: MediaTransform
}

/**
 * One object, or the object of one watch event, as the kind asked for. A Status is answered as it is, whatever was
 * asked for. Throws NotAcceptable (406) where a list kind was asked for.
 */
// upstream: handlers/response.go, doTransformObject
export function transformObject(object: ApiObject, options: TransformOptions): object {
  if (object.kind === 'Status' && object.apiVersion === 'v1') return object
  const { as, definition } = options
  switch (as.kind) {
    case 'Table': {
      const { resourceVersion } = object.metadata
      return toTable([object], resourceVersion === undefined ? {} : { resourceVersion }, options)
    }
    case 'PartialObjectMetadata':
      return toPartialObjectMetadata(object, as, definition)
    default:
      throw misfit(as.kind, false, definition)
  }
}

/** The object of a BOOKMARK event as the kind asked for. */
export function transformBookmark(bookmark: ApiObject, options: TransformOptions): object {
  return options.as.kind === 'Table' ? toBookmarkTable(bookmark, options) : transformObject(bookmark, options)
}

/** A list as the kind asked for. Throws NotAcceptable (406) where the kind of a single object was asked for. */
export function transformList(objects: Iterable<ApiObject>, metadata: ListMeta, options: TransformOptions): object {
  const { as, definition } = options
  switch (as.kind) {
    case 'Table':
      return toTable(objects, metadata, options)
    case 'PartialObjectMetadataList':
      return toPartialObjectMetadataList(objects, metadata, as, definition)
    default:
      throw misfit(as.kind, true, definition)
  }
}
