import { intersectAudiences, type TokenAuthenticator, type TokenVerdict } from '@pinnace/authn'

/**
 * A host's authenticator may name the audiences of a token or not; where it names none, the token is taken to be good
 * for the server's own, as a token of a list is.
 */
export function vouchFor(apiAudiences: readonly string[], inner: TokenAuthenticator): TokenAuthenticator {
  return (token, wanted) => {
    const answer = inner(token, wanted)
    if (wanted === undefined) return answer
    const fill = (verdict: TokenVerdict | undefined): TokenVerdict | undefined => {
      if (verdict === undefined || verdict.audiences !== undefined) return verdict
      const audiences = intersectAudiences(apiAudiences, wanted)
      return audiences.length === 0 ? undefined : { ...verdict, audiences }
    }
    return answer instanceof Promise ? answer.then(fill) : fill(answer)
  }
}
