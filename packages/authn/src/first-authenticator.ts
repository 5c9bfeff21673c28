import { anonymousUser, StatusError, systemAuthenticated, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'

/**
 * Tries authenticators in order; the first user wins. Failures are collected: where nobody succeeds and anybody failed,
 * the request is refused with 401, never taken for anonymous. Every user found is also in `system:authenticated`.
 */
export function firstAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return async (request: HttpRequest): Promise<UserInfo | undefined> => {
    const failures: unknown[] = []
    for (const authenticate of authenticators) {
      try {
        const answer = authenticate(request)
        const user = answer instanceof Promise ? await answer : answer
        if (user !== undefined) return withAuthenticatedGroup(user)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) {
      // The causes are for the log; the caller is told the same whatever they are.
      const cause = new AggregateError(failures, 'no authenticator accepted the request')
      throw new StatusError('Unauthorized', 'Unauthorized', { cause })
    }
    return undefined
  }
}

const known = new WeakMap<UserInfo, UserInfo>()

/** The same user, in `system:authenticated` too; the anonymous user and those an authenticator has placed stay as they are. */
// upstream: apiserver/pkg/authentication/group/authenticated_group_adder.go
export function withAuthenticatedGroup(user: UserInfo): UserInfo {
  if (user.username === anonymousUser.username) return user
  if (user.groups.includes(systemAuthenticated) || user.groups.includes(systemUnauthenticated)) return user
  let extended = known.get(user)
  if (extended === undefined) {
    extended = Object.freeze({ ...user, groups: Object.freeze([...user.groups, systemAuthenticated]) })
    known.set(user, extended)
  }
  return extended
}

const systemUnauthenticated = anonymousUser.groups[0]!
