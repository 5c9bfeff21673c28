import { StatusError, type UserInfo } from '@pinnace/meta'
import { intersectAudiences } from './audiences.ts'
import { invalidToken } from './bearer-authenticator.ts'
import { withAuthenticatedGroup } from '../first-authenticator.ts'
import { aggregateMessage } from './first-token-authenticator.ts'
import type { TokenAuthenticator } from './token-authenticator.ts'

/** The status of a TokenReview. */
export interface TokenReviewStatus {
  readonly authenticated?: boolean
  readonly user?: UserInfo
  readonly audiences?: readonly string[]
  readonly error?: string
}

/** Options for {@link reviewToken}. */
export interface TokenReviewOptions {
  readonly token: string
  /** `spec.audiences`. @default those of the server */
  readonly audiences?: readonly string[]
  readonly apiAudiences?: readonly string[]
}

/**
 * Reviews a token. Throws a StatusError 400 for an empty token, and 500 where the authenticator accepts the token without
 * naming one of the requested audiences.
 */
// upstream: pkg/registry/authentication/tokenreview/storage.go, Create
export async function reviewToken(
  authenticate: TokenAuthenticator,
  { token, audiences = [], apiAudiences = [] }: TokenReviewOptions,
): Promise<TokenReviewStatus> {
  if (token === '') throw new StatusError('BadRequest', 'token is required for TokenReview in authentication')
  const wanted = audiences.length > 0 ? audiences : apiAudiences
  let verdict
  try {
    verdict = await authenticate(token, wanted.length > 0 ? wanted : undefined)
  } catch (error) {
    // upstream: apiserver/pkg/server/config.go, AuthorizeClientBearerToken – an authenticator of its own for the loopback
    // client does not know the token either.
    return { error: aggregateMessage([new Error(invalidToken), error]) }
  }
  if (verdict === undefined) return { error: invalidToken }
  if (wanted.length > 0 && intersectAudiences(wanted, verdict.audiences ?? []).length === 0) {
    const cause = new Error('the authenticator names none of the audiences asked for')
    throw new StatusError('InternalError', 'Internal error occurred: error validating audiences', { cause })
  }
  return {
    authenticated: true,
    user: withAuthenticatedGroup(verdict.user),
    ...(verdict.audiences !== undefined && { audiences: verdict.audiences }),
  }
}
