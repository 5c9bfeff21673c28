import type { ApiObject, Awaitable } from '@pinnace/meta'
import type { ListPage, ListRequest } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import type { ListOptions } from '../options/list-options.ts'
import { freshnessOf } from '../options/resource-version-match.ts'
import { storageOf } from './served-resource.ts'
import { scopeOf, type EntryScope, type ShownFilter } from './entry-selector.ts'
import { revisionNotReached } from './too-large-resource-version.ts'

/** A page of a list and the options it was requested with. */
export interface ListedPage extends ListPage<ApiObject> {
  readonly scope: EntryScope
  /** True if the list has other pages before or after this one. */
  readonly isPart: boolean
  /** True if the list has pages before this one. */
  readonly isContinued: boolean
}

/** Lists a collection at the requested resource version. */
export function list(scope: ObjectScope, options: ListOptions): Promise<ListedPage> | ListedPage {
  const entryScope = scopeOf(scope, options)
  const { prefix, key, selector } = entryScope
  const { limit } = options
  const continueToken = options.continueToken === '' ? undefined : options.continueToken
  // Objects of a list are written out: a spread gives each of them a hidden class of its own.
  const request = { prefix, key, selector, freshness: freshnessOf(options), limit, continueToken, caller: scope }
  const read = (at: ListRequest<ApiObject>): Awaitable<ListPage<ApiObject>> =>
    entryScope.shows === undefined ? storageOf(scope.served).cache.list(at) : listShown(scope, at, entryScope.shows)
  const answer = isSingleAtVersion(scope, request) ? listSingle(request, options, read) : read(request)
  const listed = (page: ListPage<ApiObject>): ListedPage => ({
    revision: page.revision,
    contentRevision: page.contentRevision,
    entries: page.entries,
    continue: page.continue,
    // Counted where the page is cut: `list-page.ts` of the watch cache.
    remainingItemCount: page.remainingItemCount,
    scope: entryScope,
    isContinued: continueToken !== undefined,
    isPart: continueToken !== undefined || page.continue !== undefined,
  })
  return answer instanceof Promise ? answer.then(listed) : listed(answer)
}

// upstream: registry/generic/registry/store.go, ListPredicate – a selected name is read by its key if the path has the namespace.
function isSingleAtVersion({ served, namespace }: ObjectScope, { key, freshness }: ListRequest<ApiObject>): boolean {
  return key !== undefined && freshness?.kind === 'exact' && (namespace !== '' || served.definition.scope === 'Cluster')
}

/** A list of one key at a version. It is not waited for; with a limit only, the newest object is read. */
// upstream: storage/etcd3/store.go, GetList, and storage/util.go, ValidateListOptions
async function listSingle(
  request: ListRequest<ApiObject>,
  { resourceVersionMatch }: ListOptions,
  read: (request: ListRequest<ApiObject>) => Awaitable<ListPage<ApiObject>>,
): Promise<ListPage<ApiObject>> {
  const newest = await read({ ...request, freshness: { kind: 'unset' } })
  const { freshness } = request
  if (freshness?.kind !== 'exact') return newest
  if (freshness.revision > newest.revision) throw revisionNotReached(freshness.revision, newest.revision)
  return resourceVersionMatch === 'Exact' ? read(request) : newest
}

/** A page of the objects that match once they have been converted. They are converted together. */
async function listShown(
  { served }: ObjectScope,
  request: ListRequest<ApiObject>,
  shows: ShownFilter,
): Promise<ListPage<ApiObject>> {
  const { cache } = storageOf(served)
  const { limit = 0, continueToken } = request
  const all = await cache.list({ ...request, limit: 0 })
  const objects = await served.codec.show(all.entries.map((entry) => entry.object()))
  const matching = objects.flatMap((object, index) => (shows(object) ? [index] : []))
  const shown = limit > 0 ? matching.slice(0, limit) : matching
  const entries = shown.flatMap((index) => all.entries[index] ?? [])
  const last = shown.at(-1)
  if (last === undefined || shown.length === matching.length) return { ...all, entries }
  // Read again up to the last match, for the token that continues after it.
  const exact = continueToken === undefined ? { freshness: { kind: 'exact', revision: all.revision } as const } : {}
  const part = await cache.list({ ...request, ...exact, limit: last + 1 })
  return { ...part, entries, remainingItemCount: undefined }
}
