import { formatTime, type ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'
import { shownUser } from './shown-user.ts'

/** SelfSubjectReview: who the caller is. */
// upstream: registry/authentication/selfsubjectreview – the answer is a new object; that of the client is not read.
export async function reviewSelfSubject(
  server: ReviewContext,
  { user }: RequestScope,
  { apiVersion, kind }: ApiObject,
): Promise<ApiObject> {
  const userInfo = shownUser(user)
  const metadata = { creationTimestamp: formatTime(server.clock.now()) }
  return { kind, apiVersion, metadata, status: { userInfo } } as ApiObject
}
