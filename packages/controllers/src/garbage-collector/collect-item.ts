import type { OwnerReference } from '@pinnace/meta'
import type { AbsentOwners } from './absent-owners.ts'
import { classifyOwners, type ClassifiedOwners } from './classify-owners.ts'
import { changeMetadata, isConflict, isNotFound, type CollectedObjects } from './collected-objects.ts'
import type { DependencyGraph } from './dependency-graph.ts'
import {
  blockingDependents,
  foregroundFinalizer,
  orphanFinalizer,
  waitsFor,
  type GraphNode,
  type SeenMetadata,
} from './graph-node.ts'

/** What the collector works with. */
export interface Collection {
  readonly graph: DependencyGraph
  readonly objects: CollectedObjects
  readonly absentOwners: AbsentOwners
  readonly attemptDelete: (uid: string) => void
}

/** Deletes an object none of whose owners is left, and cuts it off from those that are gone while others are left. */
// upstream: garbagecollector.go, attemptToDeleteItem
export async function collectItem(node: GraphNode, collection: Collection, signal: AbortSignal): Promise<void> {
  if (node.isBeingDeleted && !node.isDeletingDependents) return
  if (node.isDeletingDependents) return finishDeletion(node, collection, signal)
  // What has been seen is enough as long as writes name its version: they are refused where it is not the newest.
  if (node.seen !== undefined && (await tryCollect(node, node.seen, collection, signal))) return
  const { identity } = node
  const live = await collection.objects.get(identity, signal)
  if (live === undefined) collection.graph.removeAbsent(identity)
  else if (!(await tryCollect(node, live.metadata, collection, signal))) collection.attemptDelete(identity.uid)
}

/** False where the object has changed meanwhile. */
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
    await act(node, seen, classified, collection, signal)
    return true
  } catch (error) {
    if (isConflict(error)) return false
    if (!isNotFound(error)) throw error
    graph.removeAbsent(identity)
    return true
  }
}

async function act(
  node: GraphNode,
  seen: SeenMetadata,
  { solid, dangling, waiting }: ClassifiedOwners,
  { objects }: Collection,
  signal: AbortSignal,
): Promise<void> {
  const { identity, dependents } = node
  const { resourceVersion, finalizers = [] } = seen
  const preconditions = { uid: identity.uid, ...(resourceVersion === undefined ? {} : { resourceVersion }) }
  if (solid.length > 0) {
    // One that waits for its dependents would wait for this one for ever.
    if (dangling.length + waiting.length > 0) await setOwners(solid)
    return
  }
  if (waiting.length > 0 && dependents.size > 0) {
    const waitingUids = new Set(waiting.map(({ uid }) => uid))
    const isCycle = [...dependents].some((one) => one.isDeletingDependents || waitingUids.has(one.identity.uid))
    if (isCycle) await setOwners((seen.ownerReferences ?? []).map(unblocked))
    // Changed just now, by the line above: the version is another, the object is the same.
    const guard = isCycle ? { uid: identity.uid } : preconditions
    await objects.delete(identity, { propagationPolicy: 'Foreground', preconditions: guard, signal })
    return
  }
  const propagationPolicy = finalizers.includes(orphanFinalizer)
    ? 'Orphan'
    : finalizers.includes(foregroundFinalizer)
      ? 'Foreground'
      : 'Background'
  await objects.delete(identity, { propagationPolicy, preconditions, signal })

  async function setOwners(owners: readonly OwnerReference[]): Promise<void> {
    const ownerReferences = owners.length === 0 ? null : owners
    await objects.patch(identity, { ownerReferences, resourceVersion }, signal)
  }
}

function unblocked(owner: OwnerReference): OwnerReference {
  return owner.blockOwnerDeletion === true ? { ...owner, blockOwnerDeletion: false } : owner
}

/** Goes on with an object whose dependents go first. */
// upstream: garbagecollector.go, processDeletingDependentsItem
async function finishDeletion(node: GraphNode, collection: Collection, signal: AbortSignal): Promise<void> {
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

/** Takes a finalizer off an object, where it has it. */
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
