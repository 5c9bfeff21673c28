import type { Authenticator } from '@pinnace/authn'
import { thenMaybe, type UserInfo } from '@pinnace/meta'
import { createAuthenticatorNames } from '../explain/index.ts'

/** Records which authenticator has found each user. */
export interface UserSources {
  /** The authenticator, with its name recorded for the requests that it authenticates. */
  named(name: string, authenticator: Authenticator): Authenticator
  /** All authenticators, with the name of the one that has found a user recorded. */
  authenticating(authenticator: Authenticator): Authenticator
  /** The name of the authenticator that has found a user; undefined for other users. */
  of(user: UserInfo): string | undefined
}

/** Creates the records of a server. Nothing is recorded while `isRecording` returns false. */
export function createUserSources(isRecording: () => boolean): UserSources {
  const names = createAuthenticatorNames()
  const found = new WeakMap<UserInfo, string>()
  return {
    named(name, authenticate) {
      const recording = names.named(name, authenticate)
      return (request) => (isRecording() ? recording(request) : authenticate(request))
    },
    authenticating: (authenticate) => (request) => {
      if (!isRecording()) return authenticate(request)
      return thenMaybe(authenticate(request), (user) => {
        const name = names.of(request)
        if (user !== undefined && name !== undefined) found.set(user, name)
        return user
      })
    },
    of: (user) => found.get(user),
  }
}
