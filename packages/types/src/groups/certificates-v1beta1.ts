// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'
import type { Condition } from './meta-v1.ts'

/** certificates.v1beta1.CertificateSigningRequest */
export interface CertificateSigningRequest extends ApiObject {
  readonly spec: CertificateSigningRequestSpec
  readonly status?: CertificateSigningRequestStatus
}

/** certificates.v1beta1.CertificateSigningRequestCondition */
export interface CertificateSigningRequestCondition {
  readonly type: string
  readonly status?: string
  readonly reason?: string
  readonly message?: string
  readonly lastUpdateTime?: Time
  readonly lastTransitionTime?: Time
}

/** certificates.v1beta1.CertificateSigningRequestList */
export type CertificateSigningRequestList = ApiList<CertificateSigningRequest>

/** certificates.v1beta1.CertificateSigningRequestSpec */
export interface CertificateSigningRequestSpec {
  readonly request: Bytes
  readonly signerName?: string
  readonly expirationSeconds?: number
  readonly usages?: readonly string[]
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** certificates.v1beta1.CertificateSigningRequestStatus */
export interface CertificateSigningRequestStatus {
  readonly conditions?: readonly CertificateSigningRequestCondition[]
  readonly certificate?: Bytes
}

/** certificates.v1beta1.ClusterTrustBundle */
export interface ClusterTrustBundle extends ApiObject {
  readonly spec: ClusterTrustBundleSpec
}

/** certificates.v1beta1.ClusterTrustBundleList */
export type ClusterTrustBundleList = ApiList<ClusterTrustBundle>

/** certificates.v1beta1.ClusterTrustBundleSpec */
export interface ClusterTrustBundleSpec {
  readonly signerName?: string
  readonly trustBundle: string
}

/** certificates.v1beta1.PodCertificateRequest */
export interface PodCertificateRequest extends ApiObject {
  readonly spec: PodCertificateRequestSpec
  readonly status?: PodCertificateRequestStatus
}

/** certificates.v1beta1.PodCertificateRequestList */
export type PodCertificateRequestList = ApiList<PodCertificateRequest>

/** certificates.v1beta1.PodCertificateRequestSpec */
export interface PodCertificateRequestSpec {
  readonly signerName: string
  readonly podName: string
  readonly podUID: string
  readonly serviceAccountName: string
  readonly serviceAccountUID: string
  readonly nodeName: string
  readonly nodeUID: string
  readonly maxExpirationSeconds?: number
  readonly pkixPublicKey?: Bytes
  readonly proofOfPossession?: Bytes
  readonly stubPKCS10Request: Bytes
  readonly unverifiedUserAnnotations?: Readonly<Record<string, string>>
}

/** certificates.v1beta1.PodCertificateRequestStatus */
export interface PodCertificateRequestStatus {
  readonly conditions?: readonly Condition[]
  readonly certificateChain?: string
  readonly notBefore?: Time
  readonly beginRefreshAt?: Time
  readonly notAfter?: Time
}

/** Fields of the types of this file, one line each. */
export const certificatesV1beta1Types: TypeTable = {
  'certificates.v1beta1.CertificateSigningRequest': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 certificates.v1beta1.CertificateSigningRequestSpec required
status 3 certificates.v1beta1.CertificateSigningRequestStatus omitempty`,
  'certificates.v1beta1.CertificateSigningRequestCondition': `type 1 string required go=v1beta1.RequestConditionType
status 6 string go=v1.ConditionStatus
reason 2 string omitempty
message 3 string omitempty
lastUpdateTime 4 time omitempty
lastTransitionTime 5 time omitempty`,
  'certificates.v1beta1.CertificateSigningRequestList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []certificates.v1beta1.CertificateSigningRequest required`,
  'certificates.v1beta1.CertificateSigningRequestSpec': `request 1 bytes required
signerName 7 string omitempty pointer
expirationSeconds 8 int32 omitempty pointer
usages 5 []string omitempty go=v1beta1.KeyUsage list=atomic
username 2 string omitempty
uid 3 string omitempty
groups 4 []string omitempty list=atomic
extra 6 map:[]string omitempty`,
  'certificates.v1beta1.CertificateSigningRequestStatus': `conditions 1 []certificates.v1beta1.CertificateSigningRequestCondition omitempty list=map:type
certificate 2 bytes omitempty`,
  'certificates.v1beta1.ClusterTrustBundle': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 certificates.v1beta1.ClusterTrustBundleSpec required`,
  'certificates.v1beta1.ClusterTrustBundleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []certificates.v1beta1.ClusterTrustBundle required`,
  'certificates.v1beta1.ClusterTrustBundleSpec': `signerName 1 string omitempty
trustBundle 2 string required`,
  'certificates.v1beta1.PodCertificateRequest': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 certificates.v1beta1.PodCertificateRequestSpec required
status 3 certificates.v1beta1.PodCertificateRequestStatus omitempty`,
  'certificates.v1beta1.PodCertificateRequestList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []certificates.v1beta1.PodCertificateRequest required`,
  'certificates.v1beta1.PodCertificateRequestSpec': `signerName 1 string required
podName 2 string required
podUID 3 string required go=types.UID
serviceAccountName 4 string required
serviceAccountUID 5 string required go=types.UID
nodeName 6 string required go=types.NodeName
nodeUID 7 string required go=types.UID
maxExpirationSeconds 8 int32 omitempty pointer default=86400
pkixPublicKey 9 bytes
proofOfPossession 10 bytes
stubPKCS10Request 12 bytes required
unverifiedUserAnnotations 11 map:string omitempty`,
  'certificates.v1beta1.PodCertificateRequestStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type
certificateChain 2 string omitempty
notBefore 4 time omitempty pointer
beginRefreshAt 5 time omitempty pointer
notAfter 6 time omitempty pointer`,
}
