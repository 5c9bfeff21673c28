import type { Pod } from '@pinnace/types/core-v1-pods'
import { backOffMs, initBackOffMs } from './back-off.ts'
import { enter, exitContainers, exitingContainers, startContainers } from './container-exits.ts'
import { failedProbes, isStartupFailing, observeProbes } from './failing-probes.ts'
import type { Moment, PodLife } from './pod-life.ts'
import type { PodStages } from './stages.ts'

/** The exit code of containers that are killed: 128 + SIGKILL. */
const killedExitCode = 137

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
