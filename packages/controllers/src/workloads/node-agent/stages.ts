import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerOf } from '../controller-ref.ts'
import { annotationPrefix as prefix, isNumeric } from './annotated.ts'

/** A delay in milliseconds: the same for all pods, or a function of the pod. */
export type StageDelay = number | ((pod: Pod) => number)

/** How long pods take from one stage to the next, by the clock of the controllers. */
export interface WorkloadStages {
  /** From ContainerCreating to running, while images are pulled. @default 0 */
  readonly pullMs?: StageDelay
  /** How long each init container runs. @default 0 */
  readonly initMs?: StageDelay
  /** From running to ready. @default 0 */
  readonly readyMs?: StageDelay
  /** From running to the exit of containers that exit. @default 0 */
  readonly runMs?: StageDelay
  /** From the deletion request to the end of the pod; limited by its grace period. @default 0 */
  readonly stopMs?: StageDelay
  /**
   * The exit code of a container; `undefined` for one that does not exit.
   * @default 0 for pods of jobs and pods that are never restarted, `undefined` for all others
   */
  readonly exitCode?: (pod: Pod, container: string, restarts: number) => number | undefined
}

/** The stages of one pod, in milliseconds. */
export interface PodStages {
  readonly pullMs: number
  readonly initMs: number
  readonly readyMs: number
  readonly runMs: number
  readonly stopMs: number
  /** The image cannot be pulled: the pod never starts. */
  readonly isPullFailing: boolean
  /** The pod runs and is not ready. */
  readonly isNeverReady: boolean
  exitCode(container: string, restarts: number): number | undefined
  /** The exit code of an init container. */
  initExitCode(container: string, restarts: number): number
  /** The probe of a container that fails and ends it. */
  failingProbe(container: string): 'liveness' | 'startup' | undefined
}

/** The stages of a pod. Annotations of the pod take precedence over the options. */
export function stagesOf(pod: Pod, stages: WorkloadStages): PodStages {
  const annotations = pod.metadata.annotations ?? {}
  const annotated = (name: string): number | undefined => {
    const text = annotations[prefix + name]
    return isNumeric(text) ? Number(text) : undefined
  }
  /** The annotation of a container, or else that of all containers. */
  const ofContainer = (name: string, container: string): string | undefined =>
    annotations[`${prefix}${name}.${container}`] ?? annotations[prefix + name]
  const numberOf = (name: string, container: string): number | undefined => {
    const text = ofContainer(name, container)
    return isNumeric(text) ? Number(text) : undefined
  }
  const fails = (probe: string, container: string): boolean => ofContainer(`${probe}-probe`, container) === 'failing'
  const delay = (name: string, stage: StageDelay = 0): number =>
    annotated(name) ?? Math.max(0, typeof stage === 'function' ? stage(pod) : stage)
  const { exitCode = defaultExitCode } = stages
  return {
    pullMs: delay('pull-ms', stages.pullMs),
    initMs: delay('init-ms', stages.initMs),
    readyMs: delay('ready-ms', stages.readyMs),
    runMs: delay('run-ms', stages.runMs),
    stopMs: delay('stop-ms', stages.stopMs),
    isPullFailing: annotations[`${prefix}pull-error`] === 'true',
    isNeverReady:
      annotations[`${prefix}never-ready`] === 'true' || annotations[`${prefix}readiness-probe`] === 'failing',
    exitCode(container, restarts) {
      const isEndless = ofContainer('exit-code', container) === 'none'
      return isEndless ? undefined : (numberOf('exit-code', container) ?? exitCode(pod, container, restarts))
    },
    initExitCode(container, restarts) {
      const failures = numberOf('init-failures', container) ?? Number.POSITIVE_INFINITY
      return restarts < failures ? (numberOf('init-exit-code', container) ?? 0) : 0
    },
    failingProbe: (container) =>
      fails('startup', container) ? 'startup' : fails('liveness', container) ? 'liveness' : undefined,
  }
}

/** Pods of jobs and pods that are never restarted exit with success; all others run on. */
function defaultExitCode(pod: Pod): number | undefined {
  return controllerOf(pod)?.kind === 'Job' || pod.spec?.restartPolicy === 'Never' ? 0 : undefined
}
