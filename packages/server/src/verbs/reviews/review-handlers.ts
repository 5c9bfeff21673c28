import { badRequest, formatTime, type ApiObject, type Status, type SuccessStatus, type UserInfo } from '@pinnace/meta'
import { reviewToken } from '@pinnace/authn'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'
import type { WriteOptions } from '../../options/write-options.ts'
import { reviewLocalSubject, reviewSelf, reviewSubject } from './subject-access-review.ts'

/** Answers a review: an object that is created and never stored. */
export type ReviewHandler = (
  server: ReviewContext,
  scope: RequestScope,
  review: ApiObject,
  options: WriteOptions,
) => Promise<ApiObject | Status | SuccessStatus>

/** The handlers of reviews, by resource name, for every version. */
export const reviewHandlers: Readonly<Record<string, ReviewHandler>> = Object.freeze({
  subjectaccessreviews: reviewSubject,
  localsubjectaccessreviews: reviewLocalSubject,
  selfsubjectaccessreviews: reviewSelf,
  selfsubjectrulesreviews: reviewRules,
  selfsubjectreviews: reviewUser,
  tokenreviews: reviewBearer,
})

// upstream: registry/authorization/selfsubjectrulesreview – the answer does not repeat what was asked.
async function reviewRules(server: ReviewContext, { user }: RequestScope, review: ApiObject): Promise<ApiObject> {
  const { namespace = '' } = (review as { readonly spec?: { readonly namespace?: string } }).spec ?? {}
  if (namespace === '') throw badRequest('no namespace on request')
  const { resourceRules, nonResourceRules, incomplete, evaluationError } = await server.rules(user, namespace)
  const status = {
    resourceRules,
    nonResourceRules,
    incomplete,
    ...(evaluationError === '' ? {} : { evaluationError }),
  }
  const { apiVersion, kind } = review
  return { kind, apiVersion, metadata: {}, spec: {}, status } as ApiObject
}

// upstream: registry/authentication/selfsubjectreview – the answer is a new object; that of the client is not read.
async function reviewUser(
  server: ReviewContext,
  { user }: RequestScope,
  { apiVersion, kind }: ApiObject,
): Promise<ApiObject> {
  const userInfo = shownUser(user)
  const metadata = { creationTimestamp: formatTime(server.clock.now()) }
  return { kind, apiVersion, metadata, status: { userInfo } } as ApiObject
}

/** A user without what is empty. */
function shownUser({ username, uid, groups, extra }: UserInfo): object {
  return {
    username,
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}

interface SentTokenReview {
  readonly spec?: { readonly token?: string; readonly audiences?: readonly string[] | null }
  readonly status?: Readonly<Record<string, unknown>>
}

// upstream: registry/authentication/tokenreview
async function reviewBearer(server: ReviewContext, _call: RequestScope, review: ApiObject): Promise<ApiObject> {
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
