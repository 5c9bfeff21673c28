import type { TokenAuthenticator } from './token-authenticator.ts'

/** The values of `audiences` that are also in `others`, in order, without duplicates. */
// upstream: apiserver/pkg/authentication/authenticator/audiences.go, Intersect
export function intersectAudiences(audiences: readonly string[], others: readonly string[]): readonly string[] {
  return audiences.filter((audience, index) => others.includes(audience) && audiences.indexOf(audience) === index)
}

/**
 * Wraps an authenticator whose tokens have no audiences, such as those of a token file, bootstrap tokens and OpenID
 * Connect. Its tokens are accepted for the audiences of the server: the verdict names those that were requested.
 */
// upstream: apiserver/pkg/authentication/authenticator/audagnostic.go
export function withAudiences(apiAudiences: readonly string[], inner: TokenAuthenticator): TokenAuthenticator {
  return (token, wanted) => {
    if (wanted === undefined) return inner(token)
    const audiences = intersectAudiences(apiAudiences, wanted)
    if (audiences.length === 0) return undefined
    const answer = inner(token)
    if (answer instanceof Promise) return answer.then((verdict) => verdict && { ...verdict, audiences })
    return answer && { ...answer, audiences }
  }
}
