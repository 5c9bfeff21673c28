import { formatTime } from '@pinnace/meta'
import type { ContainerState, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { containerId } from './container-statuses.ts'
import type { PodLife } from './pod-life.ts'

/** The statuses of ephemeral containers: they run from when the agent sees them until the pod ends. */
export function ephemeralContainerStatuses(pod: Pod, life: PodLife, nowMs: number): readonly ContainerStatus[] {
  const isPodRunning = life.step === 'running' || life.step === 'partlyExited' || life.step === 'backingOff'
  return (pod.spec?.ephemeralContainers ?? []).map(({ name, image = '' }): ContainerStatus => {
    const stored = pod.status?.ephemeralContainerStatuses?.find((one) => one.name === name)?.state ?? {}
    const state = stateOf(stored, { isPodRunning, hasEnded: life.step === 'ended', now: formatTime(nowMs) })
    const hasRun = state.waiting === undefined
    return {
      name,
      state,
      ready: false,
      restartCount: 0,
      image,
      imageID: hasRun ? image : '',
      ...(hasRun ? { containerID: containerId(pod, name, 0) } : {}),
    }
  })
}

function stateOf(
  stored: ContainerState,
  pod: { readonly isPodRunning: boolean; readonly hasEnded: boolean; readonly now: string },
): ContainerState {
  const { isPodRunning, hasEnded, now } = pod
  if (stored.terminated !== undefined) return { terminated: stored.terminated }
  const startedAt = stored.running?.startedAt ?? now
  if (hasEnded) return { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt: now } }
  return isPodRunning ? { running: { startedAt } } : { waiting: { reason: 'ContainerCreating' } }
}
