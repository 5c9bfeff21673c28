import { StatusError } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import { slicesOf } from '../../request/slices-of.ts'
import type { WriteContext } from '../write-context.ts'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { ListOptions } from '../../options/list-options.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { remove } from './delete.ts'
import { list, type ListedPage } from '../../storage/list.ts'

/**
 * Deletes the objects of a list, or of a page of it (`limit`, `continue`), one by one, in slices of time. Objects that have been deleted meanwhile are skipped.
 * Answers with a page of the deleted objects. At the deadline of the request, those that are left remain.
 */
export async function removeCollection(
  server: WriteContext,
  scope: RequestScope,
  listOptions: ListOptions,
  options: DeleteOptions,
): Promise<ListedPage> {
  // upstream: endpoints/handlers/delete.go, DeleteCollection – also where nothing is deleted.
  for (const text of scope.served.definition.strategy.deleteWarnings?.(options) ?? []) scope.warn(text)
  const page = await list(scope, atVersion(listOptions))
  const storage = storageOf(scope.served)
  const slices = slicesOf(server, scope)
  const deleted: ListedPage['entries'][number][] = []
  for (const entry of page.entries) {
    if (slices.isOver()) await slices.next()
    const { namespace, name } = storage.identify(entry.key)
    try {
      await remove(server, { ...scope, signal: scope.signal, namespace, name }, options, 'of-collection')
      deleted.push(entry)
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
    }
  }
  // INVARIANT: a page that is a part is not cached.
  return { ...page, entries: deleted, isPart: true }
}

// upstream: registry.Store.DeleteCollection – the objects are listed in pages, and a page is read at exactly a version.
function atVersion(options: ListOptions): ListOptions {
  const { resourceVersion, resourceVersionMatch } = options
  return resourceVersion === '' || resourceVersionMatch !== '' ? options : { ...options, resourceVersionMatch: 'Exact' }
}
