import { badRequest, type ApiObject } from '@pinnace/meta'
import type { Freshness, ListPage } from '@pinnace/watch-cache'
import type { RequestScope } from '../write/request-scope.ts'
import type { ListOptions } from '../options/list-options.ts'
import { parseResourceVersion } from '../options/resource-version.ts'
import { storageOf } from '../served-resource.ts'
import { scopeOf, type EntryScope } from '../storage/entry-selector.ts'

/** A page of a list, with what was asked for. */
export interface ListedPage extends ListPage<ApiObject> {
  readonly scope: EntryScope
  /** A page of a list that goes on before or after it. */
  readonly isPart: boolean
}

/** Lists a collection at the freshness asked for. */
export function list(scope: RequestScope, options: ListOptions): Promise<ListedPage> | ListedPage {
  const storage = storageOf(scope.served)
  const entryScope = scopeOf(scope.served.definition, storage, scope.namespace, options)
  const answer = storage.cache.list({
    ...entryScope,
    freshness: freshnessOf(options),
    limit: options.limit,
    ...(options.continueToken === '' ? {} : { continueToken: options.continueToken }),
    caller: scope,
  })
  const continues = options.continueToken !== ''
  const listed = (page: ListPage<ApiObject>): ListedPage => ({
    ...page,
    scope: entryScope,
    isPart: continues || page.continue !== undefined,
  })
  return answer instanceof Promise ? answer.then(listed) : listed(answer)
}

// The table "resourceVersion semantics, List" of the specification, row by row.
function freshnessOf({ resourceVersion, resourceVersionMatch, limit, continueToken }: ListOptions): Freshness {
  if (resourceVersion === '') return { kind: 'unset' }
  const revision = parseResourceVersion(resourceVersion)
  if (continueToken !== '') {
    if (revision === 0n) return { kind: 'unset' }
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  if (revision === 0n) return { kind: 'any' }
  if (resourceVersionMatch === 'Exact') return { kind: 'exact', revision }
  if (resourceVersionMatch === '' && limit > 0) return { kind: 'exact', revision }
  return { kind: 'notOlderThan', revision }
}
