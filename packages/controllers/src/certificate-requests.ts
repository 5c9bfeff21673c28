import type { Vocabulary } from '@pinnace/meta'

/** The kind of certificate signing requests. */
export function certificateRequestKind(vocabulary: Vocabulary): { readonly apiVersion: string; readonly kind: string } {
  return { apiVersion: `${vocabulary.group('certificates')}/v1`, kind: 'CertificateSigningRequest' }
}
