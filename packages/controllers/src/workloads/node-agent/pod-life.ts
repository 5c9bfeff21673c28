import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodStages } from './stages.ts'

/**
 * The state of a simulated pod. `pulling` → `initializing` → `running` → `ended`, with `backingOff` between a container's
 * exit and its restart, and `partlyExited` when some containers have exited for good and others run on.
 */
export interface PodLife {
  step: 'new' | 'pulling' | 'initializing' | 'running' | 'partlyExited' | 'backingOff' | 'ended'
  /** When the step began, in milliseconds of the monotonic clock. */
  sinceMs: number
  /** The number of init containers that have finished or, for sidecars, started. */
  initialized: number
  isReady: boolean
  /** Why the pod was ended from outside. */
  problem?: { readonly reason: string; readonly message: string }
  readonly containers: Map<string, ContainerLife>
}

/** The state of a container; times are in milliseconds since the epoch. */
export interface ContainerLife {
  state: 'waiting' | 'running' | 'exited'
  startedMs: number
  finishedMs: number
  exitCode: number
  restarts: number
  /** The previous run of a container that was restarted. */
  last?: ContainerRun
}

/** A finished run of a container. */
export type ContainerRun = Readonly<Pick<ContainerLife, 'exitCode' | 'startedMs' | 'finishedMs'>>

/** A time on both clocks, in milliseconds. */
export interface Moment {
  readonly monotonicMs: number
  readonly nowMs: number
}

// upstream: pkg/kubelet, MaxCrashLoopBackOff and its first wait – the first restart is immediate.
const firstBackOffMs = 10_000
const maxBackOffMs = 300_000

/** The state that continues from a pod's status; the initial state when there is none. */
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
  return {
    step: stepOf(status, containers),
    sinceMs: monotonicMs,
    initialized: isRunning ? (spec?.initContainers?.length ?? 0) : 0,
    isReady:
      isRunning &&
      status.conditions?.some((condition) => condition.type === 'ContainersReady' && condition.status === 'True') ===
        true,
    containers,
  }
}

function stepOf(status: Pod['status'], containers: ReadonlyMap<string, ContainerLife>): PodLife['step'] {
  if (status?.phase !== 'Running') return status?.startTime ? 'pulling' : 'new'
  const isBackingOff = [...containers.values()].some(({ state }) => state === 'waiting')
  return isBackingOff ? 'backingOff' : 'running'
}

/**
 * Advances a pod as far as the clock allows. Returns milliseconds until the next transition is due; `undefined` when
 * there is none. A new pod stops at `pulling`, so that ContainerCreating is observable.
 */
export function advanceLife(pod: Pod, life: PodLife, stages: PodStages, moment: Moment): number | undefined {
  if (life.step === 'new') {
    enter(life, 'pulling', moment.monotonicMs)
    return stages.isPullFailing ? undefined : stages.pullMs
  }
  for (;;) {
    const next = nextTransition(pod, life, stages)
    if (next === undefined) return undefined
    const dueMs = life.sinceMs + next.afterMs
    if (dueMs > moment.monotonicMs) return dueMs - moment.monotonicMs
    next.apply({ monotonicMs: dueMs, nowMs: moment.nowMs - (moment.monotonicMs - dueMs) })
  }
}

interface Transition {
  /** Milliseconds after the beginning of the step. */
  readonly afterMs: number
  readonly apply: (moment: Moment) => void
}

/** The next transition of a pod's state. */
function nextTransition(pod: Pod, life: PodLife, stages: PodStages): Transition | undefined {
  switch (life.step) {
    case 'pulling':
      if (stages.isPullFailing) return undefined
      return { afterMs: stages.pullMs, apply: ({ monotonicMs }) => enter(life, 'initializing', monotonicMs) }
    case 'initializing':
      return nextInitialization(pod, life, stages)
    case 'running':
      return nextWhileRunning(pod, life, stages)
    case 'backingOff':
      return { afterMs: backOffMs(life), apply: (moment) => startContainers(life, moment) }
    default:
      return undefined
  }
}

