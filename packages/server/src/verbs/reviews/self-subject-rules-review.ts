import { badRequest, type ApiObject } from '@pinnace/meta'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'

/** SelfSubjectRulesReview: what the caller is allowed in a namespace. */
// upstream: registry/authorization/selfsubjectrulesreview – the answer does not repeat what was asked.
export async function reviewSelfSubjectRules(
  server: ReviewContext,
  { user }: RequestScope,
  review: ApiObject,
): Promise<ApiObject> {
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
