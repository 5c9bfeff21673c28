import { conductPromises } from './authenticator-promises/conduct.ts'
import { opinionPromises } from './authenticator-promises/opinions.ts'
import { openAuthenticatorTrial, type AuthenticatorPromise } from './authenticator-promises/promise.ts'
import type { AuthenticatorScene } from './authenticator-promises/scene.ts'
import type { TestRunner } from './store-contract.ts'

export { openAuthenticatorTrial, type AuthenticatorPromise } from './authenticator-promises/promise.ts'
export type { Answer as AuthenticatorAnswer, AuthenticatorTrial } from './authenticator-promises/promise.ts'
export type {
  AcceptedRequest,
  AuthenticatorLimits,
  AuthenticatorScene,
  RequestToAuthenticate,
} from './authenticator-promises/scene.ts'

/** The promises of every authenticator: what {@link authenticatorContract} runs. */
export const authenticatorPromises: readonly AuthenticatorPromise[] = [...opinionPromises, ...conductPromises]

/**
 * Defines a test for every promise of an authenticator, tried on requests of the scene: some whose credentials are
 * accepted, some whose credentials are bad, some that are for another authenticator. A token authenticator is tried
 * through `bearerAuthenticator`.
 *
 * @example
 * import { describe, it } from 'vitest'
 * const accepted = [{ headers: { 'X-Session': 's-1' }, user: { username: 'jane' } }]
 * authenticatorContract('sessions', { create: () => bySession, accepted }, { describe, it })
 */
export function authenticatorContract(name: string, scene: AuthenticatorScene, { describe, it }: TestRunner): void {
  describe(name, () => {
    for (const promise of authenticatorPromises) {
      it(promise.name, async () => promise.run(await openAuthenticatorTrial(scene)))
    }
  })
}
