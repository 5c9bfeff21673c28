import { isSemanticEqual, type Mutable } from '@pinnace/meta'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { countGeneration } from '../../generation.ts'

/** Counts a change of the spec. */
// upstream: registry/core/pod/strategy.go, updatePodGeneration
export function bumpPodGeneration(next: Mutable<Pod>, live: Pod): void {
  if (!isSemanticEqual(next.spec, live.spec)) countGeneration(next, live)
}
