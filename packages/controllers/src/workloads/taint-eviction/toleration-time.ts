import type { Taint } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { findToleration } from '../scheduler/tolerations.ts'

/** How long a pod may stay on a node with taints: milliseconds, or `undefined` when they do not evict it. */
// upstream: pkg/controller/tainteviction/taint_eviction.go, getMinTolerationTime and processPodOnNode
export function tolerationTimeMs({ spec }: Pod, taints: readonly Taint[]): number | undefined {
  let shortest: number | undefined
  for (const taint of taints) {
    if (taint.effect !== 'NoExecute') continue
    const toleration = findToleration(taint, spec?.tolerations ?? [])
    if (toleration === undefined) return 0
    const { tolerationSeconds } = toleration
    if (tolerationSeconds === undefined) continue
    const ms = Math.max(0, Number(tolerationSeconds) * 1000)
    shortest = Math.min(shortest ?? ms, ms)
  }
  return shortest
}
