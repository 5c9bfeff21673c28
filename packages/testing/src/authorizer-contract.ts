import { conductPromises } from './authorizer-promises/conduct.ts'
import { decisionPromises } from './authorizer-promises/decisions.ts'
import { openAuthorizerTrial, type AuthorizerPromise } from './authorizer-promises/promise.ts'
import type { AuthorizerScene } from './authorizer-promises/scene.ts'
import type { TestRunner } from './store-contract.ts'

export { openAuthorizerTrial, type AuthorizerPromise, type AuthorizerTrial } from './authorizer-promises/promise.ts'
export type {
  AttributesToDecide,
  AuthorizerLimits,
  AuthorizerScene,
  ExpectedDecision,
} from './authorizer-promises/scene.ts'

/** The promises of every authorizer: what {@link authorizerContract} runs. */
export const authorizerPromises: readonly AuthorizerPromise[] = [...decisionPromises, ...conductPromises]

/**
 * Defines a test for every promise of an authorizer, tried on the requests and decisions of the scene.
 *
 * @example
 * import { describe, it } from 'vitest'
 * const decisions = [{ attributes: { user: { username: 'jane' }, verb: 'get', resource: 'pods' }, effect: 'allow' }]
 * authorizerContract('readers', { create: () => readersOnly, decisions }, { describe, it })
 */
export function authorizerContract(name: string, scene: AuthorizerScene, { describe, it }: TestRunner): void {
  describe(name, () => {
    for (const promise of authorizerPromises) {
      it(promise.name, async () => promise.run(await openAuthorizerTrial(scene)))
    }
  })
}
