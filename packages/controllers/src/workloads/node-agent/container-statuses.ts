import { formatTime } from '@pinnace/meta'
import type { Container, ContainerState, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { backOffMs } from './back-off.ts'
import { isStartupFailing } from './failing-probes.ts'
import type { ContainerLife, ContainerRun, PodLife } from './pod-life.ts'
import type { PodStages } from './stages.ts'

/** What the statuses of a pod's containers are computed from. */
export interface ContainerStatusFacts {
  readonly pod: Pod
  readonly life: PodLife
  readonly stages: PodStages
}

/** The statuses of a pod's containers. */
// upstream: pkg/kubelet/kubelet_pods.go, convertToAPIContainerStatuses
export function containerStatuses(facts: ContainerStatusFacts): readonly ContainerStatus[] {
  const { pod, life } = facts
  return (pod.spec?.containers ?? []).flatMap((container) => {
    const own = life.containers.get(container.name)
    return own === undefined ? [] : [containerStatus(container, own, facts)]
  })
}

function containerStatus(
  container: Container,
  own: ContainerLife,
  { pod, life, stages }: ContainerStatusFacts,
): ContainerStatus {
  const { name, image = '' } = container
  const isRunning = own.state === 'running'
  const hasRun = own.state !== 'waiting' || own.last !== undefined
  const isInitializing = (pod.spec?.initContainers?.length ?? 0) > life.initialized
  const isPullFailing = stages.isPullFailing && !isInitializing
  return {
    name,
    state: containerState(own, () => waitingState({ name, image, own, pod, life, isInitializing, isPullFailing })),
    ...(own.last === undefined ? {} : { lastState: { terminated: terminatedState(own.last) } }),
    ready: isRunning && life.isReady,
    restartCount: own.restarts,
    image,
    imageID: hasRun ? image : '',
    ...(hasRun ? { containerID: containerId(pod, name, own.restarts) } : {}),
    started: isRunning && !isStartupFailing(container, stages),
  }
}

function containerState(own: ContainerLife, waiting: () => ContainerState): ContainerState {
  if (own.state === 'running') return { running: { startedAt: formatTime(own.startedMs) } }
  return own.state === 'exited' ? { terminated: terminatedState(own) } : waiting()
}

function waitingState(facts: {
  readonly name: string
  readonly image: string
  readonly own: ContainerLife
  readonly pod: Pod
  readonly life: PodLife
  readonly isInitializing: boolean
  readonly isPullFailing: boolean
}): ContainerState {
  const { name, image, own, pod, life, isInitializing, isPullFailing } = facts
  if (isPullFailing) {
    return { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image ${JSON.stringify(image)}` } }
  }
  if (own.last === undefined) return { waiting: { reason: isInitializing ? 'PodInitializing' : 'ContainerCreating' } }
  const subject = `container=${name} pod=${nameOf(pod)}_${namespaceOf(pod)}(${uidOf(pod)})`
  const message = `back-off ${backOffMs(life) / 1000}s restarting failed ${subject}`
  return { waiting: { reason: 'CrashLoopBackOff', message } }
}

/** The state of a container that has ended. */
export function terminatedState({
  exitCode,
  startedMs,
  finishedMs,
}: ContainerRun): NonNullable<ContainerState['terminated']> {
  return {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: formatTime(startedMs),
    finishedAt: formatTime(finishedMs),
  }
}

/** The id of a container. */
export function containerId(pod: Pod, container: string, restarts: number): string {
  return `simulated://${uidOf(pod)}/${container}/${restarts}`
}
