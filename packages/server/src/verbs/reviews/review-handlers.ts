import type { Status, SuccessStatus, ApiObject } from '@pinnace/meta'
import type { WriteOptions } from '../../options/write-options.ts'
import type { RequestScope } from '../../request/request-scope.ts'
import type { ReviewContext } from './review-context.ts'
import { reviewSelfSubject } from './self-subject-review.ts'
import { reviewSelfSubjectRules } from './self-subject-rules-review.ts'
import { reviewLocalSubject, reviewSelf, reviewSubject } from './subject-access-review.ts'
import { reviewBearer } from './token-review.ts'

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
  selfsubjectrulesreviews: reviewSelfSubjectRules,
  selfsubjectreviews: reviewSelfSubject,
  tokenreviews: reviewBearer,
})
