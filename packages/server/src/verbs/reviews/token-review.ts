import { reviewToken } from '@pinnace/authn'
import type { ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'
import { shownUser } from './shown-user.ts'

interface SentTokenReview {
  readonly spec?: { readonly token?: string; readonly audiences?: readonly string[] | null }
  readonly status?: Readonly<Record<string, unknown>>
}

/** TokenReview: the user of a bearer token. */
// upstream: registry/authentication/tokenreview
export async function reviewBearer(server: ReviewContext, _call: RequestScope, review: ApiObject): Promise<ApiObject> {
  const { spec = {}, status: sent } = review as SentTokenReview
  const { token = '', audiences } = spec
  const { authenticated, user, ...rest } = await reviewToken(server.authenticateToken, {
    token,
    apiAudiences: server.apiAudiences,
    ...(audiences === undefined || audiences === null ? {} : { audiences }),
  })
  // upstream: what the client sent stays, except for what is known better.
  const { authenticated: _claimed, ...kept } = sent ?? {}
  const status = {
    ...(authenticated === true ? { authenticated } : {}),
    // upstream: a struct is always written.
    user: {},
    ...kept,
    ...(user === undefined ? {} : { user: shownUser(user) }),
    ...rest,
  }
  return { ...review, status } as ApiObject
}
