import type { ObjectMeta, OwnerReference } from '@pinnace/meta'
import { matchesCoordinates, type ObjectIdentity } from './object-identity.ts'

/** An object as the graph knows it. Only the graph changes it. */
export interface GraphNode {
  readonly identity: ObjectIdentity
  /** Those that name it as an owner. */
  readonly dependents: ReadonlySet<GraphNode>
  /** What was last seen of it; `undefined` while others speak of it and it has not been seen. */
  readonly seen: SeenMetadata | undefined
  readonly isBeingDeleted: boolean
  /** It is being deleted, and its dependents go first. */
  readonly isDeletingDependents: boolean
}

/** What the collector needs of an object's metadata. */
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

/** A node of which nothing is known but who it is. */
export function createNode(identity: ObjectIdentity): WritableNode {
  return { identity, dependents: new Set(), seen: undefined, isBeingDeleted: false, isDeletingDependents: false }
}

/** The owners of a node, as it was last seen. */
export function ownersOf({ seen }: GraphNode): readonly OwnerReference[] {
  return seen?.ownerReferences ?? []
}

/** Whether it is being deleted in that way. */
export function isDeletedWith(finalizer: string, seen: SeenMetadata | undefined): boolean {
  return seen?.deletionTimestamp !== undefined && (seen.finalizers ?? []).includes(finalizer)
}

/** Dependents that must be gone before a node may go. */
export function blockingDependents({ dependents, identity: { uid } }: GraphNode): readonly GraphNode[] {
  return [...dependents].filter((dependent) =>
    ownersOf(dependent).some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
  )
}

/**
 * Whether a node is the other, or cannot go before it. Where each of a circle of nodes was deleted so that its
 * dependents go first, the original waits for ever.
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

/** Dependents that name the owner as it is, and those that name it otherwise. One may do both. */
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
