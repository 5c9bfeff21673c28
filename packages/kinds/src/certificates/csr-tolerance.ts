import type { Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { knownUsages } from './known-usages.ts'
import { conditionsOf } from './csr-conditions.ts'
import { certificateError } from './validate-certificate.ts'

/** What is let pass because it is stored already, or because an older version let it. */
// upstream: pkg/apis/certificates/validation, certificateValidationOptions
export interface RequestTolerance {
  readonly allowBothApprovedAndDenied: boolean
  readonly allowLegacySignerName: boolean
  readonly allowDuplicateConditionTypes: boolean
  readonly allowEmptyConditionType: boolean
  readonly allowArbitraryCertificate: boolean
  readonly allowUnknownUsages: boolean
  readonly allowDuplicateUsages: boolean
  /** Another certificate may take the place of the one that is there. */
  readonly allowResettingCertificate: boolean
}

/** Of what is new nothing is let pass. */
export const createdTolerance: RequestTolerance = Object.freeze({
  allowBothApprovedAndDenied: false,
  allowLegacySignerName: false,
  allowDuplicateConditionTypes: false,
  allowEmptyConditionType: false,
  allowArbitraryCertificate: false,
  allowUnknownUsages: false,
  allowDuplicateUsages: false,
  allowResettingCertificate: false,
})

/** What an update need not mend. */
// upstream: pkg/apis/certificates/validation, getValidationOptions
export function toleranceOf(
  next: CertificateSigningRequest,
  live: CertificateSigningRequest,
  vocabulary: Vocabulary,
  older: Partial<RequestTolerance>,
): RequestTolerance {
  const types = (live.status?.conditions ?? []).map(({ type }) => type)
  const usages = live.spec.usages ?? []
  const certificate = live.status?.certificate ?? ''
  return {
    allowBothApprovedAndDenied: conditionsOf(live, 'Approved').length > 0 && conditionsOf(live, 'Denied').length > 0,
    allowLegacySignerName: live.spec.signerName === vocabulary.signers.legacyUnknown,
    allowDuplicateConditionTypes: new Set(types).size < types.length,
    allowEmptyConditionType: types.includes(''),
    allowArbitraryCertificate:
      (next.status?.certificate ?? '') === certificate || certificateError(certificate) !== undefined,
    allowUnknownUsages: usages.some((usage) => !knownUsages.has(usage)),
    allowDuplicateUsages: new Set(usages).size < usages.length,
    allowResettingCertificate: false,
    ...older,
  }
}
