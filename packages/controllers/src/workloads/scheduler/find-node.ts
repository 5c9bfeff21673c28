import type { ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/resources/types/core-v1-nodes'
import type { Pod } from '@pinnace/resources/types/core-v1-pods'
import { selectsNode } from './node-affinity.ts'
import { affinityProblem, type Neighbourhood } from './pod-affinity.ts'
import { fitProblems, podRequests } from './resource-fit.ts'
import { untoleratedTaint } from './tolerations.ts'

/** What a place for a pod is chosen by. */
export interface Cluster {
  readonly nodes: readonly Node[]
  /** Pods that have a node and have not ended. */
  readonly podsOn: (node: string) => readonly Pod[]
  readonly namespace: (name: string) => ApiObject | undefined
  /** The taint that stands for a node that takes no pods. */
  readonly unschedulableTaint: string
}

/** The node for a pod, or why there is none. */
export type Placement = { readonly node: string } | { readonly problem: string }

/** Finds the node with the fewest pods among those that would do. */
// upstream: pkg/scheduler/schedule_one.go; the message is that of framework/types.go, FitError
export function findNode(pod: Pod, cluster: Cluster): Placement {
  const { nodes, podsOn } = cluster
  if (nodes.length === 0) return { problem: 'no nodes available to schedule pods' }
  const placed = nodes.flatMap((node) => podsOn(node.metadata.name!).map((other) => ({ pod: other, node })))
  const around: Neighbourhood = { placed, namespace: cluster.namespace }
  const reasons = new Map<string, number>()
  let best: { readonly node: string; readonly pods: number } | undefined
  for (const node of nodes) {
    const name = node.metadata.name!
    const others = podsOn(name)
    const problems = problemsOf(pod, node, others, around, cluster)
    for (const problem of problems) reasons.set(problem, (reasons.get(problem) ?? 0) + 1)
    if (problems.length > 0) continue
    const isBetter =
      best === undefined || others.length < best.pods || (others.length === best.pods && name < best.node)
    if (isBetter) best = { node: name, pods: others.length }
  }
  if (best !== undefined) return { node: best.node }
  const told = Array.from(reasons, ([reason, count]) => `${count} ${reason}`).sort()
  return { problem: `0/${nodes.length} nodes are available: ${told.join(', ')}.` }
}

/** Why a node does not do: what the first rule it fails says. */
function problemsOf(
  pod: Pod,
  node: Node,
  others: readonly Pod[],
  around: Neighbourhood,
  { unschedulableTaint }: Cluster,
): readonly string[] {
  const tolerations = pod.spec?.tolerations ?? []
  const closed = { key: unschedulableTaint, effect: 'NoSchedule' }
  if (node.spec?.unschedulable === true && untoleratedTaint([closed], tolerations)) {
    return ['node(s) were unschedulable']
  }
  const taint = untoleratedTaint(node.spec?.taints ?? [], tolerations)
  if (taint !== undefined) return [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`]
  if (!selectsNode(pod, node)) return ["node(s) didn't match Pod's node affinity/selector"]
  if (hasPortConflict(pod, others)) return ["node(s) didn't have free ports for the requested pod ports"]
  const tooLittle = fitProblems(podRequests(pod), node, others.map(podRequests))
  if (tooLittle.length > 0) return tooLittle
  const apart = affinityProblem(pod, node, around)
  return apart === undefined ? [] : [apart]
}

function hasPortConflict(pod: Pod, others: readonly Pod[]): boolean {
  const wanted = hostPorts(pod)
  if (wanted.length === 0) return false
  const taken = others.flatMap(hostPorts)
  return wanted.some((a) =>
    taken.some(
      (b) =>
        a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0'),
    ),
  )
}

function hostPorts({
  spec,
}: Pod): readonly { readonly ip: string; readonly port: number; readonly protocol: string }[] {
  return (spec?.containers ?? []).flatMap(({ ports = [] }) =>
    (ports ?? [])
      .filter(({ hostPort }) => (hostPort ?? 0) > 0)
      .map(({ hostIP, hostPort, protocol }) => ({
        ip: hostIP || '0.0.0.0',
        port: hostPort!,
        protocol: protocol ?? 'TCP',
      })),
  )
}
