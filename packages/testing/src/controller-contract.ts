import { controllerConduct } from './controller-promises/conduct.ts'
import { openControllerTrial } from './controller-promises/open-trial.ts'
import type { ControllerPromise } from './controller-promises/promise.ts'
import type { ControllerScene } from './controller-promises/scene.ts'
import type { TestRunner } from './store-contract.ts'

export { openControllerTrial, type ControllerTrial } from './controller-promises/open-trial.ts'
export type { ControllerPromise } from './controller-promises/promise.ts'
export type {
  ControllerLimits,
  ControllerScene,
  ControllerStart,
  StartedController,
} from './controller-promises/scene.ts'

/** The promises of every controller: what {@link controllerContract} runs. */
export const controllerPromises: readonly ControllerPromise[] = controllerConduct

/**
 * Defines a test for every promise of a controller: it is idempotent, has the same outcome whatever the order of events
 * and whatever fails on the way, and survives a restart at each of its writes. Each run has a server and a virtual clock.
 *
 * @example
 * import { describe, it } from 'vitest'
 * controllerContract('greeter', { start: startGreeter, changes: [createGuest], outcome: listGreetings }, { describe, it })
 */
export function controllerContract(name: string, scene: ControllerScene, { describe, it }: TestRunner): void {
  describe(name, () => {
    for (const promise of controllerPromises) it(promise.name, () => promise.run(openControllerTrial(scene)))
  })
}
