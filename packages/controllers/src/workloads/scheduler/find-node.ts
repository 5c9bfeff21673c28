import type { Node } from '@pinnace/types/core-v1-nodes'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { nameOf } from '../stored-object.ts'
import { createRequest, problemsOf, type Cluster } from './node-problems.ts'
import { scoreNodes } from './score-nodes.ts'

/** The node for a pod, or why there is none. */
export type Placement =
  | {
      readonly node: string
      /** Claims that are bound for this node before the pod is. */
      readonly waiting: readonly PersistentVolumeClaim[]
    }
  | {
      readonly problem: string
      /** Nodes that would suit the pod if other pods were deleted. */
      readonly resolvable: readonly Node[]
    }

/**
 * Finds the node for a pod: of the nodes that suit it, the one that is preferred most, then the one with the fewest pods,
 * then the first by name.
 */
// upstream: pkg/scheduler/schedule_one.go; the message is that of framework/types.go, FitError
export function findNode(pod: Pod, cluster: Cluster): Placement {
  const { nodes, assigned } = cluster
  if (nodes.length === 0) return { problem: 'no nodes available to schedule pods', resolvable: [] }
  const request = createRequest(pod, cluster)
  const refusal = (text: string): string => `0/${nodes.length} nodes are available: ${text}.`
  if (request.volumes.problem !== undefined) return { problem: refusal(request.volumes.problem), resolvable: [] }
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
    return { node: name, podCount: assigned.loadOf(name).pods.size, score: scores[index] ?? 0 }
  })
  const [best] = candidates.sort(byPreference)
  if (best !== undefined) return { node: best.node, waiting: request.volumes.waiting }
  const counted = Array.from(reasons, ([reason, count]) => `${count} ${reason}`).sort()
  return { problem: refusal(counted.join(', ')), resolvable }
}

interface Candidate {
  readonly node: string
  readonly podCount: number
  readonly score: number
}

function byPreference(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.podCount - b.podCount || (a.node < b.node ? -1 : 1)
}
