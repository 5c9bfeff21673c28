import type { OwnerReference } from '@pinnace/meta'
import { foregroundFinalizer, isDeletedWith, orphanFinalizer, type GraphNode, type SeenMetadata } from './graph-node.ts'
import { identityOf, matchesCoordinates } from './object-identity.ts'

/** What has changed between two lists of owner references. */
export interface OwnerChanges {
  /** References that are new, or that name the same uid differently than before. */
  readonly added: readonly OwnerReference[]
  readonly removed: readonly OwnerReference[]
  /** Owners whose deletion this object no longer blocks. */
  readonly unblockedUids: readonly string[]
}

/** Compares two lists of owner references by uid; the last reference to a uid counts. */
// upstream: garbagecollector/graph_builder.go, referencesDiffs and deleteOwnerRefStrategicMergePatch
export function compareOwners(before: readonly OwnerReference[], after: readonly OwnerReference[]): OwnerChanges {
  const known = new Map(before.map((owner) => [owner.uid, owner]))
  const next = new Map(after.map((owner) => [owner.uid, owner]))
  const isNew = (owner: OwnerReference): boolean => {
    const same = known.get(owner.uid)
    return same === undefined || !matchesCoordinates(owner, identityOf(same, ''))
  }
  const isUnblocked = ({ uid, blockOwnerDeletion }: OwnerReference): boolean =>
    blockOwnerDeletion === true && next.get(uid)?.blockOwnerDeletion !== true
  return {
    added: [...next.values()].filter(isNew),
    removed: [...known.values()].filter(({ uid }) => !next.has(uid)),
    unblockedUids: [...known.values()].filter(isUnblocked).map(({ uid }) => uid),
  }
}

/**
 * How a reference of an object in `namespace` fits a node of the graph with the same uid: `sound` when it names the node,
 * `otherNamespace` when the node is in a namespace the object cannot refer to, `doubtful` when only the server can tell.
 */
// upstream: garbagecollector/graph_builder.go, addDependentToOwners
export function judgeReference(
  owner: OwnerReference,
  namespace: string,
  { identity, seen }: Pick<GraphNode, 'identity' | 'seen'>,
): 'sound' | 'otherNamespace' | 'doubtful' {
  if (identity.namespace !== '' && identity.namespace !== namespace) return 'otherNamespace'
  if (!matchesCoordinates(owner, identity)) return 'doubtful'
  return identity.namespace !== namespace && seen === undefined ? 'doubtful' : 'sound'
}

/** The deletion that has begun between two states of an object, when it concerns dependents. */
// upstream: garbagecollector/graph_builder.go, processTransitions
export function begunDeletion(
  before: SeenMetadata | undefined,
  after: SeenMetadata | undefined,
): 'orphan' | 'foreground' | undefined {
  const begins = (finalizer: string): boolean => isDeletedWith(finalizer, after) && !isDeletedWith(finalizer, before)
  if (begins(orphanFinalizer)) return 'orphan'
  return begins(foregroundFinalizer) ? 'foreground' : undefined
}
