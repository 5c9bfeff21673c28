import type { ObjectMeta, OwnerReference } from '@pinnace/meta'
import type { AbsentOwners } from './absent-owners.ts'
import { alternateIdentity } from './alternate-identity.ts'
import {
  createNode,
  foregroundFinalizer,
  isDeletedWith,
  orphanFinalizer,
  ownersOf,
  partitionDependents,
  type GraphNode,
  type SeenMetadata,
  type WritableNode,
} from './graph-node.ts'
import { identityKey, identityOf, matchesCoordinates, type ObjectIdentity } from './object-identity.ts'

/** Options for {@link createDependencyGraph}. */
export interface DependencyGraphOptions {
  readonly absentOwners: AbsentOwners
  /** Something may have to go. */
  readonly attemptDelete: (uid: string) => void
  /** The same, but not at once: it was looked at just now, under another name. */
  readonly attemptLater: (uid: string) => void
  /** The dependents of something are to be let go. */
  readonly attemptOrphan: (uid: string) => void
  /** A dependent names an owner that lives in another namespace. */
  readonly onInvalidNamespace: (dependent: ObjectIdentity, owner: ObjectIdentity) => void
}

/** Who owns whom, as far as it has been seen. */
export interface DependencyGraph {
  readonly size: number
  get(uid: string): GraphNode | undefined
  /** An object has been seen. */
  observe(identity: ObjectIdentity, metadata: ObjectMeta): void
  /** An object has been seen to go. */
  remove(identity: ObjectIdentity): void
  /** The server says that there is no such object. */
  removeAbsent(identity: ObjectIdentity): void
  /** Nobody looks at objects of this version any more. What others depend on stays. */
  forget(identity: ObjectIdentity): void
}

