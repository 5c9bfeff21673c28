import { objectKey } from '@pinnace/client'
import { formatTime, parseTime, type Vocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { podCondition } from '../workloads/pod-state.ts'
import { nameOf } from '../workloads/stored-object.ts'

/** The times of the changes that endpoints follow. Bounded by the services and their pods. */
export interface TriggerTimes {
  /** The first of the changes since the last call, as the annotation has it; `undefined` when nothing has changed. */
  next(service: Service, pods: readonly Pod[]): string | undefined
  /** Forgets a deleted service. */
  forget(key: string): void
}

interface Seen {
  readonly serviceMs: number
  readonly podMs: ReadonlyMap<string, number>
}

/** Tracks when services were created and when their pods became ready or unready. */
// upstream: endpointslice/trigger_time_tracker.go, ComputeEndpointLastChangeTriggerTime
export function createTriggerTimes(): TriggerTimes {
  const seenBy = new Map<string, Seen>()
  return {
    next(service, pods) {
      const seen = seenBy.get(objectKey(service))
      const serviceMs = timeOf(service.metadata.creationTimestamp)
      const podMs = new Map(pods.map((pod) => [nameOf(pod), timeOf(podCondition(pod, 'Ready')?.lastTransitionTime)]))
      seenBy.set(objectKey(service), { serviceMs, podMs })
      let firstMs = serviceMs > (seen?.serviceMs ?? 0) ? serviceMs : Number.POSITIVE_INFINITY
      for (const [name, ms] of podMs) if (ms > (seen?.podMs.get(name) ?? 0)) firstMs = Math.min(firstMs, ms)
      return firstMs === Number.POSITIVE_INFINITY ? undefined : formatTime(firstMs)
    },
    forget: (key) => void seenBy.delete(key),
  }
}

function timeOf(text: string | null | undefined): number {
  return (text ? parseTime(text) : undefined) ?? 0
}

/** The annotation with the time of the change that endpoints follow. */
export function triggerAnnotation({ labelDomain }: Vocabulary): string {
  return `endpoints.${labelDomain}/last-change-trigger-time`
}

/** Annotations with the time of the change that endpoints follow, or without it. */
export function triggerAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  vocabulary: Vocabulary,
  time: string | undefined,
): Readonly<Record<string, string>> | undefined {
  const key = triggerAnnotation(vocabulary)
  const { [key]: _, ...others } = annotations ?? {}
  if (time !== undefined) return { ...others, [key]: time }
  return annotations === undefined ? undefined : others
}
