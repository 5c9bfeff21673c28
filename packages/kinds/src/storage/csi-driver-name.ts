import { isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import { reportEach } from '../validation/messages.ts'

const maxBytes = 63

/** The name of a CSI driver, in which case does not matter. */
// upstream: core/validation, ValidateCSIDriverName
export function validateCsiDriverName(name: string, field: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  if (name.length > maxBytes) errors.tooLong(field, maxBytes)
  reportEach(errors, name === '' ? [] : isDns1123Subdomain(name.toLowerCase()), field, name)
}
