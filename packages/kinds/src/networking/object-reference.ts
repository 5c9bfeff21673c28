import { isDns1123Subdomain, isPathSegmentName, type FieldErrors } from '@pinnace/meta'
import { reportEach } from '../validation/messages.ts'

/** What names an object of any kind. */
interface ObjectReference {
  readonly apiGroup?: string | null
  readonly kind: string
  readonly name: string
}

/** Group, kind and name of an object of the same namespace, or of none; `at` is the path of the reference. */
// upstream: networking/validation, validateIngressTypedLocalObjectReference
export function validateObjectReference(reference: ObjectReference, at: string, errors: FieldErrors): void {
  const { apiGroup, kind, name } = reference
  if (typeof apiGroup === 'string') reportEach(errors, isDns1123Subdomain(apiGroup), `${at}.apiGroup`, apiGroup)
  validateSegment(kind, `${at}.kind`, errors)
  validateSegment(name, `${at}.name`, errors)
}

/** Text that is there and may be a segment of a path. */
export function validateSegment(value: string, field: string, errors: FieldErrors): void {
  if (value === '') errors.required(field)
  else reportEach(errors, isPathSegmentName(value), field, value)
}
