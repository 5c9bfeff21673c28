import type { TokenAuthenticator } from './token-authenticator.ts'

/** The values of `audiences` that are also in `others`, in order, each once. */
// upstream: apiserver/pkg/authentication/authenticator/audiences.go, Intersect
export function intersectAudiences(audiences: readonly string[], others: readonly string[]): readonly string[] {
  return audiences.filter((audience, index) => others.includes(audience) && audiences.indexOf(audience) === index)
}

/**
 * Makes an authenticator that knows no audiences good for the server's own: it is asked only where one of those is
 * wanted, and its verdicts say which. Tokens of a file, bootstrap tokens and OpenID Connect are of this kind.
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
