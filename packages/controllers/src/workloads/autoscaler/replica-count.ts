import type { HorizontalPodAutoscaler } from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { isFinished } from '../pod-state.ts'
import { isTerminating } from '../stored-object.ts'
import { milliOf } from '../volumes/find-volume.ts'

/** A deviation from the target that is ignored, unless the autoscaler sets another one. */
// upstream: pkg/controller/podautoscaler/config, HorizontalPodAutoscalerTolerance
const defaultTolerance = 0.1

// upstream: --horizontal-pod-autoscaler-cpu-initialization-period, --horizontal-pod-autoscaler-initial-readiness-delay
const cpuInitializationMs = 300_000
const initialReadinessMs = 30_000

/** What the count of replicas depends on beside the use of pods. */
export interface ReplicaFacts {
  readonly autoscaler: HorizontalPodAutoscaler
  readonly pods: readonly Pod[]
  /** Replicas of the target now. */
  readonly replicas: number
  readonly nowMs: number
}

/** What pods use, by what is known about them. */
export interface PodUse {
  readonly known: ReadonlyMap<Pod, bigint>
  readonly missing: readonly Pod[]
  readonly unready: readonly Pod[]
}

/**
 * Pods without a metric and pods that have not started are left out at first, and so is the CPU of pods that still
 * initialize. Finished pods do not count.
 */
// upstream: replica_calculator.go, groupPods
export function useOf(
  { pods, nowMs }: ReplicaFacts,
  read: (pod: Pod) => bigint | undefined,
  { isCpu }: { readonly isCpu: boolean },
): PodUse {
  const known = new Map<Pod, bigint>()
  const missing: Pod[] = []
  const unready: Pod[] = []
  for (const pod of pods) {
    if (isTerminating(pod) || isFinished(pod)) continue
    const value = read(pod)
    if (pod.status?.phase === 'Pending') unready.push(pod)
    else if (value === undefined) missing.push(pod)
    else if (isCpu && isInitializing(pod, nowMs)) unready.push(pod)
    else known.set(pod, value)
  }
  return { known, missing, unready }
}

/** Whether a pod is not ready in its first minutes, or never was. */
function isInitializing({ status }: Pod, nowMs: number): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  const startedMs = Date.parse(status?.startTime ?? '')
  if (ready === undefined || Number.isNaN(startedMs)) return true
  if (ready.status !== 'False') return false
  if (startedMs + cpuInitializationMs > nowMs) return true
  return startedMs + initialReadinessMs > Date.parse(ready.lastTransitionTime ?? '')
}

/** The replicas that bring the use of pods to what is wanted. What is not known is assumed so that less is changed. */
export function replicasFor(
  { known, missing, unready }: PodUse,
  wantedOf: (pod: Pod) => bigint,
  { autoscaler, replicas: current }: ReplicaFacts,
): number {
  const ratioOf = (use: ReadonlyMap<Pod, bigint>): number => {
    let [used, wanted] = [0n, 0n]
    for (const [pod, value] of use) {
      used += value
      wanted += wantedOf(pod)
    }
    return wanted === 0n ? 1 : Number(used) / Number(wanted)
  }
  const ratio = ratioOf(known)
  if (missing.length === 0 && (unready.length === 0 || ratio <= 1)) {
    return isWithinTolerance(ratio, autoscaler) ? current : Math.ceil(roundRatio(ratio * known.size))
  }
  const all = new Map(known)
  // Scaling down assumes that pods without a metric use what is wanted; scaling up, that they use nothing.
  for (const pod of missing) all.set(pod, ratio < 1 ? wantedOf(pod) : 0n)
  if (ratio > 1) for (const pod of unready) all.set(pod, 0n)
  const next = ratioOf(all)
  const isTurned = (ratio < 1 && next > 1) || (ratio > 1 && next < 1)
  if (isWithinTolerance(next, autoscaler) || isTurned) return current
  const replicas = Math.ceil(roundRatio(next * all.size))
  return (next < 1 && replicas > current) || (next > 1 && replicas < current) ? current : replicas
}

/** Whether a ratio is so near to 1 that nothing is scaled. */
// upstream: replica_calculator.go, Tolerances.isWithin
export function isWithinTolerance(ratio: number, { spec }: HorizontalPodAutoscaler): boolean {
  const { scaleUp, scaleDown } = spec.behavior ?? {}
  return 1 - toleranceOf(scaleDown?.tolerance) <= ratio && ratio <= 1 + toleranceOf(scaleUp?.tolerance)
}

function toleranceOf(own: string | undefined): number {
  return own === undefined ? defaultTolerance : Number(milliOf(own)) / 1000
}

/** Without the error of the last binary digits, which would be rounded up to one more replica. */
export function roundRatio(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

/** What a pod uses on average. */
export function averageOf(use: ReadonlyMap<Pod, bigint>): bigint {
  return [...use.values()].reduce((sum, value) => sum + value, 0n) / BigInt(Math.max(1, use.size))
}
