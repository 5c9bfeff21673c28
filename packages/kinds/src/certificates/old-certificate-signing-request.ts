import type { Mutable, Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { certificateRequests } from './certificate-signing-request.ts'
import { defaultSignerName } from './default-signer-name.ts'

/**
 * Requests as v1beta1 has them: signer and usages may be left out, the legacy signer is allowed, and little is refused of
 * what stands in the status. Nothing but that differs, so objects are the same in both versions.
 */
// upstream: pkg/apis/certificates/v1beta1/defaults.go; validation.go, getValidationOptions of 1.21
export function oldCertificateSigningRequest(vocabulary: Vocabulary): KindBehavior<CertificateSigningRequest> {
  const { strategy, ...behavior } = certificateRequests({
    allowLegacySignerName: true,
    allowDuplicateConditionTypes: true,
    allowEmptyConditionType: true,
    allowArbitraryCertificate: true,
    allowUnknownUsages: true,
    allowDuplicateUsages: true,
    allowResettingCertificate: true,
  })
  return {
    ...behavior,
    strategy: {
      ...strategy,
      defaults({ spec, status }: Mutable<CertificateSigningRequest>) {
        if (spec !== undefined) {
          spec.usages ??= ['digital signature', 'key encipherment']
          spec.signerName ??= defaultSignerName(spec, vocabulary)
        }
        for (const condition of status?.conditions ?? []) condition.status ||= 'True'
      },
    },
  }
}
