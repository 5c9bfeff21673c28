import { parseTime } from '@pinnace/meta'
import type { Pod, PodCondition } from '@pinnace/types/core-v1-pods'

/** Neither ended nor about to go. */
// upstream: pkg/controller/controller_utils.go, IsPodActive
export function isActive(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp === undefined && !hasEnded(pod)
}

/** Nothing in it runs any more. */
export function hasEnded({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

/** One condition of a pod. */
export function podCondition({ status }: Pod, type: string): PodCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type)
}

/** Whether it is ready to serve. */
export function isReady(pod: Pod): boolean {
  return podCondition(pod, 'Ready')?.status === 'True'
}

/** Milliseconds until a ready pod counts as available: 0 where it does already; `undefined` where it is not ready. */
// upstream: pkg/api/v1/pod/util.go, IsPodAvailable
function msUntilAvailable(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const since = parseTime(podCondition(pod, 'Ready')?.lastTransitionTime ?? '')
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - nowMs)
}

/** Whether it has been ready for long enough. */
export function isAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  return msUntilAvailable(pod, minReadySeconds, nowMs) === 0
}

/** When the next of some ready pods will count as available; `undefined` where none is about to. */
export function nextAvailableMs(pods: readonly Pod[], minReadySeconds: number, nowMs: number): number | undefined {
  const waits = pods
    .map((pod) => msUntilAvailable(pod, minReadySeconds, nowMs))
    .filter((ms) => ms !== undefined && ms > 0)
  return waits.length === 0 ? undefined : Math.min(...(waits as number[]))
}
