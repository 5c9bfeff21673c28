import type { KindReference } from '@pinnace/client'
import type { Vocabulary } from '@pinnace/meta'

type CertificateRequestKind = KindReference<`certificates.${string}/v1`, 'CertificateSigningRequest'>

/** The kind CertificateSigningRequest. */
export function certificateRequestKind(vocabulary: Vocabulary): CertificateRequestKind {
  return { apiVersion: `${vocabulary.group('certificates')}/v1`, kind: 'CertificateSigningRequest' }
}
