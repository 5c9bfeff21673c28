import type { Node } from '@pinnace/types/core-v1-nodes'
import { nameOf } from '../stored-object.ts'
import type { AssignedPods, NodeLoad } from './assigned-pods.ts'
import { preferredNodeWeight } from './node-affinity.ts'
import type { SchedulingRequest } from './node-problems.ts'
import { balance, freeShare } from './resource-scores.ts'
import { avoidedTaints } from './tolerations.ts'

/** A preference: how much it weighs, and a number from 0 to 100 for each node. */
interface Preference {
  readonly weight: number
  of(request: SchedulingRequest, nodes: readonly Node[], loadOf: (node: Node) => NodeLoad): readonly number[]
}

// upstream: pkg/scheduler/apis/config/v1/default_plugins.go – the weights of the plugins.
const preferences: readonly Preference[] = [
  {
    weight: 3,
    of: ({ pod }, nodes) => {
      const tolerations = pod.spec?.tolerations ?? []
      return shares(nodes.map(({ spec }) => avoidedTaints(spec?.taints ?? [], tolerations))).map((share) => 100 - share)
    },
  },
  { weight: 2, of: ({ pod }, nodes) => shares(nodes.map((node) => preferredNodeWeight(pod, node))) },
  { weight: 1, of: (request, nodes, loadOf) => nodes.map((node) => freeShare(request, node, loadOf(node))) },
  { weight: 2, of: ({ spread }, nodes) => spread.scores(nodes) },
  { weight: 2, of: ({ affinityScore }, nodes) => rangeShares(nodes.map((node) => affinityScore(node))) },
  { weight: 2, of: ({ devices }, nodes) => shares(nodes.map((node) => devices.rankOf(node))) },
  { weight: 1, of: (request, nodes, loadOf) => nodes.map((node) => balance(request, node, loadOf(node))) },
]

/** How much each of the nodes that suit a pod is preferred: the sum of all preferences by their weights. */
export function scoreNodes(
  request: SchedulingRequest,
  nodes: readonly Node[],
  assigned: Pick<AssignedPods, 'loadOf'>,
): readonly number[] {
  const sums = nodes.map(() => 0)
  if (nodes.length < 2) return sums
  const loadOf = (node: Node): NodeLoad => assigned.loadOf(nameOf(node))
  for (const { weight, of } of preferences) {
    for (const [index, score] of of(request, nodes, loadOf).entries()) sums[index] = (sums[index] ?? 0) + weight * score
  }
  return sums
}

/** Each value as its share of the largest one. */
// upstream: pkg/scheduler/framework/plugins/helper/normalize_score.go
function shares(values: readonly number[]): readonly number[] {
  const most = Math.max(...values)
  return values.map((value) => (most === 0 ? 0 : Math.trunc((100 * value) / most)))
}

/** Each value by its place between the smallest and the largest one. */
// upstream: pkg/scheduler/framework/plugins/interpodaffinity/scoring.go, NormalizeScore
function rangeShares(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return values.map((value) => (most === least ? 0 : Math.trunc((100 * (value - least)) / (most - least))))
}
