import type { Buffer } from 'node:buffer'
import type { ApiObject, GroupVersionKind, GroupVersionResource, UserInfo, Vocabulary } from '@pinnace/meta'
import type { Operation, OperationOptions } from './admission-attributes.ts'

/** The supported versions of AdmissionReview. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** The request of an AdmissionReview. */
export interface ReviewRequest {
  readonly uid: string
  /** The kind the webhook is registered for; `request…` members are those of the client's request. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subResource?: string
  readonly requestKind?: GroupVersionKind
  readonly requestResource?: GroupVersionResource
  readonly requestSubResource?: string
  readonly name?: string
  readonly namespace?: string
  readonly operation: Operation
  readonly userInfo: ReviewUser
  readonly object: ApiObject | null
  readonly oldObject: ApiObject | null
  readonly dryRun: boolean
  readonly options: OperationOptions | null
}

/** The user in a review. */
export interface ReviewUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The status of a denial. */
export interface ReviewStatus {
  readonly code?: number
  readonly reason?: string
  readonly message?: string
  readonly details?: unknown
  /** @default Failure */
  readonly status?: string
  readonly metadata?: unknown
}

/** The response of an AdmissionReview. */
export interface ReviewResponse {
  readonly uid: string
  readonly allowed: boolean
  readonly status?: ReviewStatus
  readonly patchType?: string
  /** base64 of a JSON Patch. */
  readonly patch?: string
  readonly auditAnnotations?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
}

/** A review with a request or a response. */
export interface AdmissionReview {
  readonly kind: 'AdmissionReview'
  readonly apiVersion: string
  readonly request?: ReviewRequest
  readonly response?: ReviewResponse
}

/** A validated response. */
export interface ReviewVerdict {
  readonly allowed: boolean
  readonly status: ReviewStatus | undefined
  /** The bytes of a JSON Patch; undefined without changes. */
  readonly patch: Buffer | undefined
  readonly patchType: string
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/** The supported versions, in the order messages list them. */
export const reviewVersions: readonly ReviewVersion[] = ['v1', 'v1beta1']

/** The apiVersion of a review. */
export function reviewApiVersion(vocabulary: Vocabulary, version: ReviewVersion): string {
  return `${vocabulary.group('admission')}/${version}`
}

/** Converts a user; empty members are omitted. */
export function reviewUser({ username, uid, groups, extra }: UserInfo): ReviewUser {
  return {
    ...(username === '' ? {} : { username }),
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}

/** Creates a review with a request. The order of members is that of kube-apiserver. */
// upstream: k8s.io/api/admission/v1/types.go; apiserver/pkg/admission/plugin/webhook/request/admissionreview.go
export function toReviewRequest(
  vocabulary: Vocabulary,
  version: ReviewVersion,
  request: ReviewRequest,
): AdmissionReview {
  return { kind: 'AdmissionReview', apiVersion: reviewApiVersion(vocabulary, version), request }
}

/** Creates a review with a response. */
export function toReviewResponse(apiVersion: string, response: ReviewResponse): AdmissionReview {
  return { kind: 'AdmissionReview', apiVersion, response }
}
