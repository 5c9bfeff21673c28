import { ownersOf, type GraphNode } from './graph-node.ts'
import { identityKey, identityOf, matchesCoordinates, type ObjectIdentity } from './object-identity.ts'

/**
 * Another identity of an owner that was not found under `absent`, as its dependents refer to it: the next one in sorted
 * order, so that each is tried in turn. Undefined when there is no other.
 */
// upstream: garbagecollector/graph_builder.go, getAlternateOwnerIdentity
export function alternateIdentity(
  dependents: readonly GraphNode[],
  absent: ObjectIdentity,
): ObjectIdentity | undefined {
  const isClusterScoped = absent.namespace === ''
  const found = new Map<string, ObjectIdentity>()
  for (const dependent of dependents) {
    const { namespace } = dependent.identity
    for (const reference of ownersOf(dependent)) {
      if (reference.uid !== absent.uid) continue
      const isSame = matchesCoordinates(reference, absent)
      if (isSame && (isClusterScoped || absent.namespace === namespace)) continue
      const isOfClusterKind =
        isClusterScoped && reference.apiVersion === absent.apiVersion && reference.kind === absent.kind
      const identity = identityOf(reference, isOfClusterKind ? '' : namespace)
      found.set(identityKey(identity), identity)
    }
  }
  const keys = [...found.keys()].sort()
  const absentKey = identityKey(absent)
  const key = keys.find((candidate) => candidate > absentKey) ?? keys.find((candidate) => candidate !== absentKey)
  return key === undefined ? undefined : found.get(key)
}
