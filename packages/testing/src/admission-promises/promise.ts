import type { Trial } from './open-trial.ts'

/** One behavior every admission plugin guarantees. `run` rejects when the plugin breaks the promise. */
export interface AdmissionPromise {
  readonly name: string
  /** Applies only to plugins made by `defineAdmissionPlugin`. */
  readonly ofDefinedPlugins?: true
  readonly run: (trial: Trial) => Promise<void>
}
