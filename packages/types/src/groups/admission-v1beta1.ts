// Made by scripts/generate-types.mjs; do not edit.
import type { Status, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, RawObject } from '../scalars.ts'
import type { UserInfo } from './authentication-v1.ts'
import type { GroupVersionKind, GroupVersionResource } from './meta-v1.ts'

/**
 * admission.v1beta1.AdmissionRequest
 *
 * What a webhook is asked about.
 */
export interface AdmissionRequest {
  /** Identifies this call. The response repeats it. */
  readonly uid?: string
  /** The kind of the object that is sent to the webhook. */
  readonly kind?: GroupVersionKind
  /** The resource that the webhook is registered for. */
  readonly resource?: GroupVersionResource
  /** The subresource; empty for the resource itself. */
  readonly subResource?: string
  /** The kind in the original request. It differs from kind if the object was converted for the webhook. */
  readonly requestKind?: GroupVersionKind
  /** The resource of the original request. It differs from resource if the object was converted for the webhook. */
  readonly requestResource?: GroupVersionResource
  /** The subresource of the original request. */
  readonly requestSubResource?: string
  /** The name of the object. Empty on create if the server generates it. */
  readonly name?: string
  /** The namespace of the request, if it has one. */
  readonly namespace?: string
  /** CREATE, UPDATE, DELETE or CONNECT. */
  readonly operation?: string
  /** Who makes the request. */
  readonly userInfo?: UserInfo
  /** The object as it would be stored. Absent for DELETE. */
  readonly object?: RawObject
  /** The object as it is stored. Only for UPDATE and DELETE. */
  readonly oldObject?: RawObject
  /** Whether nothing will be stored. The webhook must then change nothing elsewhere. */
  readonly dryRun?: boolean
  /** The options of the operation, such as CreateOptions. */
  readonly options?: RawObject
}

/**
 * admission.v1beta1.AdmissionResponse
 *
 * What a webhook answers.
 */
export interface AdmissionResponse {
  /** The uid of the request. */
  readonly uid?: string
  /** Whether the request may go on. */
  readonly allowed?: boolean
  /** What to tell the client if it may not. */
  readonly status?: Status
  /** Changes to the object, in base64. Only from webhooks that may change objects. */
  readonly patch?: Bytes
  /** The format of the patch: JSONPatch. */
  readonly patchType?: string
  /** Annotations for the audit event. The name of the webhook is put before each key. */
  readonly auditAnnotations?: Readonly<Record<string, string>>
  /** Warnings for the client, short and without a prefix of their own. */
  readonly warnings?: readonly string[]
}

/**
 * admission.v1beta1.AdmissionReview
 *
 * A call of a webhook: sent with a request, returned with a response.
 */
export interface AdmissionReview extends TypeMeta {
  /** What is asked. */
  readonly request?: AdmissionRequest
  /** What is answered. */
  readonly response?: AdmissionResponse
}

/** Fields of the types of this file, one line each. */
export const admissionV1beta1Types: TypeTable = {
  'admission.v1beta1.AdmissionRequest': `uid 1 string go=types.UID
kind 2 meta.v1.GroupVersionKind
resource 3 meta.v1.GroupVersionResource
subResource 4 string omitempty
requestKind 13 meta.v1.GroupVersionKind omitempty pointer
requestResource 14 meta.v1.GroupVersionResource omitempty pointer
requestSubResource 15 string omitempty
name 5 string omitempty
namespace 6 string omitempty
operation 7 string go=v1beta1.Operation
userInfo 8 authentication.v1.UserInfo
object 9 raw-object omitempty
oldObject 10 raw-object omitempty
dryRun 11 boolean omitempty pointer
options 12 raw-object omitempty`,
  'admission.v1beta1.AdmissionResponse': `uid 1 string go=types.UID
allowed 2 boolean
status 3 meta.v1.Status omitempty pointer
patch 4 bytes omitempty
patchType 5 string omitempty pointer go=v1beta1.PatchType
auditAnnotations 6 map:string omitempty
warnings 7 []string omitempty list=atomic`,
  'admission.v1beta1.AdmissionReview': `+ - meta.v1.TypeMeta
request 1 admission.v1beta1.AdmissionRequest omitempty pointer
response 2 admission.v1beta1.AdmissionResponse omitempty pointer`,
}
