import type { ControllerTrial } from './open-trial.ts'

/** One promise of every controller. `run` rejects where it does not hold. */
export interface ControllerPromise {
  readonly name: string
  readonly run: (trial: ControllerTrial) => Promise<void>
}
