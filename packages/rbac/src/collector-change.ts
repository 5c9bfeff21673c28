import { isSemanticEqual, type ApiObject } from '@pinnace/meta'

/** Whether an update changes only the fields that the garbage collector writes: owner references and finalizers. */
// upstream: registry/rbac/helpers.go, IsOnlyMutatingGCFields
export function isOnlyCollectorChange(next: ApiObject, live: ApiObject): boolean {
  const { ownerReferences, finalizers, selfLink, managedFields } = live.metadata
  return isSemanticEqual(
    { ...next, metadata: { ...next.metadata, ownerReferences, finalizers, selfLink, managedFields } },
    live,
  )
}
