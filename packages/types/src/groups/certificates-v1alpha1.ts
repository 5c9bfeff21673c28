// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'

/**
 * certificates.v1alpha1.ClusterTrustBundle
 *
 * Certificates of authorities that everyone in the cluster may read, and that pods can mount.
 */
export interface ClusterTrustBundle extends ApiObject {
  /** The certificates and the signer they belong to. */
  readonly spec: ClusterTrustBundleSpec
}

/** certificates.v1alpha1.ClusterTrustBundleList */
export type ClusterTrustBundleList = ApiList<ClusterTrustBundle>

/**
 * certificates.v1alpha1.ClusterTrustBundleSpec
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

/** Fields of the types of this file, one line each. */
export const certificatesV1alpha1Types: TypeTable = {
  'certificates.v1alpha1.ClusterTrustBundle': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 certificates.v1alpha1.ClusterTrustBundleSpec required`,
  'certificates.v1alpha1.ClusterTrustBundleList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []certificates.v1alpha1.ClusterTrustBundle required`,
  'certificates.v1alpha1.ClusterTrustBundleSpec': `signerName 1 string omitempty
trustBundle 2 string required`,
}
