import { formatTime } from '@pinnace/meta'
import type { ContainerState, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod, PodCondition, PodStatus } from '@pinnace/types/core-v1-pods'
import { backOffMs, type ContainerLife, type PodLife } from './pod-life.ts'
import type { PodStages } from './stages.ts'

/** Where a pod is. */
export interface PodPlace {
  readonly podIp: string
  readonly hostIp: string
}

/** What a node's agent says of a pod. */
export function podStatus(pod: Pod, life: PodLife, stages: PodStages, place: PodPlace, nowMs: number): PodStatus {
  const { status: stored = {}, spec } = pod
  const phase = phaseOf(life)
  const hasAddress = life.step !== 'pulling' && life.step !== 'new'
  const initContainerStatuses = initStatuses(pod, life, nowMs)
  const { reason: _, message: __, ...kept } = stored
  return {
    ...kept,
    ...life.problem,
    phase,
    conditions: conditionsOf(pod, life, phase, nowMs),
    hostIP: place.hostIp,
    hostIPs: [{ ip: place.hostIp }],
    startTime: stored.startTime ?? formatTime(nowMs),
    ...(hasAddress ? addressesOf(spec?.hostNetwork === true ? place.hostIp : place.podIp) : {}),
    ...(initContainerStatuses.length === 0 ? {} : { initContainerStatuses }),
    containerStatuses: containerStatuses(pod, life, stages),
  }
}

function addressesOf(ip: string): Pick<PodStatus, 'podIP' | 'podIPs'> {
  return { podIP: ip, podIPs: [{ ip }] }
}

function phaseOf({ step, containers, problem }: PodLife): string {
  if (step === 'new' || step === 'pulling' || step === 'initializing') return 'Pending'
  if (step !== 'ended') return 'Running'
  const isFailed = problem !== undefined || [...containers.values()].some(({ exitCode }) => exitCode !== 0)
  return isFailed ? 'Failed' : 'Succeeded'
}

