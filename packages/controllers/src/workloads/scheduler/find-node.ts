import type { Node } from '@pinnace/types/core-v1-nodes'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ResourceClaim } from '@pinnace/types/resource-v1'
import { nameOf } from '../stored-object.ts'
import type { ClaimBinding } from './device-claims.ts'
import { createRequest, problemsOf, type Cluster } from './node-problems.ts'
import { scoreNodes } from './score-nodes.ts'

/** The node for a pod, or why there is none. */
export type Placement =
  | {
      readonly node: string
      /** Claims that are bound for this node before the pod is. */
      readonly waiting: readonly PersistentVolumeClaim[]
      /** Resource claims that are allocated and reserved before the pod is bound. */
      readonly claims: readonly ClaimBinding[]
    }
  | {
      readonly problem: string
      /** Nodes that would suit the pod if other pods were deleted. */
      readonly resolvable: readonly Node[]
      /** Resource claims whose devices keep the pod from some nodes, and that no other pod uses. */
      readonly releasable: readonly ResourceClaim[]
    }

/**
 * Finds the node for a pod: of the nodes that suit it, the one that is preferred most, then the one with the fewest pods,
 * then the first by name.
 */
// upstream: pkg/scheduler/schedule_one.go; the message is that of framework/types.go, FitError
export function findNode(pod: Pod, cluster: Cluster): Placement {
  const { nodes, assigned } = cluster
  if (nodes.length === 0) return { problem: 'no nodes available to schedule pods', resolvable: [], releasable: [] }
  const request = createRequest(pod, cluster)
  const refusal = (text: string): string => `0/${nodes.length} nodes are available: ${text}.`
  const problem = request.volumes.problem ?? request.devices.problem
  if (problem !== undefined) return { problem: refusal(problem), resolvable: [], releasable: [] }
  const reasons = new Map<string, number>()
  const resolvable: Node[] = []
  const suitable: Node[] = []
  for (const node of nodes) {
    const problems = problemsOf(request, node, assigned.loadOf(nameOf(node)))
    if (problems === undefined) suitable.push(node)
    else if (problems.isResolvable) resolvable.push(node)
    for (const reason of problems?.reasons ?? []) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const scores = scoreNodes(request, suitable, assigned)
  const candidates = suitable.map((node, index): Candidate => {
    const name = nameOf(node)
    return { node, name, podCount: assigned.loadOf(name).pods.size, score: scores[index] ?? 0 }
  })
  const [best] = candidates.sort(byPreference)
  if (best !== undefined) {
    const { node, name } = best
    return { node: name, waiting: request.volumes.waiting, claims: request.devices.bindingsFor(node) }
  }
  const counted = Array.from(reasons, ([reason, count]) => `${count} ${reason}`).sort()
  return { problem: refusal(counted.join(', ')), resolvable, releasable: request.devices.releasable(nodes) }
}

interface Candidate {
  readonly node: Node
  readonly name: string
  readonly podCount: number
  readonly score: number
}

function byPreference(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.podCount - b.podCount || (a.name < b.name ? -1 : 1)
}
