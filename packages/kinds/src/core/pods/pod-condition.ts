import { formatTime, type Clock, type Mutable } from '@pinnace/meta'
import type { PodCondition, PodStatus } from '@pinnace/types/core-v1-pods'

/** Sets the condition of a type; its transition time moves only when its status does. */
// upstream: pkg/api/pod, UpdatePodCondition
export function setPodCondition(
  status: Mutable<PodStatus>,
  condition: { readonly type: string; readonly status: string; readonly reason?: string; readonly message?: string },
  clock: Clock,
): void {
  const conditions = status.conditions ?? []
  const index = conditions.findIndex(({ type }) => type === condition.type)
  const known = conditions[index]
  const lastTransitionTime =
    known?.status === condition.status && known.lastTransitionTime ? known.lastTransitionTime : formatTime(clock.now())
  // A probe time that was never set is written as null.
  const next = { lastProbeTime: null, lastTransitionTime, ...condition } as unknown as Mutable<PodCondition>
  status.conditions = known === undefined ? [...conditions, next] : conditions.with(index, next)
}

/** Whether a pod says of itself that it is ready. */
export function isPodReady(status: PodStatus | undefined): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}
