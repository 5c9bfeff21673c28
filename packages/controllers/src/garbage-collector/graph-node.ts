import type { ObjectMeta, OwnerReference } from '@pinnace/meta'
import { matchesCoordinates, type ObjectIdentity } from './object-identity.ts'

/** An object in the graph. Only the graph changes it. */
export interface GraphNode {
  readonly identity: ObjectIdentity
  /** Objects with an owner reference to it. */
  readonly dependents: ReadonlySet<GraphNode>
  /** The last observed metadata; undefined for an owner that has not been observed. */
  readonly seen: SeenMetadata | undefined
  readonly isBeingDeleted: boolean
  /** It is being deleted in the foreground. */
  readonly isDeletingDependents: boolean
}

/** The part of the metadata the garbage collector uses. */
export type SeenMetadata = Pick<ObjectMeta, 'resourceVersion' | 'ownerReferences' | 'finalizers' | 'deletionTimestamp'>

/** A {@link GraphNode} as the graph holds it. */
export interface WritableNode extends GraphNode {
  identity: ObjectIdentity
  readonly dependents: Set<WritableNode>
  seen: SeenMetadata | undefined
  isBeingDeleted: boolean
  isDeletingDependents: boolean
}

export const foregroundFinalizer = 'foregroundDeletion'
export const orphanFinalizer = 'orphan'

/** A node of an object that has not been observed. */
export function createNode(identity: ObjectIdentity): WritableNode {
  return { identity, dependents: new Set(), seen: undefined, isBeingDeleted: false, isDeletingDependents: false }
}

/** The last observed owner references of a node. */
export function ownersOf({ seen }: GraphNode): readonly OwnerReference[] {
  return seen?.ownerReferences ?? []
}

/** Whether an object is being deleted and has the finalizer. */
export function isDeletedWith(finalizer: string, seen: SeenMetadata | undefined): boolean {
  return seen?.deletionTimestamp !== undefined && (seen.finalizers ?? []).includes(finalizer)
}

/** Dependents whose reference has `blockOwnerDeletion`. */
export function blockingDependents({ dependents, identity: { uid } }: GraphNode): readonly GraphNode[] {
  return [...dependents].filter((dependent) =>
    ownersOf(dependent).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
  )
}

/**
 * Whether a node is `other`, or waits for it in a chain of foreground deletions. Such a cycle would never be deleted:
 * kube-controller-manager waits forever there.
 */
export function waitsFor(node: GraphNode, other: GraphNode): boolean {
  const looked = new Set<GraphNode>()
  const next = [node]
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (one === other) return true
    if (!one.isDeletingDependents || looked.has(one)) continue
    looked.add(one)
    next.push(...blockingDependents(one))
  }
  return false
}

/** Dependents that refer to the identity of the owner, and those that refer to its uid with other coordinates. */
// upstream: garbagecollector/graph_builder.go, partitionDependents
export function partitionDependents(
  dependents: Iterable<WritableNode>,
  owner: ObjectIdentity,
): { readonly matching: readonly WritableNode[]; readonly others: readonly WritableNode[] } {
  const matching: WritableNode[] = []
  const others: WritableNode[] = []
  for (const dependent of dependents) {
    const references = ownersOf(dependent).filter(({ uid }) => uid === owner.uid)
    if (owner.namespace !== '' && owner.namespace !== dependent.identity.namespace) {
      others.push(dependent)
      continue
    }
    if (references.some((reference) => matchesCoordinates(reference, owner))) matching.push(dependent)
    if (references.some((reference) => !matchesCoordinates(reference, owner))) others.push(dependent)
  }
  return { matching, others }
}
