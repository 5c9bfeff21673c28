import { conductPromises } from './admission-promises/conduct.ts'
import { formPromises, isDefined } from './admission-promises/forms.ts'
import { openTrial } from './admission-promises/open-trial.ts'
import type { AdmissionPromise } from './admission-promises/promise.ts'
import type { AdmissionScene } from './admission-promises/scene.ts'
import type { TestRunner } from './store-contract.ts'

export type { AdmissionPromise } from './admission-promises/promise.ts'
export type { AdmissionLimits, AdmissionScene } from './admission-promises/scene.ts'
export type { Trial as AdmissionTrial, Verdict as AdmissionVerdict } from './admission-promises/open-trial.ts'
export { openTrial as openAdmissionTrial } from './admission-promises/open-trial.ts'

/** Every promise that {@link admissionPluginContract} tests. */
export const admissionPromises: readonly AdmissionPromise[] = [...conductPromises, ...formPromises]

/**
 * Defines a test for every promise of an admission plugin, with requests that the plugin handles and requests that it
 * does not. A plugin made by `defineAdmissionPlugin` also runs as a function and as a webhook.
 *
 * @example
 * import { describe, it } from 'vitest'
 * admissionPluginContract('TeamLabel', { plugin: teamLabel, requests: [{ object: deployment() }] }, { describe, it })
 */
export function admissionPluginContract(name: string, scene: AdmissionScene, { describe, it }: TestRunner): void {
  describe(name, () => {
    for (const promise of admissionPromises) {
      if (promise.ofDefinedPlugins === true && !isDefined(scene.plugin)) continue
      it(promise.name, async () => {
        const trial = await openTrial(scene)
        try {
          await promise.run(trial)
        } finally {
          await trial[Symbol.asyncDispose]()
        }
      })
    }
  })
}
