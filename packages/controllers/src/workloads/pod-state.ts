import { parseTime } from '@pinnace/meta'
import type { Pod, PodCondition } from '@pinnace/types/core-v1-pods'
import { isTerminating } from './stored-object.ts'

/** Whether a pod is neither finished nor terminating. */
// upstream: pkg/controller/controller_utils.go, IsPodActive
export function isActive(pod: Pod): boolean {
  return !isTerminating(pod) && !isFinished(pod)
}

/** Whether a pod's phase is Succeeded or Failed. */
export function isFinished({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed'
}

/** One condition of a pod. */
export function podCondition({ status }: Pod, type: string): PodCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type)
}

/** Whether the condition Ready of a pod is True. */
export function isReady(pod: Pod): boolean {
  return podCondition(pod, 'Ready')?.status === 'True'
}

/** Milliseconds until a pod counts as available: 0 when it does, `undefined` when it is not ready. */
// upstream: pkg/api/v1/pod/util.go, IsPodAvailable
export function msUntilAvailable(pod: Pod, minReadySeconds: number, nowMs: number): number | undefined {
  if (!isReady(pod)) return undefined
  if (minReadySeconds === 0) return 0
  const since = parseTime(podCondition(pod, 'Ready')?.lastTransitionTime ?? '')
  return since === undefined ? undefined : Math.max(0, since + minReadySeconds * 1000 - nowMs)
}

/** Whether a pod has been ready for at least `minReadySeconds`. */
export function isAvailable(pod: Pod, minReadySeconds: number, nowMs: number): boolean {
  return msUntilAvailable(pod, minReadySeconds, nowMs) === 0
}

/** Milliseconds until the next ready pod becomes available; `undefined` when there is none. */
export function nextAvailableMs(pods: readonly Pod[], minReadySeconds: number, nowMs: number): number | undefined {
  let nextMs: number | undefined
  for (const pod of pods) {
    const waitMs = msUntilAvailable(pod, minReadySeconds, nowMs) ?? 0
    if (waitMs > 0) nextMs = Math.min(nextMs ?? waitMs, waitMs)
  }
  return nextMs
}
