import type { Pod } from '@pinnace/types/core-v1-pods'
import { controllerOf } from '../controller-ref.ts'

/** Milliseconds, the same for all pods or asked for each. */
export type StageDelay = number | ((pod: Pod) => number)

/** How long pods take from one stage to the next; by default no time at all. */
export interface WorkloadStages {
  /** From ContainerCreating to running: images are pulled. @default 0 */
  readonly pullMs?: StageDelay
  /** That each init container runs. @default 0 */
  readonly initMs?: StageDelay
  /** From running to ready. @default 0 */
  readonly readyMs?: StageDelay
  /** From running to the end, of pods that end. @default 0 */
  readonly runMs?: StageDelay
  /** From the request to stop to the end; a pod's grace is the most there is. @default 0 */
  readonly stopMs?: StageDelay
  /**
   * What a container ends with; `undefined` goes on running.
   * @default 0 in pods of jobs, and elsewhere none ends
   */
  readonly exitCode?: (pod: Pod, container: string, restarts: number) => number | undefined
}

/** The stages of one pod. */
export interface PodStages {
  readonly pullMs: number
  readonly initMs: number
  readonly readyMs: number
  readonly runMs: number
  readonly stopMs: number
  /** Its image cannot be had: it never starts. */
  readonly isPullFailing: boolean
  /** It runs and never becomes ready. */
  readonly isNeverReady: boolean
  exitCode(container: string, restarts: number): number | undefined
}

const prefix = 'simulate.pinnace.dev/'

/** The stages of a pod: as its annotations say, else as the host does. */
export function stagesOf(pod: Pod, stages: WorkloadStages): PodStages {
  const annotations = pod.metadata.annotations ?? {}
  const said = (name: string): number | undefined => {
    const text = annotations[prefix + name]
    return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) : undefined
  }
  const delay = (name: string, stage: StageDelay = 0): number =>
    said(name) ?? Math.max(0, typeof stage === 'function' ? stage(pod) : stage)
  const { exitCode = endsByDefault } = stages
  const code = said('exit-code')
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

function endsByDefault(pod: Pod): number | undefined {
  return controllerOf(pod)?.kind === 'Job' ? 0 : undefined
}
