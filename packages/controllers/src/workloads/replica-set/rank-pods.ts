import type { Pod } from '@pinnace/types/core-v1-pods'
import { isReady, podCondition } from '../pod-state.ts'

/** Options for {@link rankForDeletion}. */
export interface RankOptions {
  readonly costAnnotation: string
  /** Pods of the same kin on the same node: the more of them, the sooner one goes. */
  readonly related: readonly Pod[]
}

/** Pods in the order in which they are given up. */
// upstream: pkg/controller/controller_utils.go, ActivePodsWithRanks
export function rankForDeletion(pods: readonly Pod[], { costAnnotation, related }: RankOptions): readonly Pod[] {
  const onNode = new Map<string, number>()
  for (const { spec } of related) {
    const node = spec?.nodeName ?? ''
    if (node !== '') onNode.set(node, (onNode.get(node) ?? 0) + 1)
  }
  const keys = new Map(pods.map((pod) => [pod, keyOf(pod, costAnnotation, onNode)]))
  return [...pods].sort((a, b) => compareKeys(keys.get(a)!, keys.get(b)!))
}

const phases = ['Pending', 'Unknown', 'Running']

/** Smaller goes first. */
function keyOf(pod: Pod, costAnnotation: string, onNode: ReadonlyMap<string, number>): readonly (number | string)[] {
  const { metadata, spec, status } = pod
  const node = spec?.nodeName ?? ''
  const ready = isReady(pod)
  return [
    node === '' ? 0 : 1,
    phases.indexOf(status?.phase ?? 'Pending'),
    ready ? 1 : 0,
    Number(metadata.annotations?.[costAnnotation] ?? 0) || 0,
    -(onNode.get(node) ?? 0),
    ready ? later(podCondition(pod, 'Ready')?.lastTransitionTime) : 0,
    -restartsOf(pod),
    later(metadata.creationTimestamp),
  ]
}

/** The later a time is, the smaller. */
function later(time: string | null | undefined): number {
  return time ? -Date.parse(time) : 0
}

function restartsOf({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount))
}

function compareKeys(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]!
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}
