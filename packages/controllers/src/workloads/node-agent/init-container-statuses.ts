import { formatTime } from '@pinnace/meta'
import type { Container, ContainerState, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { containerId, terminatedState } from './container-statuses.ts'
import { initBackOffMs } from './back-off.ts'
import type { InitRuns, PodLife } from './pod-life.ts'

/** How far an init container has come. */
interface InitProgress {
  readonly hasStarted: boolean
  readonly hasExited: boolean
  readonly isBackingOff: boolean
  readonly runs: InitRuns | undefined
}

/** The statuses of a pod's init containers. Those before `life.initialized` have finished; sidecars among them run on. */
export function initContainerStatuses(pod: Pod, life: PodLife, nowMs: number): readonly ContainerStatus[] {
  return (pod.spec?.initContainers ?? []).map((container, index): ContainerStatus => {
    const { name, image = '' } = container
    const progress = progressOf(container, index, life)
    const { hasStarted, hasExited, isBackingOff, runs } = progress
    const hasRun = hasStarted || isBackingOff
    const restarts = runs?.restarts ?? 0
    const hasFailed = life.step === 'ended' && index === life.initialized && runs !== undefined
    const state = hasFailed
      ? { terminated: terminatedState(runs.last) }
      : initState(pod, life, { name, nowMs, progress })
    return {
      name,
      state,
      ...(restarts === 0 || runs === undefined ? {} : { lastState: { terminated: terminatedState(runs.last) } }),
      ready: index < life.initialized,
      restartCount: restarts,
      image,
      imageID: hasRun || hasFailed ? image : '',
      ...(hasRun || hasFailed ? { containerID: containerId(pod, name, restarts) } : {}),
      started: hasStarted && !hasExited,
    }
  })
}

function progressOf({ name, restartPolicy }: Container, index: number, life: PodLife): InitProgress {
  const isDone = index < life.initialized
  const isCurrent = index === life.initialized
  return {
    hasStarted: isDone || (isCurrent && life.step === 'initializing'),
    hasExited: isDone && (restartPolicy !== 'Always' || life.step === 'ended'),
    isBackingOff: isCurrent && life.step === 'initBackingOff',
    runs: life.initRuns.get(name),
  }
}

/** The state of an init container. Times that the stored status has are kept. */
function initState(
  pod: Pod,
  life: PodLife,
  facts: { readonly name: string; readonly nowMs: number; readonly progress: InitProgress },
): ContainerState {
  const { name, nowMs, progress } = facts
  const { hasStarted, hasExited, isBackingOff } = progress
  const stored = pod.status?.initContainerStatuses?.find((one) => one.name === name)?.state ?? {}
  const now = formatTime(nowMs)
  if (isBackingOff) {
    const subject = `container=${name} pod=${nameOf(pod)}_${namespaceOf(pod)}(${uidOf(pod)})`
    const message = `back-off ${initBackOffMs(pod, life) / 1000}s restarting failed ${subject}`
    return { waiting: { reason: 'CrashLoopBackOff', message } }
  }
  if (!hasStarted) return { waiting: { reason: 'PodInitializing' } }
  const startedAt = stored.running?.startedAt ?? stored.terminated?.startedAt ?? now
  if (!hasExited) return { running: { startedAt } }
  return {
    terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt: stored.terminated?.finishedAt ?? now },
  }
}
