import type { Pod } from '@pinnace/types/core-v1-pods'

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

function timeOf(text: string | undefined, defaultMs: number): number {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? defaultMs : time
}
