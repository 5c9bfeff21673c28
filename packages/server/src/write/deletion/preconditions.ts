import { preconditionFailed, type ApiObject } from '@pinnace/meta'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { RequestScope } from '../../request/request-scope.ts'

/** Throws a 409 unless the stored object has the uid and the resource version that the client names. */
export function assertPreconditions(
  { served, name }: RequestScope,
  live: ApiObject,
  { preconditions }: DeleteOptions,
): void {
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== live.metadata.uid) {
    throw preconditionFailed(served.gvk, name, { field: 'UID', expected: uid, actual: live.metadata.uid })
  }
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    const actual = live.metadata.resourceVersion
    throw preconditionFailed(served.gvk, name, { field: 'ResourceVersion', expected: resourceVersion, actual })
  }
}
