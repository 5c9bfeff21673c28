import { conflict, preconditionFailed, type ApiObject, type FailedPrecondition } from '@pinnace/meta'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { RequestScope } from '../../request/request-scope.ts'
import { preconditionMessage } from '../optimistic-concurrency.ts'

/** Throws a 409 unless the stored object has the uid and the resource version that the client names. */
export function assertPreconditions(scope: RequestScope, live: ApiObject, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== live.metadata.uid) {
    throw failed(scope, { field: 'UID', expected: uid, actual: live.metadata.uid })
  }
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    const actual = live.metadata.resourceVersion
    throw failed(scope, { field: 'ResourceVersion', expected: resourceVersion, actual })
  }
}

function failed({ served, name }: RequestScope, precondition: FailedPrecondition): Error {
  const { storage, kind, strategy } = served.definition
  // The group is that of the storage, which events of both groups share.
  if (strategy.deletesOnItsOwn !== true) return preconditionFailed({ group: storage.group, kind }, name, precondition)
  return conflict(served.gvr, name, preconditionMessage(precondition))
}
