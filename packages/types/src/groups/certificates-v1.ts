// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/** certificates.v1.CertificateSigningRequest */
export interface CertificateSigningRequest extends ApiObject {
  readonly spec: CertificateSigningRequestSpec
  readonly status?: CertificateSigningRequestStatus
}

/** certificates.v1.CertificateSigningRequestCondition */
export interface CertificateSigningRequestCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastUpdateTime?: Time
  readonly lastTransitionTime?: Time
}

/** certificates.v1.CertificateSigningRequestList */
export type CertificateSigningRequestList = ApiList<CertificateSigningRequest>

/** certificates.v1.CertificateSigningRequestSpec */
export interface CertificateSigningRequestSpec {
  readonly request: Bytes
  readonly signerName: string
  readonly expirationSeconds?: number
  readonly usages?: readonly string[]
  readonly username?: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** certificates.v1.CertificateSigningRequestStatus */
export interface CertificateSigningRequestStatus {
  readonly conditions?: readonly CertificateSigningRequestCondition[]
  readonly certificate?: Bytes
}

/** Fields of the types of this file, one line each. */
export const certificatesV1Types: TypeTable = {
  'certificates.v1.CertificateSigningRequest': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 certificates.v1.CertificateSigningRequestSpec required
status 3 certificates.v1.CertificateSigningRequestStatus omitempty`,
  'certificates.v1.CertificateSigningRequestCondition': `type 1 string required go=v1.RequestConditionType
status 6 string required go=v1.ConditionStatus
reason 2 string omitempty
message 3 string omitempty
lastUpdateTime 4 time omitempty
lastTransitionTime 5 time omitempty`,
  'certificates.v1.CertificateSigningRequestList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []certificates.v1.CertificateSigningRequest required`,
  'certificates.v1.CertificateSigningRequestSpec': `request 1 bytes required
signerName 7 string required
expirationSeconds 8 int32 omitempty pointer
usages 5 []string omitempty go=v1.KeyUsage list=atomic enum=signing|digital%20signature|content%20commitment|key%20encipherment|key%20agreement|data%20encipherment|cert%20sign|crl%20sign|encipher%20only|decipher%20only|any|server%20auth|client%20auth|code%20signing|email%20protection|s%2Fmime|ipsec%20end%20system|ipsec%20tunnel|ipsec%20user|timestamping|ocsp%20signing|microsoft%20sgc|netscape%20sgc
username 2 string omitempty
uid 3 string omitempty
groups 4 []string omitempty list=atomic
extra 6 map:[]string omitempty`,
  'certificates.v1.CertificateSigningRequestStatus': `conditions 1 []certificates.v1.CertificateSigningRequestCondition omitempty list=map:type
certificate 2 bytes omitempty`,
}
