import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodStages } from './stages.ts'

/** Where a pod is on its way, as its agent knows it. */
export interface PodLife {
  step: 'new' | 'pulling' | 'initializing' | 'running' | 'settled' | 'backingOff' | 'ended'
  /** When the step began, by the clock that only goes forward. */
  sinceMs: number
  /** Init containers that are through. */
  initialized: number
  isReady: boolean
  /** Why it was ended from outside. */
  problem?: { readonly reason: string; readonly message: string }
  readonly containers: Map<string, ContainerLife>
}

/** What a container has been through. */
export interface ContainerLife {
  state: 'waiting' | 'running' | 'exited'
  startedMs: number
  finishedMs: number
  exitCode: number
  restarts: number
  last?: { readonly exitCode: number; readonly startedMs: number; readonly finishedMs: number }
}

/** A time of both clocks. */
export interface Moment {
  readonly monotonicMs: number
  readonly nowMs: number
}

// upstream: pkg/kubelet, MaxCrashLoopBackOff and the first wait – the first restart comes at once.
const firstBackOffMs = 10_000
const maxBackOffMs = 300_000

/** A life that goes on from what a pod's status says, or begins. */
export function beginLife({ spec, status }: Pod, { monotonicMs, nowMs }: Moment): PodLife {
  const containers = new Map<string, ContainerLife>()
  for (const { name } of spec?.containers ?? []) {
    const known = status?.containerStatuses?.find((one) => one.name === name)
    const { running, terminated } = known?.state ?? {}
    containers.set(name, {
      state: running ? 'running' : terminated ? 'exited' : 'waiting',
      startedMs: timeOf(running?.startedAt ?? terminated?.startedAt, nowMs),
      finishedMs: timeOf(terminated?.finishedAt, nowMs),
      exitCode: terminated?.exitCode ?? 0,
      restarts: known?.restartCount ?? 0,
    })
  }
  const isRunning = status?.phase === 'Running'
  const isBackingOff = isRunning && [...containers.values()].some(({ state }) => state === 'waiting')
  return {
    step: isBackingOff ? 'backingOff' : isRunning ? 'running' : status?.startTime ? 'pulling' : 'new',
    sinceMs: monotonicMs,
    initialized: isRunning ? (spec?.initContainers?.length ?? 0) : 0,
    isReady:
      isRunning &&
      status.conditions?.some(({ type, status: is }) => type === 'ContainersReady' && is === 'True') === true,
    containers,
  }
}

/**
 * Takes a pod as far as its time allows; answers when the next step is due, if one is. What has just been seen for the
 * first time stops there, so that the beginning is told of.
 */
export function advanceLife(pod: Pod, life: PodLife, stages: PodStages, moment: Moment): number | undefined {
  if (life.step === 'new') {
    enter(life, 'pulling', moment.monotonicMs)
    return stages.isPullFailing ? undefined : stages.pullMs
  }
  for (;;) {
    const next = nextStep(pod, life, stages)
    if (next === undefined) return undefined
    const dueMs = life.sinceMs + next.afterMs
    if (dueMs > moment.monotonicMs) return dueMs - moment.monotonicMs
    next.take({ monotonicMs: dueMs, nowMs: moment.nowMs - (moment.monotonicMs - dueMs) })
  }
}

interface Step {
  readonly afterMs: number
  readonly take: (moment: Moment) => void
}

function nextStep(pod: Pod, life: PodLife, stages: PodStages): Step | undefined {
  const initContainers = pod.spec?.initContainers ?? []
  switch (life.step) {
    case 'pulling':
      if (stages.isPullFailing) return undefined
      return { afterMs: stages.pullMs, take: ({ monotonicMs }) => enter(life, 'initializing', monotonicMs) }
    case 'initializing': {
      const container = initContainers[life.initialized]
      if (container === undefined) return { afterMs: 0, take: (moment) => run(life, moment) }
      // A sidecar is begun and left running.
      const afterMs = container.restartPolicy === 'Always' ? 0 : stages.initMs
      return {
        afterMs,
        take({ monotonicMs }) {
          life.initialized++
          life.sinceMs = monotonicMs
        },
      }
    }
    case 'running': {
      const willEnd = endings(life, stages).length > 0
      const becomesReady = !life.isReady && !stages.isNeverReady
      if (becomesReady && (!willEnd || stages.readyMs < stages.runMs)) {
        return { afterMs: stages.readyMs, take: () => void (life.isReady = true) }
      }
      return willEnd ? { afterMs: stages.runMs, take: (moment) => end(pod, life, stages, moment) } : undefined
    }
    case 'backingOff':
      return { afterMs: backOffMs(life), take: (moment) => run(life, moment) }
    default:
      return undefined
  }
}

function enter(life: PodLife, step: PodLife['step'], sinceMs: number): void {
  life.step = step
  life.sinceMs = sinceMs
}

/** Starts every container that waits. */
function run(life: PodLife, { monotonicMs, nowMs }: Moment): void {
  for (const container of life.containers.values()) {
    if (container.state !== 'waiting') continue
    container.state = 'running'
    container.startedMs = nowMs
  }
  life.isReady = false
  enter(life, 'running', monotonicMs)
}

function endings(life: PodLife, stages: PodStages): readonly (readonly [ContainerLife, number])[] {
  const found: (readonly [ContainerLife, number])[] = []
  for (const [name, container] of life.containers) {
    if (container.state !== 'running') continue
    const code = stages.exitCode(name, container.restarts)
    if (code !== undefined) found.push([container, code])
  }
  return found
}

/** Ends the containers that end, and starts those again that are to be. */
function end({ spec }: Pod, life: PodLife, stages: PodStages, { monotonicMs, nowMs }: Moment): void {
  const policy = spec?.restartPolicy ?? 'Always'
  let isRestarted = false
  for (const [container, exitCode] of endings(life, stages)) {
    const { startedMs } = container
    Object.assign(container, { state: 'exited', exitCode, finishedMs: nowMs })
    if (policy === 'Never' || (policy === 'OnFailure' && exitCode === 0)) continue
    container.last = { exitCode, startedMs, finishedMs: nowMs }
    container.state = 'waiting'
    container.restarts++
    isRestarted = true
  }
  life.isReady = false
  const isOver = [...life.containers.values()].every(({ state }) => state === 'exited')
  enter(life, isRestarted ? 'backingOff' : isOver ? 'ended' : 'settled', monotonicMs)
}

/** Ends a pod from outside. */
export function endLife(life: PodLife, exitCode: number, { monotonicMs, nowMs }: Moment): void {
  for (const container of life.containers.values()) {
    if (container.state === 'exited') continue
    if (container.state === 'waiting') container.startedMs = nowMs
    Object.assign(container, { state: 'exited', exitCode, finishedMs: nowMs })
  }
  life.isReady = false
  enter(life, 'ended', monotonicMs)
}

/** How long a container that has ended waits for its next start. */
export function backOffMs({ containers }: PodLife): number {
  const waiting = [...containers.values()].filter(({ state }) => state === 'waiting')
  const restarts = Math.max(1, ...waiting.map((container) => container.restarts))
  return restarts === 1 ? 0 : Math.min(maxBackOffMs, firstBackOffMs * 2 ** (restarts - 2))
}

function timeOf(text: string | undefined, otherwiseMs: number): number {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? otherwiseMs : time
}
