import { StatusError, type ApiList, type ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { WriteContext } from '../write-context.ts'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { ListOptions } from '../../options/list-options.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { remove } from './delete.ts'
import { listMeta, toList } from '../../storage/list-object.ts'
import { list } from '../../storage/list.ts'

/**
 * Deletes the objects of a list, one by one. Objects that have been deleted meanwhile are skipped. Answers with a list
 * of the deleted objects.
 */
export async function removeCollection(
  server: WriteContext,
  scope: RequestScope,
  listOptions: ListOptions,
  options: DeleteOptions,
): Promise<ApiList> {
  const page = await list(scope, atVersion(listOptions))
  const storage = storageOf(scope.served)
  const deleted: ApiObject[] = []
  for (const entry of page.entries) {
    const { namespace, name } = storage.identify(entry.key)
    try {
      await remove(server, { ...scope, signal: scope.signal, namespace, name }, options)
      deleted.push(await scope.served.codec.showOne(entry.object()))
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
    }
  }
  return toList(scope.served, deleted, listMeta(page))
}

// upstream: registry.Store.DeleteCollection – the objects are listed in pages, and a page is read at exactly a version.
function atVersion(options: ListOptions): ListOptions {
  const { resourceVersion, resourceVersionMatch } = options
  return resourceVersion === '' || resourceVersionMatch !== '' ? options : { ...options, resourceVersionMatch: 'Exact' }
}
