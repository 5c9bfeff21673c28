import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerOf } from '../controller-ref.ts'

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
   * @default 0 for pods of jobs, `undefined` for all others
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
  /** The pod runs and never becomes ready. */
  readonly isNeverReady: boolean
  exitCode(container: string, restarts: number): number | undefined
}

const prefix = 'simulate.pinnace.dev/'

/** The stages of a pod. Annotations of the pod take precedence over the options. */
export function stagesOf(pod: Pod, stages: WorkloadStages): PodStages {
  const annotations = pod.metadata.annotations ?? {}
  const annotated = (name: string): number | undefined => {
    const text = annotations[prefix + name]
    return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
  }
  const delay = (name: string, stage: StageDelay = 0): number =>
    annotated(name) ?? Math.max(0, typeof stage === 'function' ? stage(pod) : stage)
  const { exitCode = defaultExitCode } = stages
  const code = annotated('exit-code')
  return {
    pullMs: delay('pull-ms', stages.pullMs),
    initMs: delay('init-ms', stages.initMs),
    readyMs: delay('ready-ms', stages.readyMs),
    runMs: delay('run-ms', stages.runMs),
    stopMs: delay('stop-ms', stages.stopMs),
    isPullFailing: annotations[`${prefix}pull-error`] === 'true',
    isNeverReady: annotations[`${prefix}never-ready`] === 'true',
    exitCode: (container, restarts) => code ?? exitCode(pod, container, restarts),
  }
}

/** Pods of jobs exit with success; all others run on. */
function defaultExitCode(pod: Pod): number | undefined {
  return controllerOf(pod)?.kind === 'Job' ? 0 : undefined
}
