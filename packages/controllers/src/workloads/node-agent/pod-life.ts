import type { Container, Probe } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodStages } from './stages.ts'

/**
 * The state of a simulated pod. `pulling` → `initializing` → `running` → `ended`, with `backingOff` between a container's
 * exit and its restart, `initBackingOff` for those of an init container, and `partlyExited` when some containers have exited for good and others run on.
 */
export interface PodLife {
  step: 'new' | 'pulling' | 'initializing' | 'initBackingOff' | 'running' | 'partlyExited' | 'backingOff' | 'ended'
  /** When the step began, in milliseconds of the monotonic clock. */
  sinceMs: number
  /** The number of init containers that have finished or, for sidecars, started. */
  initialized: number
  isReady: boolean
  /** Why the pod was ended from outside. */
  problem?: { readonly reason: string; readonly message: string }
  readonly containers: Map<string, ContainerLife>
  /** The failed runs of init containers, by name. */
  readonly initRuns: Map<string, InitRuns>
  /** Since when probes of a container fail, on the monotonic clock, by name. */
  readonly probesFailingSince: Map<string, number>
}

/** The failed runs of an init container. */
export interface InitRuns {
  readonly restarts: number
  readonly last: ContainerRun
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

/** The exit code of containers that are killed: 128 + SIGKILL. */
const killedExitCode = 137

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
    initRuns: initRunsOf(status, nowMs),
    probesFailingSince: new Map(),
  }
}

function initRunsOf(status: Pod['status'], nowMs: number): Map<string, InitRuns> {
  const runs = new Map<string, InitRuns>()
  for (const { name, restartCount, lastState, state } of status?.initContainerStatuses ?? []) {
    const failed = lastState?.terminated ?? state?.terminated
    if (restartCount === 0 || failed === undefined) continue
    const { exitCode, startedAt, finishedAt } = failed
    const last = { exitCode, startedMs: timeOf(startedAt, nowMs), finishedMs: timeOf(finishedAt, nowMs) }
    runs.set(name, { restarts: restartCount, last })
  }
  return runs
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
  observeProbes(pod, life, stages, moment)
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
    case 'initBackingOff':
      return { afterMs: initBackOffMs(pod, life), apply: ({ monotonicMs }) => enter(life, 'initializing', monotonicMs) }
    case 'running':
      return nextWhileRunning(pod, life, stages)
    case 'backingOff':
      return { afterMs: backOffMs(life), apply: (moment) => startContainers(life, moment) }
    default:
      return undefined
  }
}

/** The end of the current init container, or the start of the containers after the last one. */
function nextInitialization({ spec }: Pod, life: PodLife, stages: PodStages): Transition {
  const container = spec?.initContainers?.[life.initialized]
  if (container === undefined) return { afterMs: 0, apply: (moment) => startContainers(life, moment) }
  const isSidecar = container.restartPolicy === 'Always'
  return {
    afterMs: isSidecar ? 0 : stages.initMs,
    apply({ monotonicMs, nowMs }) {
      const { name } = container
      const known = life.initRuns.get(name)
      const exitCode = isSidecar ? 0 : stages.initExitCode(name, known?.restarts ?? 0)
      if (exitCode === 0) {
        life.initialized++
        life.sinceMs = monotonicMs
        return
      }
      const last = { exitCode, startedMs: nowMs - stages.initMs, finishedMs: nowMs }
      const willRestart = spec?.restartPolicy !== 'Never'
      life.initRuns.set(name, { restarts: (known?.restarts ?? 0) + (willRestart ? 1 : 0), last })
      enter(life, willRestart ? 'initBackingOff' : 'ended', monotonicMs)
    },
  }
}

/** What happens first while containers run: readiness or its loss, the exit of containers, or their end by a probe. */
function nextWhileRunning(pod: Pod, life: PodLife, stages: PodStages): Transition | undefined {
  const transitions: Transition[] = []
  const exiting = exitingContainers(life, stages)
  const isStarted = !(pod.spec?.containers ?? []).some((container) => isStartupFailing(container, stages))
  const canBeReady = !stages.isNeverReady && isStarted
  if (exiting.length > 0) {
    transitions.push({ afterMs: stages.runMs, apply: (moment) => exitContainers(pod, life, exiting, moment) })
  }
  if (life.isReady !== canBeReady) {
    const afterMs = canBeReady ? stages.readyMs : 0
    transitions.push({ afterMs, apply: () => void (life.isReady = canBeReady) })
  }
  for (const [container, name, dueMs] of failedProbes(pod, life, stages)) {
    const afterMs = Math.max(0, dueMs - life.sinceMs)
    transitions.push({
      afterMs,
      apply(moment) {
        life.probesFailingSince.delete(name)
        exitContainers(pod, life, [[container, killedExitCode]], moment)
      },
    })
  }
  return transitions.sort((a, b) => a.afterMs - b.afterMs)[0]
}

/** The containers whose failing probe ends them, with the time, on the monotonic clock. */
// upstream: pkg/kubelet/prober/worker.go, doProbe – after failureThreshold failures in a row.
function failedProbes(
  { spec }: Pod,
  life: PodLife,
  stages: PodStages,
): readonly (readonly [ContainerLife, string, number])[] {
  return (spec?.containers ?? []).flatMap((container) => {
    const { name } = container
    const own = life.containers.get(name)
    const probe = probeOf(container, stages)
    if (probe === undefined) life.probesFailingSince.delete(name)
    if (own?.state !== 'running' || probe === undefined) return []
    const since = life.probesFailingSince.get(name) ?? life.sinceMs
    const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe
    return [[own, name, since + (initialDelaySeconds + periodSeconds * failureThreshold) * 1000] as const]
  })
}

/** The probe of a container that fails. A container without that probe has none. */
function probeOf({ name, livenessProbe, startupProbe }: Container, stages: PodStages): Probe | undefined {
  const failing = stages.failingProbe(name)
  return failing === 'startup' ? startupProbe : failing === 'liveness' ? livenessProbe : undefined
}

/** Whether the startup probe of a container fails: the container has not started yet. */
export function isStartupFailing(container: Container, stages: PodStages): boolean {
  return container.startupProbe !== undefined && stages.failingProbe(container.name) === 'startup'
}

/** Remembers since when probes fail, so that those of a running container count from then on. */
function observeProbes({ spec }: Pod, life: PodLife, stages: PodStages, { monotonicMs }: Moment): void {
  for (const container of spec?.containers ?? []) {
    if (probeOf(container, stages) === undefined) life.probesFailingSince.delete(container.name)
    else if (!life.probesFailingSince.has(container.name)) life.probesFailingSince.set(container.name, monotonicMs)
  }
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
function exitContainers(
  { spec }: Pod,
  life: PodLife,
  exiting: readonly (readonly [ContainerLife, number])[],
  { monotonicMs, nowMs }: Moment,
): void {
  const policy = spec?.restartPolicy ?? 'Always'
  let willRestart = false
  for (const [container, exitCode] of exiting) {
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
  return backOffAfter(Math.max(1, ...waiting.map((container) => container.restarts)))
}

/** The same for the init container that failed last. */
export function initBackOffMs({ spec }: Pod, { initRuns, initialized }: PodLife): number {
  return backOffAfter(initRuns.get(spec?.initContainers?.[initialized]?.name ?? '')?.restarts ?? 1)
}

function backOffAfter(restarts: number): number {
  return restarts <= 1 ? 0 : Math.min(maxBackOffMs, firstBackOffMs * 2 ** (restarts - 2))
}

function timeOf(text: string | undefined, defaultMs: number): number {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? defaultMs : time
}
