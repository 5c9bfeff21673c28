import type { Trial } from './open-trial.ts'

/** One thing every admission plugin promises. `run` rejects where it does not hold. */
export interface AdmissionPromise {
  readonly name: string
  /** About plugins made by `defineAdmissionPlugin` only. */
  readonly ofDefinedPlugins?: true
  readonly run: (trial: Trial) => Promise<void>
}
