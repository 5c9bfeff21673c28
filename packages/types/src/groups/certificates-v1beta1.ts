// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Bytes, Time } from '../scalars.ts'
import type { Condition } from './meta-v1.ts'

/**
 * certificates.v1beta1.CertificateSigningRequest
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
 * certificates.v1beta1.CertificateSigningRequestCondition
 *
 * A decision about a request.
 */
export interface CertificateSigningRequestCondition {
  /** Approved, Denied or Failed. A request has not both Approved and Denied, and these cannot be removed. */
  readonly type: string
  /** True. Other values are not allowed for the types above. */
  readonly status?: string
  /** A CamelCase word for programs that says why. */
  readonly reason?: string
  /** A sentence for people that says why. */
  readonly message?: string
  /** When the condition was last changed. */
  readonly lastUpdateTime?: Time
  /** When the status last changed. Set by the server if it is missing. */
  readonly lastTransitionTime?: Time
}

/** certificates.v1beta1.CertificateSigningRequestList */
export type CertificateSigningRequestList = ApiList<CertificateSigningRequest>

/**
 * certificates.v1beta1.CertificateSigningRequestSpec
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
  readonly signerName?: string
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
 * certificates.v1beta1.CertificateSigningRequestStatus
 *
 * What has become of a request.
 */
export interface CertificateSigningRequestStatus {
  /** The decisions about the request. */
  readonly conditions?: readonly CertificateSigningRequestCondition[]
  /** The certificate in PEM, followed by those that link it to its authority. It cannot be changed once it is there. */
  readonly certificate?: Bytes
}

/**
 * certificates.v1beta1.ClusterTrustBundle
 *
 * Certificates of authorities that everyone in the cluster may read, and that pods can mount.
 */
export interface ClusterTrustBundle extends ApiObject {
  /** The certificates and the signer they belong to. */
  readonly spec: ClusterTrustBundleSpec
}

/** certificates.v1beta1.ClusterTrustBundleList */
export type ClusterTrustBundleList = ApiList<ClusterTrustBundle>

/**
 * certificates.v1beta1.ClusterTrustBundleSpec
 *
 * Certificates of authorities.
 */
export interface ClusterTrustBundleSpec {
  /**
   * The signer whose authorities they are. The name of the object then begins with it, with colons for slashes; it
   * cannot be changed.
   */
  readonly signerName?: string
  /** The certificates in PEM, without repetition. Their order means nothing. */
  readonly trustBundle: string
}

/**
 * certificates.v1beta1.PodCertificateRequest
 *
 * Asks a signer for a certificate for a pod. The agent of the node creates it and puts the certificate into a volume of
 * the pod.
 */
export interface PodCertificateRequest extends ApiObject {
  /** What is asked for, and for which pod. It cannot be changed. */
  readonly spec: PodCertificateRequestSpec
  /** The decision and the certificate. */
  readonly status?: PodCertificateRequestStatus
}

/** certificates.v1beta1.PodCertificateRequestList */
export type PodCertificateRequestList = ApiList<PodCertificateRequest>

/**
 * certificates.v1beta1.PodCertificateRequestSpec
 *
 * What is asked for, and for which pod.
 */
export interface PodCertificateRequestSpec {
  /** The signer, as a domain and a path. */
  readonly signerName: string
  /** The pod by name. */
  readonly podName: string
  /** The uid of the pod. */
  readonly podUID: string
  /** The service account of the pod by name. */
  readonly serviceAccountName: string
  /** The uid of the service account. */
  readonly serviceAccountUID: string
  /** The node of the pod by name. */
  readonly nodeName: string
  /** The uid of the node. */
  readonly nodeUID: string
  /** Seconds for which the certificate may be valid at most: from 3600 on. The default is 86400, a day. */
  readonly maxExpirationSeconds?: number
  /** The public key in the DER form of PKIX. */
  readonly pkixPublicKey?: Bytes
  /** A signature over the uid of the pod that proves possession of the private key. */
  readonly proofOfPossession?: Bytes
  /** A PKCS #10 request without names, with the public key and a signature, for signers that need one. */
  readonly stubPKCS10Request: Bytes
  /** What the author of the pod wants to tell the signer. It is not verified. */
  readonly unverifiedUserAnnotations?: Readonly<Record<string, string>>
}

/**
 * certificates.v1beta1.PodCertificateRequestStatus
 *
 * What has become of a request.
 */
export interface PodCertificateRequestStatus {
  /** The decision: Issued, Denied or Failed. */
  readonly conditions?: readonly Condition[]
  /** The certificate in PEM, followed by those that link it to its authority. */
  readonly certificateChain?: string
  /** When the certificate becomes valid. */
  readonly notBefore?: Time
  /** When the agent of the node should begin to ask for a new one. */
  readonly beginRefreshAt?: Time
  /** When the certificate ceases to be valid. */
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
