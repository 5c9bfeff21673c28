import type { Node } from '@pinnace/types/core-v1-nodes'
import { preferredNodeWeight } from './node-affinity.ts'
import type { SchedulingRequest } from './node-problems.ts'
import { avoidedTaints } from './tolerations.ts'

/** A preference: a number for each node, what is better, and how much it weighs. */
interface Preference {
  readonly weight: number
  readonly better: 'more' | 'less'
  of(request: SchedulingRequest, node: Node): number
}

// upstream: pkg/scheduler/apis/config/v1/default_plugins.go – the weights of the plugins.
const preferences: readonly Preference[] = [
  {
    weight: 3,
    better: 'less',
    of: ({ pod }, node) => avoidedTaints(node.spec?.taints ?? [], pod.spec?.tolerations ?? []),
  },
  { weight: 2, better: 'more', of: ({ pod }, node) => preferredNodeWeight(pod, node) },
  { weight: 2, better: 'less', of: ({ spread }, node) => spread.crowding(node) },
  { weight: 2, better: 'more', of: ({ affinityScore }, node) => affinityScore(node) },
]

/** How much each of the nodes that suit a pod is preferred; each preference counts from 0 to 100 times its weight. */
export function scoreNodes(request: SchedulingRequest, nodes: readonly Node[]): readonly number[] {
  const sums = nodes.map(() => 0)
  if (nodes.length < 2) return sums
  for (const { weight, better, of } of preferences) {
    const values = nodes.map((node) => of(request, node))
    const finite = values.filter(Number.isFinite)
    const [least, most] = [Math.min(...finite), Math.max(...finite)]
    if (most === least && finite.length === values.length) continue
    for (const [index, value] of values.entries())
      sums[index] = (sums[index] ?? 0) + weight * scaled(value, { least, most, better })
  }
  return sums
}

/** A value between 0 and 100; a value that is not finite is the worst. */
function scaled(
  value: number,
  { least, most, better }: { readonly least: number; readonly most: number; readonly better: 'more' | 'less' },
): number {
  if (!Number.isFinite(value)) return 0
  if (most === least) return 100
  const share = (value - least) / (most - least)
  return Math.round(100 * (better === 'more' ? share : 1 - share))
}
