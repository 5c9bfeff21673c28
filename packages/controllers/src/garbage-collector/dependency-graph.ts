import type { ObjectMeta, OwnerReference } from '@pinnace/meta'
import type { AbsentOwners } from './absent-owners.ts'
import { alternateIdentity } from './alternate-identity.ts'
import { createNode, ownersOf, partitionDependents, type GraphNode, type WritableNode } from './graph-node.ts'
import { identityKey, identityOf, type ObjectIdentity } from './object-identity.ts'
import { begunDeletion, compareOwners, judgeReference } from './owner-changes.ts'

/** Options for {@link createDependencyGraph}. */
export interface DependencyGraphOptions {
  readonly absentOwners: AbsentOwners
  /** The object may have to be deleted. */
  readonly attemptDelete: (uid: string) => void
  /** The same after a delay: the object was looked up just now under another identity. */
  readonly attemptLater: (uid: string) => void
  /** The dependents of the object are to be orphaned. */
  readonly attemptOrphan: (uid: string) => void
  /** A dependent refers to an owner in another namespace. */
  readonly onInvalidNamespace: (dependent: ObjectIdentity, owner: ObjectIdentity) => void
}

/** The owners and dependents of all observed objects. */
export interface DependencyGraph {
  /** Number of nodes. */
  readonly size: number
  get(uid: string): GraphNode | undefined
  /** Handles an object that was added or modified. */
  observe(identity: ObjectIdentity, metadata: ObjectMeta): void
  /** Handles an object that was deleted. */
  remove(identity: ObjectIdentity): void
  /** Handles the answer of the server that an object does not exist. */
  removeAbsent(identity: ObjectIdentity): void
  /** Handles the end of the informer of a version. A node with dependents stays. */
  forget(identity: ObjectIdentity): void
}

/** An empty graph. It has a node for every observed object and for every owner that an object refers to. */
// upstream: garbagecollector/graph_builder.go, processGraphChanges
export function createDependencyGraph(options: DependencyGraphOptions): DependencyGraph {
  return new ObservedGraph(options)
}

class ObservedGraph implements DependencyGraph {
  readonly #options: DependencyGraphOptions
  readonly #nodes = new Map<string, WritableNode>()

