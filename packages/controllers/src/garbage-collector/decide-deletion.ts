import type { DeleteOptions } from '@pinnace/client'
import type { OwnerReference } from '@pinnace/meta'
import type { ClassifiedOwners } from './classify-owners.ts'
import { foregroundFinalizer, orphanFinalizer, type GraphNode, type SeenMetadata } from './graph-node.ts'

type PropagationPolicy = NonNullable<DeleteOptions['propagationPolicy']>

/** What is done with an object that has absent owners. */
export type Deletion =
  | { readonly type: 'keep' }
  /** Remove the references to owners that are absent or wait for their dependents. */
  | { readonly type: 'setOwners'; readonly owners: readonly OwnerReference[] }
  /** Delete; `unblocked` is written first, so that owners in a cycle do not wait for each other. */
  | {
      readonly type: 'delete'
      readonly propagationPolicy: PropagationPolicy
      readonly unblocked?: readonly OwnerReference[]
    }

/**
 * Decides by the owners of an object: while one is present, the object stays and loses its other references. Otherwise
 * it is deleted, in the foreground when an owner waits for it and it has dependents itself.
 */
// upstream: garbagecollector.go, attemptToDeleteItem
export function decideDeletion(
  { dependents }: Pick<GraphNode, 'dependents'>,
  { ownerReferences = [], finalizers = [] }: SeenMetadata,
  { solid, dangling, waiting }: ClassifiedOwners,
): Deletion {
  if (solid.length > 0) {
    // An owner that waits for its dependents must not wait for this one, which stays.
    return dangling.length + waiting.length > 0 ? { type: 'setOwners', owners: solid } : { type: 'keep' }
  }
  if (waiting.length > 0 && dependents.size > 0) {
    const waitingUids = new Set(waiting.map(({ uid }) => uid))
    const isCycle = [...dependents].some((one) => one.isDeletingDependents || waitingUids.has(one.identity.uid))
    const deletion: Deletion = { type: 'delete', propagationPolicy: 'Foreground' }
    return isCycle ? { ...deletion, unblocked: ownerReferences.map(withoutBlocking) } : deletion
  }
  return { type: 'delete', propagationPolicy: policyOf(finalizers) }
}

function withoutBlocking(owner: OwnerReference): OwnerReference {
  return owner.blockOwnerDeletion === true ? { ...owner, blockOwnerDeletion: false } : owner
}

/** The policy an earlier deletion of the object has asked for. */
function policyOf(finalizers: readonly string[]): PropagationPolicy {
  if (finalizers.includes(orphanFinalizer)) return 'Orphan'
  return finalizers.includes(foregroundFinalizer) ? 'Foreground' : 'Background'
}
