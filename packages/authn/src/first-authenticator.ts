import { anonymousUser, StatusError, systemAuthenticated, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'

/**
 * Tries authenticators in order; the first user wins. Failures are collected: where nobody succeeds and anybody failed,
 * the request is refused with 401, never taken for anonymous. Every user found is also in `system:authenticated`.
 */
export function firstAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return (request) => ask(authenticators, 0, request, [])
}

// Stays synchronous as long as every authenticator is: most users are known without waiting for anything.
function ask(
  authenticators: readonly Authenticator[],
  start: number,
  request: HttpRequest,
  failures: unknown[],
): Promise<UserInfo | undefined> | UserInfo | undefined {
  for (let index = start; index < authenticators.length; index++) {
    let answer: ReturnType<Authenticator>
    try {
      answer = authenticators[index]!(request)
    } catch (error) {
      failures.push(error)
      continue
    }
    if (answer instanceof Promise) {
      const others = (): ReturnType<Authenticator> => ask(authenticators, index + 1, request, failures)
      return answer.then(
        (user) => (user === undefined ? others() : withAuthenticatedGroup(user)),
        (error: unknown) => {
          failures.push(error)
          return others()
        },
      )
    }
    if (answer !== undefined) return withAuthenticatedGroup(answer)
  }
  if (failures.length === 0) return undefined
  // The causes are for the log; the caller is told the same whatever they are.
  const cause = new AggregateError(failures, 'no authenticator accepted the request')
  throw new StatusError('Unauthorized', 'Unauthorized', { cause })
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
