import { StatusError, type HttpRequest, type UserInfo } from '@pinnace/meta'
import { intersectAudiences } from './audiences.ts'
import type { Authenticator } from '../authenticator.ts'
import { readBearerToken } from './bearer-token.ts'
import { readProtocolToken } from './protocol-token.ts'
import type { TokenAuthenticator, TokenVerdict } from './token-authenticator.ts'

/** Options for {@link bearerAuthenticator}. */
export interface BearerAuthenticatorOptions {
  /** The audiences of the server: a token must be for one of them. @default audiences are not checked */
  readonly apiAudiences?: readonly string[]
  /** Called with every accepted verdict, for audit annotations and for explaining a request. */
  readonly onVerdict?: (request: HttpRequest, verdict: TokenVerdict) => void
}

/**
 * Creates an authenticator for the bearer tokens of requests, in the `Authorization` header or a protocol of a WebSocket. A token that the token authenticator does not know is
 * rejected with a StatusError 401, not passed on to the next authenticator.
 */
// upstream: apiserver/pkg/authentication/request/bearertoken
export function bearerAuthenticator(
  authenticate: TokenAuthenticator,
  { apiAudiences = [], onVerdict }: BearerAuthenticatorOptions = {},
): Authenticator {
  const wanted = apiAudiences.length === 0 ? undefined : apiAudiences
  return (request) => {
    const token = readBearerToken(request) ?? readProtocolToken(request)
    if (token === undefined) return undefined
    let answer: ReturnType<TokenAuthenticator>
    try {
      answer = authenticate(token, wanted)
    } catch (error) {
      throw refusal(error)
    }
    if (!(answer instanceof Promise)) return accept(request, answer)
    return answer.then(
      (verdict) => accept(request, verdict),
      (error: unknown) => {
        throw refusal(error)
      },
    )
  }

  function accept(request: HttpRequest, verdict: TokenVerdict | undefined): UserInfo {
    if (verdict === undefined) throw refusal(new Error(invalidToken))
    const { audiences = [] } = verdict
    // upstream: endpoints/filters/authentication.go, audiencesAreAcceptable
    if (wanted !== undefined && audiences.length > 0 && intersectAudiences(wanted, audiences).length === 0) {
      throw refusal(new Error('unable to match the audience'))
    }
    onVerdict?.(request, verdict)
    return verdict.user
  }
}

/** The message about a token that no authenticator knows. */
export const invalidToken = 'invalid bearer token'

// The cause is for the log and for explain; the client gets the same message in all cases.
function refusal(cause: unknown): StatusError {
  return new StatusError('Unauthorized', 'Unauthorized', { cause })
}
