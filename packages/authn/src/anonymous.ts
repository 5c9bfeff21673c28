import { anonymousUser, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'

/** Options for {@link withAnonymous}. */
export interface AnonymousOptions {
  /** Paths, without query, that anonymous requests may use. @default all */
  readonly paths?: readonly string[]
}

/**
 * Wraps an authenticator: requests without credentials get the anonymous user. A request whose credentials were rejected
 * stays rejected, so this is not an authenticator of a list, where it would name the user.
 */
// upstream: apiserver/pkg/authentication/request/{anonymous,union} – NewFailOnError
export function withAnonymous(authenticate: Authenticator, { paths }: AnonymousOptions = {}): Authenticator {
  const allowed = paths === undefined ? undefined : new Set(paths)
  const orAnonymous = (request: HttpRequest, user: UserInfo | undefined): UserInfo | undefined => {
    if (user !== undefined) return user
    return allowed === undefined || allowed.has(pathOf(request.target)) ? anonymousUser : undefined
  }
  return (request) => {
    const answer = authenticate(request)
    if (answer instanceof Promise) return answer.then((user) => orAnonymous(request, user))
    return orAnonymous(request, answer)
  }
}

function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query === -1 ? target : target.slice(0, query)
}
