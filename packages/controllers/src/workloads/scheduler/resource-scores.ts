import type { Node } from '@pinnace/types/core-v1-nodes'
import type { NodeLoad } from './assigned-pods.ts'
import { readQuantities, type MilliQuantities } from './resource-fit.ts'

const scored = ['cpu', 'memory'] as const

/** What a pod adds to a node. */
export interface ScoredRequests {
  readonly requests: MilliQuantities
  /** The requests with an estimate for containers that name none. */
  readonly estimated: MilliQuantities
}

/** How much of a node is free with the pod, from 0 to 100: the mean of CPU and memory. */
// upstream: pkg/scheduler/framework/plugins/noderesources/least_allocated.go
export function freeShare({ estimated }: ScoredRequests, node: Node, load: NodeLoad): number {
  const shares = allocatableOf(node).map(([name, allocatable]) => {
    const used = (load.estimated.get(name) ?? 0n) + (estimated.get(name) ?? 0n)
    return used > allocatable ? 0 : Number(((allocatable - used) * 100n) / allocatable)
  })
  return shares.length === 0 ? 0 : Math.trunc(shares.reduce((sum, share) => sum + share, 0) / shares.length)
}

/**
 * How evenly CPU and memory of a node are used, from 50 to 100: above 75 if the pod makes the use more even, below if less.
 * The same for all nodes if the pod requests nothing.
 */
// upstream: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go
export function balance({ requests }: ScoredRequests, node: Node, load: NodeLoad): number {
  if (scored.every((name) => (requests.get(name) ?? 0n) === 0n)) return 0
  const allocatable = allocatableOf(node)
  const evenness = (added: MilliQuantities | undefined): number => {
    const [first, second] = allocatable.map(([name, limit]) => {
      const used = (load.used.get(name) ?? 0n) + (added?.get(name) ?? 0n)
      return Math.min(1, Number(used) / Number(limit))
    })
    const deviation = first === undefined || second === undefined ? 0 : Math.abs(first - second) / 2
    return Math.trunc((1 - deviation) * 100)
  }
  return 50 + Math.trunc((50 + evenness(requests) - evenness(undefined)) / 2)
}

function allocatableOf({ status }: Node): readonly (readonly [string, bigint])[] {
  const quantities = readQuantities(status?.allocatable)
  return scored.map((name) => [name, quantities.get(name) ?? 0n] as const).filter(([, quantity]) => quantity > 0n)
}
