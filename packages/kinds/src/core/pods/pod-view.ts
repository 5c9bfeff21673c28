import { isSemanticEqual, type Mutable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** Counts a change of the spec. */
// upstream: registry/core/pod/strategy.go, updatePodGeneration
export function bumpPodGeneration(next: Mutable<Pod>, live: Pod): void {
  if (!isSemanticEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}