/** The end of the current init container, or the start of the containers after the last one. */
function nextInitialization({ spec }: Pod, life: PodLife, { initMs }: PodStages): Transition {
  const container = spec?.initContainers?.[life.initialized]
  if (container === undefined) return { afterMs: 0, apply: (moment) => startContainers(life, moment) }
  const isSidecar = container.restartPolicy === 'Always'
  return {
    afterMs: isSidecar ? 0 : initMs,
    apply({ monotonicMs }) {
      life.initialized++
      life.sinceMs = monotonicMs
    },
  }
}

/** Readiness or the exit of containers, whichever comes first. */
function nextWhileRunning(pod: Pod, life: PodLife, stages: PodStages): Transition | undefined {
  const willExit = exitingContainers(life, stages).length > 0
  const willBecomeReady = !life.isReady && !stages.isNeverReady
  if (willBecomeReady && (!willExit || stages.readyMs < stages.runMs)) {
    return { afterMs: stages.readyMs, apply: () => void (life.isReady = true) }
  }
  return willExit ? { afterMs: stages.runMs, apply: (moment) => exitContainers(pod, life, stages, moment) } : undefined
}

function enter(life: PodLife, step: PodLife['step'], sinceMs: number): void {
  life.step = step
  life.sinceMs = sinceMs
}

function startContainers(life: PodLife, { monotonicMs, nowMs }: Moment): void {
  for (const container of life.containers.values()) {
    if (container.state !== 'waiting') continue
    container.state = 'running'
    container.startedMs = nowMs
  }
  life.isReady = false
  enter(life, 'running', monotonicMs)
}

/** The running containers that will exit, with their exit codes. */
function exitingContainers(life: PodLife, stages: PodStages): readonly (readonly [ContainerLife, number])[] {
  const found: (readonly [ContainerLife, number])[] = []
  for (const [name, container] of life.containers) {
    if (container.state !== 'running') continue
    const code = stages.exitCode(name, container.restarts)
    if (code !== undefined) found.push([container, code])
  }
  return found
}

/** Ends the containers that exit. Those that the restart policy restarts wait for their back-off. */
function exitContainers({ spec }: Pod, life: PodLife, stages: PodStages, { monotonicMs, nowMs }: Moment): void {
  const policy = spec?.restartPolicy ?? 'Always'
  let willRestart = false
  for (const [container, exitCode] of exitingContainers(life, stages)) {
    const { startedMs } = container
    Object.assign(container, { state: 'exited', exitCode, finishedMs: nowMs })
    if (policy === 'Never' || (policy === 'OnFailure' && exitCode === 0)) continue
    container.last = { exitCode, startedMs, finishedMs: nowMs }
    container.state = 'waiting'
    container.restarts++
    willRestart = true
  }
  life.isReady = false
  const haveAllExited = [...life.containers.values()].every(({ state }) => state === 'exited')
  enter(life, willRestart ? 'backingOff' : haveAllExited ? 'ended' : 'partlyExited', monotonicMs)
}

/** Ends a pod from outside: all containers exit with a code. */
export function endLife(life: PodLife, exitCode: number, { monotonicMs, nowMs }: Moment): void {
  for (const container of life.containers.values()) {
    if (container.state === 'exited') continue
    if (container.state === 'waiting') container.startedMs = nowMs
    Object.assign(container, { state: 'exited', exitCode, finishedMs: nowMs })
  }
  life.isReady = false
  enter(life, 'ended', monotonicMs)
}

/** Milliseconds between a container's exit and its restart: none the first time, then 10 seconds, doubling to 5 minutes. */
export function backOffMs({ containers }: PodLife): number {
  const waiting = [...containers.values()].filter(({ state }) => state === 'waiting')
  const restarts = Math.max(1, ...waiting.map((container) => container.restarts))
  return restarts === 1 ? 0 : Math.min(maxBackOffMs, firstBackOffMs * 2 ** (restarts - 2))
}

function timeOf(text: string | undefined, defaultMs: number): number {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? defaultMs : time
}
