import { notFound } from '@pinnace/meta'
import type { Strategy } from '@pinnace/resources'
import type { RequestScope } from '../request/request-scope.ts'

/** Lets an update create what does not exist. Throws 404 where the kind does not allow that, and 403 where the user may not create. `write/commit.ts` answers 201 then. */
// upstream: registry.Store.Update, and endpoints/handlers/update.go, withAuthorization
export async function authorizeCreateOnUpdate(scope: RequestScope, { allowCreateOnUpdate }: Strategy): Promise<void> {
  if (scope.subresource !== '' || allowCreateOnUpdate !== true) throw notFound(scope.served.gvr, scope.name)
  await scope.authorize('create')
}
