import { cloneJson, type ApiObject, type GroupResource } from '@pinnace/meta'
import { defaultWriteOptions } from '../options/write-options.ts'
import { loopbackScope, ownManager } from '../request/loopback-scope.ts'
import type { Draft } from '../storage/draft.ts'
import { write } from '../write/write.ts'
import { servedOf } from './update-status.ts'
import type { VerbContext } from './verb-context.ts'

/** Creates an object as the server itself: without authorization, with admission. Throws 409 if it exists. */
export async function createAsServer(server: VerbContext, resource: GroupResource, object: ApiObject): Promise<void> {
  const served = servedOf(server, resource)
  const { namespace = '' } = object.metadata
  const scope = { ...loopbackScope(server, served, namespace, ''), verb: 'create' }
  await write(server, scope, {
    propose: () => cloneJson(object) as Draft,
    strategy: served.definition.strategy,
    options: defaultWriteOptions,
    retry: false,
    ownership: { type: 'update', manager: ownManager(server.vocabulary) },
  })
}
