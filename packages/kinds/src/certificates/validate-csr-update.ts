import { quote, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { CertificateSigningRequest } from '@pinnace/types/certificates-v1'
import { conditionsOf } from './csr-conditions.ts'
import type { RequestTolerance } from './csr-tolerance.ts'
import { validateRequest } from './validate-csr.ts'

/**
 * The rules of an update, through the resource itself or one of its views: what was decided stays decided, `/approval`
 * alone decides, and `/status` alone issues, once. That nothing but its own changes through a view is seen to before, so
 * what is refused here is what could not be put back.
 */
// upstream: pkg/apis/certificates/validation, validateCertificateSigningRequestUpdate
export function validateRequestUpdate(
  next: CertificateSigningRequest,
  live: CertificateSigningRequest,
  errors: FieldErrors,
  {
    tolerance,
    vocabulary,
    view,
  }: {
    readonly tolerance: RequestTolerance
    readonly vocabulary: Vocabulary
    readonly view?: 'approval' | 'status' | undefined
  },
): void {
  validateRequest(next, tolerance, vocabulary, errors)
  for (const type of ['Approved', 'Denied', 'Failed']) {
    if (conditionsOf(next, type).length < conditionsOf(live, type).length) {
      errors.forbidden('status.conditions', `updates may not remove a condition of type ${quote(type)}`)
    }
  }
  if (view !== 'approval') {
    for (const type of ['Approved', 'Denied']) {
      if (conditionsOf(next, type).length > conditionsOf(live, type).length) {
        errors.forbidden('status.conditions', `updates may not add a condition of type ${quote(type)}`)
      }
    }
  }
  const before = live.status?.certificate ?? ''
  if ((next.status?.certificate ?? '') === before) return
  if (view !== 'status') errors.forbidden('status.certificate', 'updates may not set certificate content')
  else if (before !== '' && !tolerance.allowResettingCertificate) {
    errors.forbidden('status.certificate', 'updates may not modify existing certificate content')
  }
}
