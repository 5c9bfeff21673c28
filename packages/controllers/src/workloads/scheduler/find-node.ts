import type { ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { selectsNode } from './node-affinity.ts'
import type { NodeLoad, PlacedPods } from './placed-pods.ts'
import { isChoosy, judgeNeighbours } from './pod-affinity.ts'
import { fitProblems, podRequests, type Amounts } from './resource-fit.ts'
import { untoleratedTaint } from './tolerations.ts'

/** What a place for a pod is chosen by. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly placed: PlacedPods
  readonly namespace: (name: string) => ApiObject | undefined
  /** The taint that stands for a node that takes no pods. */
  readonly unschedulableTaint: string
}

/** The node for a pod, or why there is none. */
export type Placement = { readonly node: string } | { readonly problem: string }

/** Finds the node with the fewest pods among those that would do. */
// upstream: pkg/scheduler/schedule_one.go; the message is that of framework/types.go, FitError
export function findNode(pod: Pod, cluster: Cluster): Placement {
  const { nodes, placed, namespace } = cluster
  if (nodes.length === 0) return { problem: 'no nodes available to schedule pods' }
  const byName = new Map(nodes.map((node) => [node.metadata.name!, node]))
  // Who minds nobody need only know of those who mind it.
  const neighbours = (isChoosy(pod) ? placed.all() : placed.keepingApart()).flatMap((other) => {
    const node = byName.get(other.node)
    return node === undefined ? [] : [{ pod: other.pod, node }]
  })
  const wanted: Wanted = { requests: podRequests(pod), apart: judgeNeighbours(pod, { placed: neighbours, namespace }) }
  const reasons = new Map<string, number>()
  let best: { readonly node: string; readonly pods: number } | undefined
  for (const [name, node] of byName) {
    const load = placed.on(name)
    const problems = problemsOf(pod, node, load, wanted, cluster)
    for (const problem of problems) reasons.set(problem, (reasons.get(problem) ?? 0) + 1)
    if (problems.length > 0) continue
    const { size } = load.pods
    if (best === undefined || size < best.pods || (size === best.pods && name < best.node)) {
      best = { node: name, pods: size }
    }
  }
  if (best !== undefined) return { node: best.node }
  const told = Array.from(reasons, ([reason, count]) => `${count} ${reason}`).sort()
  return { problem: `0/${nodes.length} nodes are available: ${told.join(', ')}.` }
}

interface Wanted {
  readonly requests: Amounts
  readonly apart: (node: Node) => string | undefined
}

/** Why a node does not do: what the first rule it fails says. */
function problemsOf(
  pod: Pod,
  node: Node,
  { pods, used }: NodeLoad,
  { requests, apart }: Wanted,
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
  if (hasPortConflict(pod, pods)) return ["node(s) didn't have free ports for the requested pod ports"]
  const tooLittle = fitProblems(requests, node, pods.size, used)
  if (tooLittle.length > 0) return tooLittle
  const problem = apart(node)
  return problem === undefined ? [] : [problem]
}

function hasPortConflict(pod: Pod, others: ReadonlyMap<string, Pod>): boolean {
  const wanted = hostPorts(pod)
  if (wanted.length === 0) return false
  const taken = [...others.values()].flatMap(hostPorts)
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
