import { staleObject, unclassifiedError, type ApiObject, type FailedPrecondition } from '@pinnace/meta'
import { assertObjectVersion, isUnset } from '../options/resource-version.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { Draft } from '../storage/draft.ts'

/** Throws 409 for an update whose resourceVersion is not that of the live object; one without a version passes. */
export function assertVersionOfLive(scope: RequestScope, { metadata }: Draft, live: ApiObject): void {
  const { resourceVersion } = metadata
  assertObjectVersion(resourceVersion)
  if (!isUnset(resourceVersion) && resourceVersion !== live.metadata.resourceVersion) {
    throw staleObject(scope.served.gvr, scope.name)
  }
}

/** Throws 500 for a new object with a resourceVersion. */
// upstream: storage/etcd3/store.go, Create – only the store looks at the version, and one that is no number passes.
export function refuseVersionOfNew({ metadata }: Draft): void {
  const { resourceVersion = '' } = metadata
  if (/^0*[1-9]\d*$/.test(resourceVersion) && BigInt(resourceVersion) < 2n ** 64n) {
    throw unclassifiedError('resourceVersion should not be set on objects to be created')
  }
  delete metadata.resourceVersion
}

/** The message of a precondition that does not hold, as the store of kube-apiserver words it. */
// upstream: storage/interfaces.go, Preconditions.Check
export function preconditionMessage({ field, expected, actual }: FailedPrecondition): string {
  return `Precondition failed: ${field} in precondition: ${expected}, ${field} in object meta: ${actual}`
}