/** An empty graph. It holds a node of every object that was seen, and of every owner somebody names. */
// upstream: garbagecollector/graph_builder.go, processGraphChanges
export function createDependencyGraph(options: DependencyGraphOptions): DependencyGraph {
  const { absentOwners, attemptDelete, attemptLater, attemptOrphan, onInvalidNamespace } = options
  const nodes = new Map<string, WritableNode>()

  const attempt = (node: GraphNode): void => attemptDelete(node.identity.uid)
  const addToOwners = (node: WritableNode, owners: readonly OwnerReference[]): void => {
    let isDoubtful = false
    for (const owner of owners) {
      let known = nodes.get(owner.uid)
      if (known === undefined) {
        known = createNode(identityOf(owner, node.identity.namespace))
        nodes.set(owner.uid, known)
        known.dependents.add(node)
        attempt(known)
        continue
      }
      known.dependents.add(node)
      if (isDoubtful) continue
      const { namespace } = known.identity
      const isElsewhere = namespace !== node.identity.namespace
      if (namespace !== '' && isElsewhere) {
        if (known.seen !== undefined) onInvalidNamespace(node.identity, identityOf(owner, node.identity.namespace))
        isDoubtful = true
      } else if (!matchesCoordinates(owner, known.identity)) isDoubtful = true
      else if (isElsewhere && known.seen === undefined) isDoubtful = true
    }
    if (isDoubtful) attempt(node)
  }
  const removeFromOwners = (node: WritableNode, owners: readonly OwnerReference[]): void => {
    for (const { uid } of owners) nodes.get(uid)?.dependents.delete(node)
  }
  /** What was known by hearsay has been seen: those that spoke of it otherwise are looked at. */
  const confirm = (node: WritableNode, identity: ObjectIdentity): void => {
    if (identityKey(node.identity) === identityKey(identity)) return
    for (const dependent of partitionDependents(node.dependents, identity).others) {
      const { namespace } = dependent.identity
      const reference = ownersOf(dependent).find(({ uid }) => uid === identity.uid)
      if (identity.namespace !== '' && namespace !== identity.namespace && reference !== undefined) {
        onInvalidNamespace(dependent.identity, identityOf(reference, namespace))
      }
      attempt(dependent)
    }
    node.identity = identity
  }
  const changeOwners = (node: WritableNode, next: readonly OwnerReference[]): void => {
    if (next.length === 0 && ownersOf(node).length === 0) return
    const before = new Map(ownersOf(node).map((owner) => [owner.uid, owner]))
    const after = new Map(next.map((owner) => [owner.uid, owner]))
    const removed = [...before.values()].filter(({ uid }) => !after.has(uid))
    for (const [uid, { blockOwnerDeletion }] of before) {
      const owner = nodes.get(uid)
      if (owner !== undefined && blockOwnerDeletion === true && after.get(uid)?.blockOwnerDeletion !== true) {
        attempt(owner)
      }
    }
    // A reference that names the same owner otherwise than before is a new one: it may name nobody.
    addToOwners(
      node,
      [...after.values()].filter((owner) => {
        const known = before.get(owner.uid)
        return known === undefined || !matchesCoordinates(owner, identityOf(known, ''))
      }),
    )
    removeFromOwners(node, removed)
  }
  const beginDeletion = (node: WritableNode, before: SeenMetadata | undefined): void => {
    const begins = (finalizer: string): boolean =>
      isDeletedWith(finalizer, node.seen) && !isDeletedWith(finalizer, before)
    if (begins(orphanFinalizer)) attemptOrphan(node.identity.uid)
    else if (begins(foregroundFinalizer)) {
      node.isDeletingDependents = true
      for (const dependent of node.dependents) attempt(dependent)
      attempt(node)
    }
  }
  const drop = (node: WritableNode, gone: ObjectIdentity | undefined): void => {
    nodes.delete(node.identity.uid)
    removeFromOwners(node, ownersOf(node))
    if (gone !== undefined && node.dependents.size > 0) absentOwners.add(gone)
    for (const dependent of node.dependents) attempt(dependent)
    for (const { uid } of ownersOf(node)) {
      const owner = nodes.get(uid)
      if (owner?.isDeletingDependents === true) attempt(owner)
    }
  }
  /** Those that speak of an owner just so lose it. */
  const loseOwner = (matching: readonly WritableNode[], identity: ObjectIdentity): void => {
    if (matching.length > 0) absentOwners.add(identity)
    for (const dependent of matching) attempt(dependent)
  }

  return {
    get size() {
      return nodes.size
    },
    get: (uid) => nodes.get(uid),
    observe(identity, metadata) {
      const known = nodes.get(identity.uid)
      const node = known ?? createNode(identity)
      const before = node.seen
      if (before === undefined) {
        confirm(node, identity)
        absentOwners.remove(identity)
      }
      // The same object in another version, or under another kind.
      else node.identity = identity
      nodes.set(identity.uid, node)
      changeOwners(node, metadata.ownerReferences ?? [])
      node.seen = metadata
      node.isBeingDeleted ||= metadata.deletionTimestamp !== undefined
      beginDeletion(node, before)
    },
    remove({ uid }) {
      const node = nodes.get(uid)
      if (node !== undefined) drop(node, node.identity)
    },
    removeAbsent(identity) {
      const node = nodes.get(identity.uid)
      if (node === undefined) return
      const isSame = identityKey(node.identity) === identityKey(identity)
      const { matching, others } = partitionDependents(node.dependents, identity)
      if (node.seen !== undefined) {
        // What has been seen elsewhere is not gone because it is not here.
        if (isSame) drop(node, identity)
        else loseOwner(matching, identity)
        return
      }
      if (others.length === 0) {
        drop(node, identity)
        return
      }
      loseOwner(matching, identity)
      const alternate = isSame ? alternateIdentity(others, identity) : undefined
      if (alternate === undefined) return
      node.identity = alternate
      attemptLater(identity.uid)
    },
    forget({ uid, apiVersion }) {
      const node = nodes.get(uid)
      if (node === undefined || node.identity.apiVersion !== apiVersion || node.dependents.size > 0) return
      drop(node, undefined)
    },
  }
}
