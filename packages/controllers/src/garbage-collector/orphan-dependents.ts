import { changeMetadata } from './collected-objects.ts'
import { removeFinalizer, type Collection } from './collect-item.ts'
import { orphanFinalizer, type GraphNode } from './graph-node.ts'

/** Dependents patched concurrently. */
const batchSize = 20

/** Removes an owner from the references of its dependents, and then its `orphan` finalizer. */
// upstream: garbagecollector.go, attemptToOrphanWorker
export async function orphanDependents(
  node: GraphNode,
  { objects }: Pick<Collection, 'objects'>,
  signal: AbortSignal,
): Promise<void> {
  const { uid } = node.identity
  const dependents = [...node.dependents]
  for (let first = 0; first < dependents.length; first += batchSize) {
    await Promise.all(
      dependents.slice(first, first + batchSize).map((dependent) =>
        changeMetadata(
          objects,
          dependent.identity,
          ({ ownerReferences = [] }) => {
            const left = ownerReferences.filter((owner) => owner.uid !== uid)
            if (left.length === ownerReferences.length) return undefined
            return { ownerReferences: left.length === 0 ? null : left }
          },
          signal,
        ),
      ),
    )
  }
  await removeFinalizer(objects, node, orphanFinalizer, signal)
}
