import type { ApiObject } from '@pinnace/meta'
import type { ListPage } from '@pinnace/watch-cache'
import type { ObjectScope } from './object-scope.ts'
import { freshnessOf, type ListOptions } from '../options/list-options.ts'
import { storageOf } from './served-resource.ts'
import { scopeOf, type EntryScope } from './entry-selector.ts'

/** A page of a list and the options it was requested with. */
export interface ListedPage extends ListPage<ApiObject> {
  readonly scope: EntryScope
  /** True if the list has other pages before or after this one. */
  readonly isPart: boolean
}

/** Lists a collection at the requested resource version. */
export function list(scope: ObjectScope, options: ListOptions): Promise<ListedPage> | ListedPage {
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
