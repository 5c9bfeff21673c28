import type { KindName } from '@pinnace/client'
import type { Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/resources/types/certificates-v1'

/** The kind of certificate signing requests. */
export function certificateRequestKind(vocabulary: Vocabulary): KindName<CertificateSigningRequest> {
  return { apiVersion: `${vocabulary.group('certificates')}/v1`, kind: 'CertificateSigningRequest' }
}
