import { anonymousUser, StatusError, systemAuthenticated, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'

/** No authenticator has accepted a request, and some have rejected its credentials: the cause of the 401. */
export class CredentialsRejected extends AggregateError {
  override readonly name = 'CredentialsRejected'
  /** What each of them has thrown, with its place among the authenticators. */
  readonly failures: readonly AuthenticatorFailure[]

  constructor(failures: readonly AuthenticatorFailure[]) {
    super(
      failures.map(({ error }) => error),
      'no authenticator accepted the request',
    )
    this.failures = failures
  }
}

/** An authenticator that has rejected credentials. */
export interface AuthenticatorFailure {
  /** Its place among the authenticators, counted from 0. */
  readonly index: number
  readonly error: unknown
}

/**
 * Asks authenticators in order and returns the first user, who is added to `system:authenticated`. Where there is no user
 * and one of the authenticators failed, a StatusError 401 is thrown: bad credentials never count as anonymous.
 */
export function firstAuthenticator(authenticators: readonly Authenticator[]): Authenticator {
  return (request) => ask(authenticators, 0, request, [])
}

// Synchronous as long as every authenticator is: most users are known without waiting.
function ask(
  authenticators: readonly Authenticator[],
  start: number,
  request: HttpRequest,
  failures: AuthenticatorFailure[],
): Promise<UserInfo | undefined> | UserInfo | undefined {
  for (let index = start; ; index++) {
    const authenticate = authenticators[index]
    if (authenticate === undefined) break
    let answer: ReturnType<Authenticator>
    try {
      answer = authenticate(request)
    } catch (error) {
      failures.push({ index, error })
      continue
    }
    if (answer instanceof Promise) {
      const others = (): ReturnType<Authenticator> => ask(authenticators, index + 1, request, failures)
      return answer.then(
        (user) => (user === undefined ? others() : withAuthenticatedGroup(user)),
        (error: unknown) => {
          failures.push({ index, error })
          return others()
        },
      )
    }
    if (answer !== undefined) return withAuthenticatedGroup(answer)
  }
  if (failures.length === 0) return undefined
  // The causes are for the log; the client gets the same message in all cases.
  throw new StatusError('Unauthorized', 'Unauthorized', { cause: new CredentialsRejected(failures) })
}

const known = new WeakMap<UserInfo, UserInfo>()

/**
 * The user with the group `system:authenticated` added, unless it is the anonymous user, or the authenticator has set
 * that group or `system:unauthenticated`.
 */
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

const [systemUnauthenticated = ''] = anonymousUser.groups
