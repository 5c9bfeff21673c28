import type { Buffer } from 'node:buffer'
import type { ApiObject, GroupVersionKind, GroupVersionResource, UserInfo, Vocabulary } from '@pinnace/meta'
import type { Operation, OperationOptions } from './attributes.ts'

/** The versions of AdmissionReview that are spoken. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** The question of an AdmissionReview. */
export interface ReviewRequest {
  readonly uid: string
  /** As the webhook is registered; `request…` is as the client asked. */
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

/** A user on the wire. */
export interface ReviewUser {
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** What a webhook says of a refusal. */
export interface ReviewStatus {
  readonly code?: number
  readonly reason?: string
  readonly message?: string
  readonly details?: unknown
}

/** The answer of an AdmissionReview. */
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

/** A review, either way. */
export interface AdmissionReview {
  readonly kind: 'AdmissionReview'
  readonly apiVersion: string
  readonly request?: ReviewRequest
  readonly response?: ReviewResponse
}

/** An answer that has been checked. */
export interface ReviewVerdict {
  readonly allowed: boolean
  readonly status: ReviewStatus | undefined
  /** Bytes of a JSON Patch; absent where nothing is to be changed. */
  readonly patch: Buffer | undefined
  readonly patchType: string
  readonly auditAnnotations: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

/** Versions in the order messages name them. */
export const reviewVersions: readonly ReviewVersion[] = ['v1', 'v1beta1']

/** The apiVersion of a review. */
export function reviewApiVersion(vocabulary: Vocabulary, version: ReviewVersion): string {
  return `${vocabulary.group('admission')}/${version}`
}

/** A user as reviews carry it: what is empty is left out. */
export function reviewUser({ username, uid, groups, extra }: UserInfo): ReviewUser {
  return {
    ...(username === '' ? {} : { username }),
    ...(uid === undefined || uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}

/** The review that asks, in the order of fields the original has. */
// upstream: k8s.io/api/admission/v1/types.go; apiserver/pkg/admission/plugin/webhook/request/admissionreview.go
export function toReviewRequest(
  vocabulary: Vocabulary,
  version: ReviewVersion,
  request: ReviewRequest,
): AdmissionReview {
  return { kind: 'AdmissionReview', apiVersion: reviewApiVersion(vocabulary, version), request }
}

/** The review that answers. */
export function toReviewResponse(apiVersion: string, response: ReviewResponse): AdmissionReview {
  return { kind: 'AdmissionReview', apiVersion, response }
}
