import type { ApiList, ApiObject, ListMeta } from '@pinnace/meta'
import type { ServedResource } from './served-resource.ts'
import type { ListedPage } from './list.ts'

/** A list of objects of one resource. */
export function toList(served: ServedResource, objects: readonly ApiObject[], metadata: ListMeta): ApiList {
  const items = served.definition.builtIn ? objects.map(withoutType) : objects
  return { kind: served.definition.listKind, apiVersion: served.apiVersion, metadata, items }
}

/** The metadata of a page. */
export function listMeta(page: Pick<ListedPage, 'revision' | 'continue' | 'remainingItemCount'>): ListMeta {
  // What is computed for each read has no version.
  if (page.revision === 0n) return {}
  const resourceVersion = String(page.revision)
  if (page.continue === undefined && page.remainingItemCount === undefined) return { resourceVersion }
  return {
    resourceVersion,
    ...(page.continue === undefined ? {} : { continue: page.continue }),
    ...(page.remainingItemCount === undefined ? {} : { remainingItemCount: page.remainingItemCount }),
  }
}

/** The metadata of a list. That of custom resources always has a continue token. */
// upstream: apimachinery/pkg/apis/meta/v1/unstructured, UnstructuredList
export function metadataOf({ definition }: ServedResource, page: ListedPage): ListMeta {
  return definition.builtIn ? listMeta(page) : { continue: '', ...listMeta(page) }
}

function withoutType({ kind: _kind, apiVersion: _apiVersion, ...object }: ApiObject): ApiObject {
  return object
}
