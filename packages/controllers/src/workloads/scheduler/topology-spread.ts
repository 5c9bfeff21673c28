import { fromLabelSelector, type LabelSelectorMatcher } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, TopologySpreadConstraint } from '@pinnace/types/core-v1-pods'
import { isTerminating, namespaceOf } from '../stored-object.ts'
import type { AssignedPods } from './assigned-pods.ts'
import type { DefaultSpread } from './default-spread.ts'
import { selectsNode } from './node-affinity.ts'
import type { ScheduledPod } from './pod-affinity.ts'
import { domainOf, softSpreadScores, type SoftConstraint } from './soft-spread.ts'
import { untoleratedTaint } from './tolerations.ts'

/** What topology spread is evaluated against: all nodes, and the pods that are on them. */
export interface SpreadFacts {
  readonly nodes: readonly Node[]
  readonly scheduled: readonly ScheduledPod[]
  readonly assigned: Pick<AssignedPods, 'countByNode'>
  /** For pods without constraints. @default they are not spread */
  readonly defaults?: DefaultSpread | undefined
}

/** How a pod is spread over the nodes. */
export interface TopologySpread {
  /** Why a node does not suit the pod; `undefined` when it does. */
  problem(node: Node): string | undefined
  /** How much each of the nodes that suit the pod is preferred, from 0 to 100. */
  scores(candidates: readonly Node[]): readonly number[]
}

const mismatch = "node(s) didn't match pod topology spread constraints"

/** The constraints of a pod, evaluated once for all nodes. */
// upstream: pkg/scheduler/framework/plugins/podtopologyspread
export function createTopologySpread(pod: Pod, facts: SpreadFacts): TopologySpread {
  const constraints = pod.spec?.topologySpreadConstraints ?? []
  const hard = constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule')
  const hardCounts = countDomains(pod, hard, facts)
  return {
    problem(node) {
      for (const count of hardCounts) {
        const domain = domainOf(node, count.constraint)
        if (domain === undefined) return `${mismatch} (missing required label)`
        if (count.skewWith(domain) > count.constraint.maxSkew) return mismatch
      }
      return undefined
    },
    scores: (candidates) =>
      softSpreadScores({
        constraints: softConstraints(pod, facts),
        nodes: facts.nodes,
        candidates,
        needsAllLabels: constraints.length > 0,
      }),
  }
}

/** The constraints of a pod that only prefer nodes; of a pod without any constraints, the default ones. */
function softConstraints(pod: Pod, { assigned, defaults }: SpreadFacts): readonly SoftConstraint[] {
  const own = pod.spec?.topologySpreadConstraints ?? []
  const toSoft = (
    constraint: TopologySpreadConstraint,
    selectors: readonly LabelSelectorMatcher[],
  ): SoftConstraint => ({
    constraint,
    counts: assigned.countByNode(namespaceOf(pod), selectors),
    includes: (node) => counts(pod, constraint, node),
  })
  if (own.length > 0) {
    const soft = own.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'ScheduleAnyway')
    return soft.map((constraint) => toSoft(constraint, [selectorOf(pod, constraint)]))
  }
  const selectors = defaults?.selectorsOf(pod) ?? []
  return selectors.length === 0 ? [] : (defaults?.constraints ?? []).map((constraint) => toSoft(constraint, selectors))
}

/** The pods that a constraint counts, by domain. */
interface DomainCount {
  readonly constraint: TopologySpreadConstraint
  readonly byDomain: ReadonlyMap<string, number>
  /** The skew when the pod is placed in a domain. */
  skewWith(domain: string): number
}

function countDomains(
  pod: Pod,
  constraints: readonly TopologySpreadConstraint[],
  { nodes, scheduled }: SpreadFacts,
): readonly DomainCount[] {
  return constraints.map((constraint): DomainCount => {
    const selector = selectorOf(pod, constraint)
    // Nodes without the label of any of the constraints do not count.
    const counted = new Set(
      nodes.filter(
        (node) => constraints.every((one) => domainOf(node, one) !== undefined) && counts(pod, constraint, node),
      ),
    )
    const byDomain = new Map<string, number>()
    for (const node of counted) byDomain.set(domainOf(node, constraint) ?? '', 0)
    for (const { pod: other, node } of scheduled) {
      if (!counted.has(node) || isTerminating(other) || namespaceOf(other) !== namespaceOf(pod)) continue
      const domain = domainOf(node, constraint) ?? ''
      if (selector.matches(other.metadata.labels)) byDomain.set(domain, (byDomain.get(domain) ?? 0) + 1)
    }
    const { minDomains = 1 } = constraint
    const fewest = byDomain.size < minDomains ? 0 : Math.min(...byDomain.values())
    const own = selector.matches(pod.metadata.labels) ? 1 : 0
    return { constraint, byDomain, skewWith: (domain) => (byDomain.get(domain) ?? 0) + own - fewest }
  })
}

/** Whether a node counts for a constraint, by its policies for affinity and taints. */
function counts(pod: Pod, constraint: TopologySpreadConstraint, node: Node): boolean {
  const { nodeAffinityPolicy = 'Honor', nodeTaintsPolicy = 'Ignore' } = constraint
  if (nodeAffinityPolicy === 'Honor' && !selectsNode(pod, node)) return false
  return nodeTaintsPolicy === 'Ignore' || !untoleratedTaint(node.spec?.taints ?? [], pod.spec?.tolerations ?? [])
}

/** The selector of a constraint, with the values that the pod has for `matchLabelKeys`. */
function selectorOf({ metadata: { labels = {} } }: Pod, constraint: TopologySpreadConstraint): LabelSelectorMatcher {
  const { labelSelector, matchLabelKeys = [] } = constraint
  if (labelSelector === undefined) return fromLabelSelector(undefined)
  const present = matchLabelKeys.filter((key) => Object.hasOwn(labels, key))
  const added = Object.fromEntries(present.map((key) => [key, labels[key] ?? '']))
  return fromLabelSelector({ ...labelSelector, matchLabels: { ...labelSelector.matchLabels, ...added } })
}
