import type { ReviewRequest } from '../admission-review.ts'
import { reviewUser } from '../admission-review.ts'
import type { AdmissionAttributes } from '../attributes.ts'
import type { RuleMatch } from '../match-rules.ts'
import type { ObjectViews } from './object-views.ts'

/** What a webhook is told of a request, without what differs from one call to the next. */
export type ReviewSubject = Omit<ReviewRequest, 'uid' | 'object' | 'oldObject'>

/** The request as a webhook sees it that is registered for `match`. */
// upstream: apiserver/pkg/admission/plugin/webhook/request/admissionreview.go, CreateV1AdmissionReview
export function reviewSubject(asked: AdmissionAttributes, match: RuleMatch): ReviewSubject {
  const { subresource, name, namespace } = asked
  return {
    kind: match.kind,
    resource: match.resource,
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: asked.kind,
    requestResource: asked.resource,
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation: asked.operation,
    userInfo: reviewUser(asked.user),
    dryRun: asked.dryRun,
    options: asked.options ?? null,
  }
}

/** The question of one call. */
export function reviewOf(
  asked: AdmissionAttributes,
  match: RuleMatch,
  { object, oldObject }: ObjectViews,
  uid: string,
): ReviewRequest {
  return { uid, ...reviewSubject(asked, match), object, oldObject }
}
