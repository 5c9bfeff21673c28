import type { ApiObject } from '@pinnace/meta'

/**
 * Whether an update changes nothing but what the garbage collector needs to delete the object in the end: its owners
 * and its finalizers.
 */
// upstream: registry/rbac/helpers.go, IsOnlyMutatingGCFields
export function isOnlyCollectorChange(next: ApiObject, live: ApiObject): boolean {
  const { ownerReferences, finalizers, selfLink, managedFields } = live.metadata
  const metadata = { ...next.metadata, ownerReferences, finalizers, selfLink, managedFields }
  return isSame({ ...next, metadata }, live)
}

/** Equal as JSON; what is absent equals what is empty. */
// upstream: apimachinery/pkg/conversion, Equalities.DeepEqual
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isEmpty(left) || isEmpty(right)) return isEmpty(left) && isEmpty(right)
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => isSame(item, right[index]))
  }
  const before = new Map<string, unknown>(Object.entries(right))
  const after = new Map<string, unknown>(Object.entries(left))
  return [...new Set([...before.keys(), ...after.keys()])].every((key) => isSame(after.get(key), before.get(key)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return Array.isArray(value) && value.length === 0
}
