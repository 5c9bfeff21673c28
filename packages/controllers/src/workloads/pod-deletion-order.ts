import type { Pod } from '@pinnace/types/core-v1-pods'
import { isReady, podCondition } from './pod-state.ts'

/** Options for {@link podDeletionOrder}. */
export interface PodDeletionOptions {
  /** The annotation with a pod's deletion cost; the lowest cost is deleted first. @default costs do not count */
  readonly costAnnotation?: string
  /**
   * Active pods of the same workload. The more of them share a pod's node, the earlier it is deleted.
   * @default they do not count
   */
  readonly related?: readonly Pod[]
}

/** Sorts pods in the order in which they are deleted when a workload is scaled down. */
// upstream: pkg/controller/controller_utils.go, ActivePodsWithRanks
export function podDeletionOrder(
  pods: readonly Pod[],
  { costAnnotation = '', related = [] }: PodDeletionOptions = {},
): readonly Pod[] {
  const podsOnNode = new Map<string, number>()
  for (const { spec } of related) {
    const node = spec?.nodeName ?? ''
    if (node !== '') podsOnNode.set(node, (podsOnNode.get(node) ?? 0) + 1)
  }
  return pods
    .map((pod) => ({ pod, rank: rankOf(pod, costAnnotation, podsOnNode) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ pod }) => pod)
}

const phases = ['Pending', 'Unknown', 'Running']

/** The sort key of a pod, most significant first; lower values are deleted first. */
function rankOf(pod: Pod, costAnnotation: string, podsOnNode: ReadonlyMap<string, number>): readonly number[] {
  const { metadata, spec, status } = pod
  const node = spec?.nodeName ?? ''
  const ready = isReady(pod)
  return [
    node === '' ? 0 : 1,
    phases.indexOf(status?.phase ?? 'Pending'),
    ready ? 1 : 0,
    Number(metadata.annotations?.[costAnnotation] ?? 0) || 0,
    -(podsOnNode.get(node) ?? 0),
    ready ? newestFirst(podCondition(pod, 'Ready')?.lastTransitionTime) : 0,
    -restartsOf(pod),
    newestFirst(metadata.creationTimestamp),
  ]
}

function newestFirst(time: string | null | undefined): number {
  return time ? -Date.parse(time) : 0
}

function restartsOf({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount))
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (const [index, left] of a.entries()) {
    const difference = left - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
