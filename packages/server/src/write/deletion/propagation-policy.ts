import type { Strategy } from '@pinnace/resources'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Draft } from '../../storage/draft.ts'

const foregroundFinalizer = 'foregroundDeletion'
const orphanFinalizer = 'orphan'

/** Sets the finalizers of the propagation policy of a deletion: `foregroundDeletion` or `orphan`. */
// upstream: registry/generic/registry/store.go, deletionFinalizersForGarbageCollection
export function applyPropagationPolicy(
  next: Draft,
  { propagationPolicy, orphanDependents }: DeleteOptions,
  { orphansDependents, hasNoDependents }: Strategy,
): void {
  const policy =
    propagationPolicy ?? (orphanDependents === undefined ? undefined : orphanDependents ? 'Orphan' : 'Background')
  const present = next.metadata.finalizers ?? []
  const others = present.filter((name) => name !== foregroundFinalizer && name !== orphanFinalizer)
  // Without a policy, the finalizers of the object stay as they are; without any, the kind decides.
  const kept = present.length > others.length || orphansDependents !== true ? present : [...others, orphanFinalizer]
  const wanted = hasNoDependents === true ? others : policy === undefined ? kept : [...others, ...finalizerOf(policy)]
  if (wanted.length === 0) delete next.metadata.finalizers
  else next.metadata.finalizers = wanted
}

function finalizerOf(policy: DeleteOptions['propagationPolicy']): readonly string[] {
  if (policy === 'Foreground') return [foregroundFinalizer]
  return policy === 'Orphan' ? [orphanFinalizer] : []
}
