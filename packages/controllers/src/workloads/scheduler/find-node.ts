import type { ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { nameOf } from '../stored-object.ts'
import type { AssignedPods, NodeLoad } from './assigned-pods.ts'
import { hasHostPortConflict } from './host-ports.ts'
import { selectsNode } from './node-affinity.ts'
import { createAffinityFilter, hasPodAffinityTerms, type AffinityFilter, type ScheduledPod } from './pod-affinity.ts'
import { fitProblems, podRequests, type MilliQuantities } from './resource-fit.ts'
import { untoleratedTaint } from './tolerations.ts'

/** What a node for a pod is chosen from. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly assigned: AssignedPods
  readonly namespace: (name: string) => ApiObject | undefined
  /** The key of the taint that stands for `spec.unschedulable`. */
  readonly unschedulableTaint: string
}

/** The node for a pod, or why there is none. */
export type Placement = { readonly node: string } | { readonly problem: string }

/** Finds the node for a pod: of the nodes that suit it, the one with the fewest pods, then the first by name. */
// upstream: pkg/scheduler/schedule_one.go; the message is that of framework/types.go, FitError
export function findNode(pod: Pod, cluster: Cluster): Placement {
  const { nodes, assigned } = cluster
  if (nodes.length === 0) return { problem: 'no nodes available to schedule pods' }
  const request = createRequest(pod, cluster)
  const reasons = new Map<string, number>()
  let best: { readonly node: string; readonly podCount: number } | undefined
  for (const node of nodes) {
    const load = assigned.loadOf(nameOf(node))
    const problems = problemsOf(request, node, load)
    for (const problem of problems) reasons.set(problem, (reasons.get(problem) ?? 0) + 1)
    if (problems.length > 0) continue
    const candidate = { node: nameOf(node), podCount: load.pods.size }
    if (best === undefined || isBetter(candidate, best)) best = candidate
  }
  if (best !== undefined) return { node: best.node }
  const counted = Array.from(reasons, ([reason, count]) => `${count} ${reason}`).sort()
  return { problem: `0/${nodes.length} nodes are available: ${counted.join(', ')}.` }
}

/** What a pod asks of a node. */
interface SchedulingRequest {
  readonly pod: Pod
  readonly requests: MilliQuantities
  readonly affinityProblem: AffinityFilter
  readonly unschedulableTaint: string
}

function createRequest(pod: Pod, { nodes, assigned, namespace, unschedulableTaint }: Cluster): SchedulingRequest {
  const byName = new Map(nodes.map((node) => [nameOf(node), node]))
  // A pod without affinity terms is affected only by the anti-affinity of other pods.
  const others = hasPodAffinityTerms(pod) ? assigned.all() : assigned.withAntiAffinity()
  const scheduled = others.flatMap(({ pod: other, node: name }): readonly ScheduledPod[] => {
    const node = byName.get(name)
    return node === undefined ? [] : [{ pod: other, node }]
  })
  return {
    pod,
    requests: podRequests(pod),
    affinityProblem: createAffinityFilter(pod, { scheduled, namespace }),
    unschedulableTaint,
  }
}

type Candidate = { readonly node: string; readonly podCount: number }

function isBetter(candidate: Candidate, best: Candidate): boolean {
  if (candidate.podCount !== best.podCount) return candidate.podCount < best.podCount
  return candidate.node < best.node
}

/** Why a node does not suit a pod: the problems found by the first rule that fails. */
function problemsOf(request: SchedulingRequest, node: Node, { pods, used }: NodeLoad): readonly string[] {
  const { pod, requests, affinityProblem, unschedulableTaint } = request
  const tolerations = pod.spec?.tolerations ?? []
  const unschedulable = { key: unschedulableTaint, effect: 'NoSchedule' }
  if (node.spec?.unschedulable === true && untoleratedTaint([unschedulable], tolerations)) {
    return ['node(s) were unschedulable']
  }
  const taint = untoleratedTaint(node.spec?.taints ?? [], tolerations)
  if (taint !== undefined) return [`node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`]
  if (!selectsNode(pod, node)) return ["node(s) didn't match Pod's node affinity/selector"]
  if (hasHostPortConflict(pod, pods.values())) return ["node(s) didn't have free ports for the requested pod ports"]
  const insufficient = fitProblems(requests, node, { podCount: pods.size, used })
  if (insufficient.length > 0) return insufficient
  const problem = affinityProblem(node)
  return problem === undefined ? [] : [problem]
}
