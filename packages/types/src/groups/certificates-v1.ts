// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'

/**
 * certificates.v1.CertificateSigningRequest
 *
 * Asks a signer for a certificate. Someone approves the request, the signer issues the certificate into the status.
 */
export interface CertificateSigningRequest extends ApiObject {
  /** What is asked for, and who asks. Everything after the creation is fixed. */
  readonly spec: CertificateSigningRequestSpec
  /** Whether the request was approved, and the certificate. */
  readonly status?: CertificateSigningRequestStatus
}

/**
 * certificates.v1.CertificateSigningRequestCondition
 *
 * A decision about a request.
 */
export interface CertificateSigningRequestCondition {
  /** Approved, Denied or Failed. A request has not both Approved and Denied, and these cannot be removed. */
  readonly type: string
  /** True. Other values are not allowed for the types above. */
  readonly status: string
  /** A CamelCase word for programs that says why. */
  readonly reason?: string
  /** A sentence for people that says why. */
  readonly message?: string
  /** When the condition was last changed. */
  readonly lastUpdateTime?: Time
  /** When the status last changed. Set by the server if it is missing. */
  readonly lastTransitionTime?: Time
}

/** certificates.v1.CertificateSigningRequestList */
export type CertificateSigningRequestList = ApiList<CertificateSigningRequest>

/**
 * certificates.v1.CertificateSigningRequestSpec
 *
 * What is asked for. The fields about the user are filled in by the server.
 */
export interface CertificateSigningRequestSpec {
  /** A PKCS #10 request in a PEM block of the type CERTIFICATE REQUEST. */
  readonly request: Bytes
  /**
   * The signer, as a domain and a path: "example.com/signer". It decides what is allowed in a request and what becomes
   * of it.
   */
  readonly signerName: string
  /** Seconds for which the certificate should be valid, at least 600. The signer may issue it for another time. */
  readonly expirationSeconds?: number
  /** What the key may be used for, such as "client auth" or "digital signature". */
  readonly usages?: readonly string[]
  /** Who created the request. */
  readonly username?: string
  /** The uid of the user who created the request. */
  readonly uid?: string
  /** The groups of the user who created the request. */
  readonly groups?: readonly string[]
  /** Further data about the user who created the request. */
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/**
 * certificates.v1.CertificateSigningRequestStatus
 *
 * What has become of a request.
 */
export interface CertificateSigningRequestStatus {
  /** The decisions about the request. */
  readonly conditions?: readonly CertificateSigningRequestCondition[]
  /** The certificate in PEM, followed by those that link it to its authority. It cannot be changed once it is there. */
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