  constructor(options: DependencyGraphOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#nodes.size
  }

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid)
  }

  observe(identity: ObjectIdentity, metadata: ObjectMeta): void {
    const node = this.#nodes.get(identity.uid) ?? createNode(identity)
    const before = node.seen
    if (before === undefined) {
      this.#confirm(node, identity)
      this.#options.absentOwners.remove(identity)
    }
    // The same object in another version, or under another kind.
    else node.identity = identity
    this.#nodes.set(identity.uid, node)
    this.#changeOwners(node, metadata.ownerReferences ?? [])
    node.seen = metadata
    node.isBeingDeleted ||= metadata.deletionTimestamp !== undefined
    const begun = begunDeletion(before, metadata)
    if (begun === 'orphan') this.#options.attemptOrphan(identity.uid)
    else if (begun === 'foreground') this.#deleteDependentsOf(node)
  }

  remove({ uid }: ObjectIdentity): void {
    const node = this.#nodes.get(uid)
    if (node !== undefined) this.#drop(node, node.identity)
  }

  removeAbsent(identity: ObjectIdentity): void {
    const node = this.#nodes.get(identity.uid)
    if (node === undefined) return
    const isSame = identityKey(node.identity) === identityKey(identity)
    const { matching, others } = partitionDependents(node.dependents, identity)
    if (node.seen !== undefined) {
      // An object observed under another identity still exists.
      if (isSame) this.#drop(node, identity)
      else this.#loseOwner(matching, identity)
      return
    }
    if (others.length === 0) {
      this.#drop(node, identity)
      return
    }
    this.#loseOwner(matching, identity)
    const alternate = isSame ? alternateIdentity(others, identity) : undefined
    if (alternate === undefined) return
    node.identity = alternate
    this.#options.attemptLater(identity.uid)
  }

  forget({ uid, apiVersion }: ObjectIdentity): void {
    const node = this.#nodes.get(uid)
    if (node === undefined || node.identity.apiVersion !== apiVersion || node.dependents.size > 0) return
    this.#drop(node, undefined)
  }

  #attempt({ identity }: GraphNode): void {
    this.#options.attemptDelete(identity.uid)
  }

  #addToOwners(node: WritableNode, owners: readonly OwnerReference[]): void {
    let isDoubtful = false
    for (const owner of owners) {
      const known = this.#nodes.get(owner.uid)
      if (known === undefined) {
        this.#addUnseenOwner(node, owner)
        continue
      }
      known.dependents.add(node)
      if (isDoubtful) continue
      const verdict = judgeReference(owner, node.identity.namespace, known)
      isDoubtful = verdict !== 'sound'
      if (verdict === 'otherNamespace' && known.seen !== undefined) this.#reportNamespace(node, owner)
    }
    if (isDoubtful) this.#attempt(node)
  }

  /** Adds a node for an owner that has not been observed. It is looked up. */
  #addUnseenOwner(dependent: WritableNode, owner: OwnerReference): void {
    const node = createNode(identityOf(owner, dependent.identity.namespace))
    this.#nodes.set(owner.uid, node)
    node.dependents.add(dependent)
    this.#attempt(node)
  }

  #removeFromOwners(node: WritableNode, owners: readonly OwnerReference[]): void {
    for (const { uid } of owners) this.#nodes.get(uid)?.dependents.delete(node)
  }

  /** Sets the identity of a node that is observed for the first time. Dependents that refer to another are checked. */
  #confirm(node: WritableNode, identity: ObjectIdentity): void {
    if (identityKey(node.identity) === identityKey(identity)) return
    for (const dependent of partitionDependents(node.dependents, identity).others) {
      const reference = ownersOf(dependent).find(({ uid }) => uid === identity.uid)
      const isReachable = identity.namespace === '' || identity.namespace === dependent.identity.namespace
      if (!isReachable && reference !== undefined) this.#reportNamespace(dependent, reference)
      this.#attempt(dependent)
    }
    node.identity = identity
  }

  #changeOwners(node: WritableNode, next: readonly OwnerReference[]): void {
    const before = ownersOf(node)
    if (next.length === 0 && before.length === 0) return
    const { added, removed, unblockedUids } = compareOwners(before, next)
    for (const uid of unblockedUids) {
      const owner = this.#nodes.get(uid)
      if (owner !== undefined) this.#attempt(owner)
    }
    this.#addToOwners(node, added)
    this.#removeFromOwners(node, removed)
  }

  #deleteDependentsOf(node: WritableNode): void {
    node.isDeletingDependents = true
    for (const dependent of node.dependents) this.#attempt(dependent)
    this.#attempt(node)
  }

  /** Removes a node. `absent` is the identity under which the object is known not to exist. */
  #drop(node: WritableNode, absent: ObjectIdentity | undefined): void {
    this.#nodes.delete(node.identity.uid)
    this.#removeFromOwners(node, ownersOf(node))
    if (absent !== undefined && node.dependents.size > 0) this.#options.absentOwners.add(absent)
    for (const dependent of node.dependents) this.#attempt(dependent)
    for (const { uid } of ownersOf(node)) {
      const owner = this.#nodes.get(uid)
      if (owner?.isDeletingDependents === true) this.#attempt(owner)
    }
  }

  /** Checks the dependents that refer to an identity that does not exist. */
  #loseOwner(matching: readonly WritableNode[], absent: ObjectIdentity): void {
    if (matching.length > 0) this.#options.absentOwners.add(absent)
    for (const dependent of matching) this.#attempt(dependent)
  }

  #reportNamespace({ identity }: WritableNode, owner: OwnerReference): void {
    this.#options.onInvalidNamespace(identity, identityOf(owner, identity.namespace))
  }
}
