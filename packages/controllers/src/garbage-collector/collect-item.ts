import type { AbsentOwners } from './absent-owners.ts'
import { classifyOwners } from './classify-owners.ts'
import { changeMetadata, isConflict, isNotFound, type CollectedObjects } from './collected-objects.ts'
import { decideDeletion, type Deletion } from './decide-deletion.ts'
import type { DependencyGraph } from './dependency-graph.ts'
import { blockingDependents, foregroundFinalizer, waitsFor, type GraphNode, type SeenMetadata } from './graph-node.ts'

/** What the work on one object needs. */
export interface Collection {
  readonly graph: DependencyGraph
  readonly objects: CollectedObjects
  readonly absentOwners: AbsentOwners
  readonly attemptDelete: (uid: string) => void
}

/** Deletes an object none of whose owners exists, and removes references to absent owners while another exists. */
// upstream: garbagecollector.go, attemptToDeleteItem
export async function collectItem(node: GraphNode, collection: Collection, signal: AbortSignal): Promise<void> {
  if (node.isBeingDeleted && !node.isDeletingDependents) return
  if (node.isDeletingDependents) return finishForegroundDeletion(node, collection, signal)
  // The observed state is enough: writes carry its resourceVersion and are refused when it is stale.
  if (node.seen !== undefined && (await tryCollect(node, node.seen, collection, signal))) return
  const { identity } = node
  const live = await collection.objects.get(identity, signal)
  if (live === undefined) collection.graph.removeAbsent(identity)
  else if (!(await tryCollect(node, live.metadata, collection, signal))) collection.attemptDelete(identity.uid)
}

/** Resolves to false when the object has changed since it was observed. */
async function tryCollect(
  node: GraphNode,
  seen: SeenMetadata,
  collection: Collection,
  signal: AbortSignal,
): Promise<boolean> {
  const { objects, absentOwners, graph } = collection
  const { identity } = node
  const owners = seen.ownerReferences ?? []
  if (owners.length === 0) return true
  const classified = await classifyOwners({ objects, absentOwners, dependent: identity, owners, signal })
  try {
    await carryOut(decideDeletion(node, seen, classified), { node, seen, objects, signal })
    return true
  } catch (error) {
    if (isConflict(error)) return false
    if (!isNotFound(error)) throw error
    graph.removeAbsent(identity)
    return true
  }
}

interface DeletionTarget {
  readonly node: GraphNode
  readonly seen: SeenMetadata
  readonly objects: CollectedObjects
  readonly signal: AbortSignal
}

async function carryOut(deletion: Deletion, { node, seen, objects, signal }: DeletionTarget): Promise<void> {
  const { identity } = node
  const { resourceVersion } = seen
  if (deletion.type === 'keep') return
  if (deletion.type === 'setOwners') {
    const { owners } = deletion
    const ownerReferences = owners.length === 0 ? null : owners
    await objects.patch(identity, { ownerReferences, resourceVersion }, signal)
    return
  }
  const { propagationPolicy, unblocked } = deletion
  if (unblocked !== undefined) await objects.patch(identity, { ownerReferences: unblocked, resourceVersion }, signal)
  // The patch has changed the version of the object, but not its uid.
  const isAtVersion = unblocked === undefined && resourceVersion !== undefined
  const preconditions = isAtVersion ? { uid: identity.uid, resourceVersion } : { uid: identity.uid }
  await objects.delete(identity, { propagationPolicy, preconditions, signal })
}

/** Continues the deletion of an object that waits for its dependents. */
// upstream: garbagecollector.go, processDeletingDependentsItem
async function finishForegroundDeletion(node: GraphNode, collection: Collection, signal: AbortSignal): Promise<void> {
  const { objects, graph, attemptDelete } = collection
  const { identity } = node
  const blocking = blockingDependents(node).filter((dependent) => !waitsFor(dependent, node))
  if (blocking.length === 0) {
    if ((await objects.get(identity, signal)) === undefined) graph.removeAbsent(identity)
    else await removeFinalizer(objects, node, foregroundFinalizer, signal)
    return
  }
  for (const dependent of blocking) if (!dependent.isDeletingDependents) attemptDelete(dependent.identity.uid)
}

/** Removes a finalizer from an object that has it. */
export async function removeFinalizer(
  objects: CollectedObjects,
  { identity }: GraphNode,
  finalizer: string,
  signal: AbortSignal,
): Promise<void> {
  await changeMetadata(
    objects,
    identity,
    ({ finalizers = [] }) => {
      if (!finalizers.includes(finalizer)) return undefined
      const left = finalizers.filter((name) => name !== finalizer)
      return { finalizers: left.length === 0 ? null : left }
    },
    signal,
  )
}