function containerStatuses(pod: Pod, life: PodLife, stages: PodStages): readonly ContainerStatus[] {
  const { name = '', namespace = '', uid = '' } = pod.metadata
  const isInitializing = (pod.spec?.initContainers?.length ?? 0) > life.initialized
  return (pod.spec?.containers ?? []).map((container): ContainerStatus => {
    const own = life.containers.get(container.name)!
    const image = container.image ?? ''
    const isRunning = own.state === 'running'
    const hasRun = isRunning || own.state === 'exited' || own.last !== undefined
    const waiting = (): ContainerState => {
      if (stages.isPullFailing && !isInitializing) {
        return { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image ${JSON.stringify(image)}` } }
      }
      if (own.last === undefined) {
        return { waiting: { reason: isInitializing ? 'PodInitializing' : 'ContainerCreating' } }
      }
      const wait = `back-off ${backOffMs(life) / 1000}s restarting failed container=${container.name}`
      const message = `${wait} pod=${name}_${namespace}(${uid})`
      return { waiting: { reason: 'CrashLoopBackOff', message } }
    }
    return {
      name: container.name,
      state: isRunning
        ? { running: { startedAt: formatTime(own.startedMs) } }
        : own.state === 'exited'
          ? { terminated: ended(own) }
          : waiting(),
      ...(own.last === undefined ? {} : { lastState: { terminated: ended(own.last) } }),
      ready: isRunning && life.isReady,
      restartCount: own.restarts,
      image,
      imageID: hasRun ? image : '',
      ...(hasRun ? { containerID: `simulated://${uid}/${container.name}/${own.restarts}` } : {}),
      started: isRunning,
    }
  })
}

function ended({
  exitCode,
  startedMs,
  finishedMs,
}: Pick<ContainerLife, 'exitCode' | 'startedMs' | 'finishedMs'>): NonNullable<ContainerState['terminated']> {
  return {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    startedAt: formatTime(startedMs),
    finishedAt: formatTime(finishedMs),
  }
}

function initStatuses({ metadata, spec, status }: Pod, life: PodLife, nowMs: number): readonly ContainerStatus[] {
  const now = formatTime(nowMs)
  return (spec?.initContainers ?? []).map(({ name, image = '', restartPolicy }, index): ContainerStatus => {
    const known = status?.initContainerStatuses?.find((one) => one.name === name)
    const startedAt = known?.state?.running?.startedAt ?? known?.state?.terminated?.startedAt ?? now
    const isDone = index < life.initialized
    const isSidecar = restartPolicy === 'Always'
    const hasBegun = isDone || (life.step === 'initializing' && index === life.initialized)
    const isOver = isDone && (!isSidecar || life.step === 'ended')
    const finishedAt = known?.state?.terminated?.finishedAt ?? now
    return {
      name,
      state: isOver
        ? { terminated: { exitCode: 0, reason: 'Completed', startedAt, finishedAt } }
        : hasBegun
          ? { running: { startedAt } }
          : { waiting: { reason: 'PodInitializing' } },
      ready: isDone,
      restartCount: 0,
      image,
      imageID: hasBegun ? image : '',
      ...(hasBegun ? { containerID: `simulated://${metadata.uid}/${name}/0` } : {}),
      started: hasBegun && !isOver,
    }
  })
}

type Said = Pick<PodCondition, 'type' | 'status' | 'reason' | 'message'>

// upstream: pkg/kubelet/status/generate.go
function conditionsOf(pod: Pod, life: PodLife, phase: string, nowMs: number): readonly PodCondition[] {
  const stored = pod.status?.conditions ?? []
  const said: readonly Said[] = [
    holds('PodReadyToStartContainers', life.step !== 'pulling' && life.step !== 'new' && life.step !== 'ended'),
    initialized(pod, life, phase),
    ready(pod, life, phase),
    containersReady(pod, life, phase),
    holds('PodScheduled', true),
  ]
  const own = said.map((condition): PodCondition => {
    const known = stored.find(({ type, status }) => type === condition.type && status === condition.status)
    return { ...known, ...condition, lastTransitionTime: known?.lastTransitionTime ?? formatTime(nowMs) }
  })
  const names = new Set(said.map(({ type }) => type))
  return [...own, ...stored.filter(({ type }) => !names.has(type))]
}

function holds(type: string, isTrue: boolean): Said {
  return { type, status: isTrue ? 'True' : 'False' }
}

function isOver(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed'
}

function endReason(phase: string): string {
  return phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed'
}

function initialized({ spec }: Pod, life: PodLife, phase: string): Said {
  const left = (spec?.initContainers ?? []).slice(life.initialized).map(({ name }) => name)
  if (left.length === 0) {
    return { ...holds('Initialized', true), ...(phase === 'Succeeded' ? { reason: 'PodCompleted' } : {}) }
  }
  const message = `containers with incomplete status: [${left.join(' ')}]`
  return { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized', message }
}

function containersReady({ spec }: Pod, life: PodLife, phase: string): Said {
  const type = 'ContainersReady'
  if (isOver(phase)) return { type, status: 'False', reason: endReason(phase) }
  const left = (spec?.containers ?? [])
    .filter(({ name }) => !life.isReady || life.containers.get(name)?.state !== 'running')
    .map(({ name }) => name)
  if (left.length === 0) return holds(type, true)
  const message = `containers with unready status: [${left.join(' ')}]`
  return { type, status: 'False', reason: 'ContainersNotReady', message }
}

function ready(pod: Pod, life: PodLife, phase: string): Said {
  const containers = containersReady(pod, life, phase)
  if (containers.status !== 'True') return { ...containers, type: 'Ready' }
  const problems: string[] = []
  for (const { conditionType: gate } of pod.spec?.readinessGates ?? []) {
    const found = pod.status?.conditions?.find(({ type }) => type === gate)
    if (found === undefined) {
      problems.push(`corresponding condition of pod readiness gate ${JSON.stringify(gate)} does not exist.`)
    } else if (found.status !== 'True') {
      problems.push(`the status of pod readiness gate ${JSON.stringify(gate)} is not "True", but ${found.status}`)
    }
  }
  if (problems.length === 0) return holds('Ready', true)
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message: problems.join(', ') }
}
