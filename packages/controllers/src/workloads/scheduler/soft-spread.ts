import type { Node } from '@pinnace/types/core-v1-nodes'
import type { TopologySpreadConstraint } from '@pinnace/types/core-v1-pods'
import { nameOf } from '../stored-object.ts'
import type { CountByNode } from './label-counts.ts'

/** A constraint that only prefers nodes, and the pods that it counts. */
export interface SoftConstraint {
  readonly constraint: TopologySpreadConstraint
  readonly counts: CountByNode
  /** Whether the pods of a node count. */
  readonly includes: (node: Node) => boolean
}

/** Options for {@link softSpreadScores}. */
export interface SoftSpreadOptions {
  readonly constraints: readonly SoftConstraint[]
  /** Every node of the cluster. */
  readonly nodes: readonly Node[]
  /** The nodes that suit the pod. */
  readonly candidates: readonly Node[]
  /** Whether a node without one of the labels is preferred least. Otherwise only its labels count. */
  readonly needsAllLabels: boolean
}

/** How much topology spread prefers each of the candidates, from 0 to 100. */
// upstream: pkg/scheduler/framework/plugins/podtopologyspread/scoring.go
export function softSpreadScores(options: SoftSpreadOptions): readonly number[] {
  const { constraints, candidates, needsAllLabels } = options
  if (constraints.length === 0) return candidates.map(() => 0)
  const isLabeled = (node: Node): boolean =>
    !needsAllLabels || constraints.every(({ constraint }) => domainOf(node, constraint) !== undefined)
  const labeled = candidates.filter(isLabeled)
  const scores = labeled.map(() => 0)
  for (const soft of constraints) {
    const { constraint } = soft
    const byDomain = countByDomain(soft, labeled, options.nodes.filter(isLabeled))
    // A constraint with many domains counts more, because its domains have fewer pods each.
    const weight = Math.log(byDomain.size + 2)
    for (const [index, node] of labeled.entries()) {
      const domain = domainOf(node, constraint)
      if (domain === undefined) continue
      scores[index] = (scores[index] ?? 0) + (byDomain.get(domain) ?? 0) * weight + (constraint.maxSkew - 1)
    }
  }
  const normalized = new Map(normalize(scores.map(Math.round)).map((score, index) => [labeled[index], score]))
  return candidates.map((node) => normalized.get(node) ?? 0)
}

/** The pods in each domain of the candidates; nodes without the label are a domain together. */
function countByDomain(
  { constraint, counts, includes }: SoftConstraint,
  candidates: readonly Node[],
  nodes: readonly Node[],
): ReadonlyMap<string, number> {
  const byDomain = new Map(candidates.map((node) => [domainOf(node, constraint) ?? '', 0]))
  for (const node of nodes) {
    const domain = domainOf(node, constraint) ?? ''
    const before = byDomain.get(domain)
    const count = counts.get(nameOf(node)) ?? 0
    if (before !== undefined && count > 0 && includes(node)) byDomain.set(domain, before + count)
  }
  return byDomain
}

function normalize(scores: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  return scores.map((score) => (most === 0 ? 100 : Math.trunc((100 * (most + least - score)) / most)))
}

/** The domain of a node in a constraint; `undefined` where the node does not have the label. */
export function domainOf(
  { metadata: { labels = {} } }: Node,
  { topologyKey }: Pick<TopologySpreadConstraint, 'topologyKey'>,
): string | undefined {
  return Object.hasOwn(labels, topologyKey) ? labels[topologyKey] : undefined
}
