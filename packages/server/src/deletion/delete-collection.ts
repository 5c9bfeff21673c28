import { StatusError, type ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import type { DeleteOptions } from './delete-options.ts'
import type { ListOptions } from '../options/list-options.ts'
import { storageOf } from '../served-resource.ts'
import { remove } from './delete.ts'
import { list } from '../verbs/list.ts'

/** Deletes every object a list would show, one by one; what has gone meanwhile is no failure. Answers what was deleted. */
export async function removeCollection(
  core: ServerCore,
  scope: RequestScope,
  listOptions: ListOptions,
  options: DeleteOptions,
): Promise<{ readonly page: Awaited<ReturnType<typeof list>>; readonly deleted: readonly ApiObject[] }> {
  const page = await list(scope, listOptions)
  const storage = storageOf(scope.served)
  const deleted: ApiObject[] = []
  for (const entry of page.entries) {
    const { namespace, name } = storage.identify(entry.key)
    try {
      await remove(core, { ...scope, namespace, name }, options)
      deleted.push(await scope.served.codec.showOne(entry.object()))
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error
    }
  }
  return { page, deleted }
}
