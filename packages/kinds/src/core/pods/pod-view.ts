import { isSemanticEqual, type Mutable } from '@pinnace/meta'
import { loadType } from '@pinnace/types'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** Counts a change of the spec. */
// upstream: registry/core/pod/strategy.go, updatePodGeneration
export function bumpPodGeneration(next: Mutable<Pod>, live: Pod): void {
  if (!isSemanticEqual(next.spec, live.spec)) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

/** The fields of a pod that a view of these parts of its spec puts back. */
export function allOfPodBut(...own: readonly string[]): readonly (readonly string[])[] {
  const others = [...loadType('core.v1.PodSpec').fields.keys()].filter((name) => !own.includes(name))
  return [['metadata'], ['status'], ...others.map((name) => ['spec', name])]
}
