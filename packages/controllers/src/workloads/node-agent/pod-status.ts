import { formatTime } from '@pinnace/meta'
import type { PodStatus } from '@pinnace/types/core-v1-pods'
import { containerStatuses, initContainerStatuses, type ContainerStatusFacts } from './container-statuses.ts'
import { podConditions } from './pod-conditions.ts'
import type { PodLife } from './pod-life.ts'

/** What the status of a pod is computed from. */
export interface PodStatusFacts extends ContainerStatusFacts {
  /** The addresses of the pod, one of each family; the node's for pods on the host network. */
  readonly podIps: readonly string[]
  /** The addresses of the node. */
  readonly hostIps: readonly string[]
  readonly nowMs: number
}

/** The status that the agent of a node reports for a pod. */
// upstream: pkg/kubelet/kubelet_pods.go, generateAPIPodStatus
export function podStatus(facts: PodStatusFacts): PodStatus {
  const { pod, life, podIps, hostIps, nowMs } = facts
  const { reason: _, message: __, ...kept } = pod.status ?? {}
  const phase = podPhase(life)
  const hasAddress = life.step !== 'pulling' && life.step !== 'new'
  const initStatuses = initContainerStatuses(pod, life, nowMs)
  return {
    ...kept,
    ...life.problem,
    phase,
    conditions: podConditions({ pod, life, phase, nowMs }),
    hostIP: hostIps[0] ?? '',
    hostIPs: hostIps.map((ip) => ({ ip })),
    startTime: kept.startTime ?? formatTime(nowMs),
    ...(hasAddress ? { podIP: podIps[0] ?? '', podIPs: podIps.map((ip) => ({ ip })) } : {}),
    ...(initStatuses.length === 0 ? {} : { initContainerStatuses: initStatuses }),
    containerStatuses: containerStatuses(facts),
  }
}

/** The phase of a pod. */
export function podPhase({ step, containers, problem }: PodLife): string {
  if (step === 'new' || step === 'pulling' || step === 'initializing') return 'Pending'
  if (step !== 'ended') return 'Running'
  const hasFailed = problem !== undefined || [...containers.values()].some(({ exitCode }) => exitCode !== 0)
  return hasFailed ? 'Failed' : 'Succeeded'
}
