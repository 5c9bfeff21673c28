import type { Mutable } from '@pinnace/meta'

import { isSemanticEqual } from '../../deep-equal.ts'
import type { Pod } from '../../types/core-v1-pods.ts'

const kept = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** Takes from `live` the metadata that views of a pod's spec do not change. */
// upstream: apimachinery/pkg/apis/meta/v1, ResetObjectMetaForStatus
export function keepMetadata(next: Mutable<Pod>, live: Pod): void {
  const metadata = next.metadata as Record<string, unknown>
  for (const name of kept) {
    if (live.metadata[name] === undefined) delete metadata[name]
    else metadata[name] = live.metadata[name]
  }
}

/** Counts a change of the spec. */
// upstream: registry/core/pod/strategy.go, updatePodGeneration
export function bumpPodGeneration(next: Mutable<Pod>, live: Pod): void {
  if (!isSemanticEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}
