import { formatTime } from '@pinnace/meta'
import type { PodStatus } from '@pinnace/types/core-v1-pods'
import { containerStatuses, type ContainerStatusFacts } from './container-statuses.ts'
import { ephemeralContainerStatuses } from './ephemeral-container-statuses.ts'
import { initContainerStatuses } from './init-container-statuses.ts'
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
  const ephemeral = ephemeralContainerStatuses(pod, life, nowMs)
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
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
  }
}

/** The phase of a pod. */
export function podPhase(life: PodLife): string {
  const { step, containers, problem } = life
  if (isPending(life)) return 'Pending'
  if (step !== 'ended') return 'Running'
  const hasFailed =
    problem !== undefined || hasInitFailed(life) || [...containers.values()].some(({ exitCode }) => exitCode !== 0)
  return hasFailed ? 'Failed' : 'Succeeded'
}

function isPending({ step }: PodLife): boolean {
  return step === 'new' || step === 'pulling' || step === 'initializing' || step === 'initBackingOff'
}

/** Whether a pod has ended because an init container failed that is not restarted. */
function hasInitFailed({ step, initRuns, containers }: PodLife): boolean {
  return step === 'ended' && initRuns.size > 0 && [...containers.values()].every(({ state }) => state === 'waiting')
}
