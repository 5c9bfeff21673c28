import type { ApiObject } from '@pinnace/meta'

import { isSameJson } from './same-json.ts'

/**
 * Whether an update changes nothing but what the garbage collector needs to delete the object in the end: its owners
 * and its finalizers.
 */
// upstream: registry/rbac/helpers.go, IsOnlyMutatingGCFields
export function isOnlyCollectorChange(next: ApiObject, live: ApiObject): boolean {
  const { ownerReferences, finalizers, selfLink, managedFields } = live.metadata
  return isSameJson(
    { ...next, metadata: { ...next.metadata, ownerReferences, finalizers, selfLink, managedFields } },
    live,
  )
}
