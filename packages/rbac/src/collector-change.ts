import { isSemanticEqual, type ApiObject } from '@pinnace/meta'

/**
 * Whether an update changes nothing but what the garbage collector needs to delete the object in the end: its owners
 * and its finalizers.
 */
// upstream: registry/rbac/helpers.go, IsOnlyMutatingGCFields
export function isOnlyCollectorChange(next: ApiObject, live: ApiObject): boolean {
  const { ownerReferences, finalizers, selfLink, managedFields } = live.metadata
  return isSemanticEqual(
    { ...next, metadata: { ...next.metadata, ownerReferences, finalizers, selfLink, managedFields } },
    live,
  )
}
