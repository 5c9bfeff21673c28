// Made by scripts/generate-types.mjs; do not edit.
import type { Status, TypeMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, RawObject } from '../scalars.ts'
import type { UserInfo } from './authentication-v1.ts'
import type { GroupVersionKind, GroupVersionResource } from './meta-v1.ts'

/** admission.v1beta1.AdmissionRequest */
export interface AdmissionRequest {
  readonly uid?: string
  readonly kind?: GroupVersionKind
  readonly resource?: GroupVersionResource
  readonly subResource?: string
  readonly requestKind?: GroupVersionKind
  readonly requestResource?: GroupVersionResource
  readonly requestSubResource?: string
  readonly name?: string
  readonly namespace?: string
  readonly operation?: string
  readonly userInfo?: UserInfo
  readonly object?: RawObject
  readonly oldObject?: RawObject
  readonly dryRun?: boolean
  readonly options?: RawObject
}

/** admission.v1beta1.AdmissionResponse */
export interface AdmissionResponse {
  readonly uid?: string
  readonly allowed?: boolean
  readonly status?: Status
  readonly patch?: Bytes
  readonly patchType?: string
  readonly auditAnnotations?: Readonly<Record<string, string>>
  readonly warnings?: readonly string[]
}

/** admission.v1beta1.AdmissionReview */
export interface AdmissionReview extends TypeMeta {
  readonly request?: AdmissionRequest
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
