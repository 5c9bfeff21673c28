import { intersectAudiences, type TokenAuthenticator, type TokenVerdict } from '@pinnace/authn'

/** A host's authenticator whose tokens are valid for the audiences of the server if it does not name any. */
export function withDefaultAudiences(
  apiAudiences: readonly string[],
  authenticate: TokenAuthenticator,
): TokenAuthenticator {
  return (token, wanted) => {
    const answer = authenticate(token, wanted)
    if (wanted === undefined) return answer
    const fill = (verdict: TokenVerdict | undefined): TokenVerdict | undefined => {
      if (verdict === undefined || verdict.audiences !== undefined) return verdict
      const audiences = intersectAudiences(apiAudiences, wanted)
      return audiences.length === 0 ? undefined : { ...verdict, audiences }
    }
    return answer instanceof Promise ? answer.then(fill) : fill(answer)
  }
}
