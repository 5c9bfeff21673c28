import type { FieldErrors, Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { parseCertificateRequest } from '@pinnace/x509'
import { Buffer } from 'node:buffer'
import { knownUsages } from './known-usages.ts'
import type { RequestTolerance } from './csr-tolerance.ts'
import { validateSignerName } from '../validation/signer-name.ts'
import { certificateError } from './validate-certificate.ts'

/** The rules of a request that is new, or that may tolerate what it holds already. */
// upstream: pkg/apis/certificates/validation, validateCertificateSigningRequest
export function validateRequest(
  { spec, status }: CertificateSigningRequest,
  tolerance: RequestTolerance,
  vocabulary: Vocabulary,
  errors: FieldErrors,
): void {
  const wrong = requestError(spec.request ?? '')
  if (wrong !== undefined) errors.invalid('spec.request', spec.request, wrong)
  validateUsages(spec.usages ?? [], tolerance, errors)
  if (!tolerance.allowLegacySignerName && spec.signerName === vocabulary.signers.legacyUnknown) {
    errors.invalid('spec.signerName', spec.signerName, 'the legacy signerName is not allowed via this API version')
  } else validateSignerName(spec.signerName ?? '', 'spec.signerName', errors)
  if (spec.expirationSeconds !== undefined && spec.expirationSeconds < 600) {
    const detail = 'may not specify a duration less than 600 seconds (10 minutes)'
    errors.invalid('spec.expirationSeconds', spec.expirationSeconds, detail)
  }
  validateConditions(status?.conditions ?? [], tolerance, errors)
  const certificateWrong = tolerance.allowArbitraryCertificate ? undefined : certificateError(status?.certificate ?? '')
  if (certificateWrong !== undefined) errors.invalid('status.certificate', '<certificate data>', certificateWrong)
}

function requestError(base64: string): string | undefined {
  try {
    return parseCertificateRequest(Buffer.from(base64, 'base64')).signatureError()
  } catch (error) {
    return (error as Error).message
  }
}

function validateUsages(usages: readonly string[], tolerance: RequestTolerance, errors: FieldErrors): void {
  if (usages.length === 0) errors.required('spec.usages')
  if (!tolerance.allowUnknownUsages) {
    usages.forEach((usage, index) => {
      if (!knownUsages.has(usage)) errors.notSupported(`spec.usages[${index}]`, usage, [...knownUsages].sort())
    })
  }
  if (tolerance.allowDuplicateUsages) return
  usages.forEach((usage, index) => {
    if (usages.indexOf(usage) < index) errors.duplicate(`spec.usages[${index}]`, usage)
  })
}

const decided: ReadonlySet<string> = new Set(['Approved', 'Denied', 'Failed'])

// upstream: pkg/apis/certificates/validation, validateConditions
function validateConditions(
  conditions: NonNullable<NonNullable<CertificateSigningRequest['status']>['conditions']>,
  tolerance: RequestTolerance,
  errors: FieldErrors,
): void {
  const seen = new Set<string>()
  conditions.forEach(({ type = '', status = '' }, index) => {
    const field = `status.conditions[${index}]`
    if (type === '' && !tolerance.allowEmptyConditionType) errors.required(`${field}.type`)
    const allowed = decided.has(type) ? ['True'] : ['False', 'True', 'Unknown']
    if (status === '') errors.required(`${field}.status`)
    else if (!allowed.includes(status)) errors.notSupported(`${field}.status`, status, allowed)
    const other = type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : undefined
    if (!tolerance.allowBothApprovedAndDenied && other !== undefined && seen.has(other)) {
      errors.invalid(`${field}.type`, type, 'Approved and Denied conditions are mutually exclusive')
    }
    if (!tolerance.allowDuplicateConditionTypes && seen.has(type)) errors.duplicate(`${field}.type`, type)
    seen.add(type)
  })
}
