import type { ReviewRequest } from '../admission-review.ts'
import { reviewUser } from '../admission-review.ts'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { RuleMatch } from '../match-policy.ts'
import type { ObjectViews } from './object-views.ts'

/** The members of a review request that are the same for every call. */
export type ReviewSubject = Omit<ReviewRequest, 'uid' | 'object' | 'oldObject'>

/** The {@link ReviewSubject} for a webhook with the given rule match. */
// upstream: apiserver/pkg/admission/plugin/webhook/request/admissionreview.go, CreateV1AdmissionReview
export function reviewSubject(attributes: AdmissionAttributes, match: RuleMatch): ReviewSubject {
  const { subresource, name, namespace } = attributes
  return {
    kind: match.kind,
    resource: match.resource,
    ...(subresource === '' ? {} : { subResource: subresource }),
    requestKind: attributes.kind,
    requestResource: attributes.resource,
    ...(subresource === '' ? {} : { requestSubResource: subresource }),
    ...(name === '' ? {} : { name }),
    ...(namespace === '' ? {} : { namespace }),
    operation: attributes.operation,
    userInfo: reviewUser(attributes.user),
    dryRun: attributes.dryRun,
    options: attributes.options ?? null,
  }
}

/** The review request of one call. `oldObject` is null on CREATE and CONNECT, where the attributes have none. */
export function reviewOf(
  attributes: AdmissionAttributes,
  match: RuleMatch,
  { object, oldObject }: ObjectViews,
  uid: string,
): ReviewRequest {
  return { uid, ...reviewSubject(attributes, match), object, oldObject }
}
