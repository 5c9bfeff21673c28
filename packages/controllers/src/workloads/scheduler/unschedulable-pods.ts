import { formatTime } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodCondition } from '@pinnace/types/core-v1-pods'
import { podCondition } from '../pod-state.ts'
import { isTerminating } from '../stored-object.ts'

/** Whether a pod waits for this scheduler: no node, no scheduling gates, not terminating, and its scheduler name. */
export function needsNode(pod: Pod, schedulerName: string): boolean {
  const { spec } = pod
  return (
    !isTerminating(pod) &&
    !spec?.nodeName &&
    spec?.schedulerName === schedulerName &&
    (spec.schedulingGates ?? []).length === 0
  )
}

/** Why a pod has no node: none suits it, or the search has failed. */
export interface Unscheduled {
  readonly message: string
  readonly reason: 'Unschedulable' | 'SchedulerError'
}

/** The conditions of a pod without a node; `undefined` when they already say so with the same message. */
export function unschedulableConditions(
  pod: Pod,
  { message, reason }: Unscheduled,
  nowMs: number,
): readonly PodCondition[] | undefined {
  const known = podCondition(pod, 'PodScheduled')
  const wasUnschedulable = known?.status === 'False'
  if (wasUnschedulable && known.message === message) return undefined
  const lastTransitionTime = (wasUnschedulable ? known.lastTransitionTime : undefined) ?? formatTime(nowMs)
  const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== 'PodScheduled')
  return [...others, { type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime }]
}

/** The parts of a node that decide which pods fit; heartbeats change none of them. */
export function schedulingFacts({ metadata, spec, status }: Node): unknown {
  return [metadata.labels ?? {}, spec ?? {}, status?.allocatable ?? {}]
}
