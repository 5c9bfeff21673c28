import type { Vocabulary } from '@pinnace/meta'

/** The kind CertificateSigningRequest. */
export function certificateRequestKind(vocabulary: Vocabulary): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${vocabulary.group('certificates')}/v1`, kind: 'CertificateSigningRequest' }
}
