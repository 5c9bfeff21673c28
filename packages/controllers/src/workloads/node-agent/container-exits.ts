import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ContainerLife, Moment, PodLife } from './pod-life.ts'
import type { PodStages } from './stages.ts'

/** Begins a step. */
export function enter(life: PodLife, step: PodLife['step'], sinceMs: number): void {
  life.step = step
  life.sinceMs = sinceMs
}

/** Starts the containers that wait. */
export function startContainers(life: PodLife, { monotonicMs, nowMs }: Moment): void {
  for (const container of life.containers.values()) {
    if (container.state !== 'waiting') continue
    container.state = 'running'
    container.startedMs = nowMs
  }
  life.isReady = false
  enter(life, 'running', monotonicMs)
}

/** The running containers that will exit, with their exit codes. */
export function exitingContainers(life: PodLife, stages: PodStages): readonly (readonly [ContainerLife, number])[] {
  const found: (readonly [ContainerLife, number])[] = []
  for (const [name, container] of life.containers) {
    if (container.state !== 'running') continue
    const code = stages.exitCode(name, container.restarts)
    if (code !== undefined) found.push([container, code])
  }
  return found
}

/** Ends the containers that exit. Those that the restart policy restarts wait for their back-off. */
export function exitContainers(
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
