import type { FieldErrors, ObjectMeta } from '@pinnace/meta'

const maxFieldManagerBytes = 128
const maxSubresourceBytes = 256

/** Adds what is wrong with the managed fields of an object. */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateManagedFields
export function validateManagedFields({ managedFields }: ObjectMeta, path: string, errors: FieldErrors): void {
  managedFields?.forEach((entry, index) => {
    if (entry.operation !== 'Apply' && entry.operation !== 'Update') {
      errors.invalid(`${path}[${index}].operation`, entry.operation ?? '', 'must be `Apply` or `Update`')
    }
    if (entry.fieldsType !== undefined && entry.fieldsType !== '' && entry.fieldsType !== 'FieldsV1') {
      errors.invalid(`${path}[${index}].fieldsType`, entry.fieldsType, 'must be `FieldsV1`')
    }
    validateFieldManager(entry.manager ?? '', `${path}[${index}].manager`, errors)
    if (Buffer.byteLength(entry.subresource ?? '') > maxSubresourceBytes) {
      errors.tooLong(`${path}[${index}].subresource`, maxSubresourceBytes)
    }
  })
}

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

/**
 * Adds what is wrong with the name of a field manager. Each error prints the whole name: of one that is too long, only the
 * first character that Go does not print is reported.
 */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager
function validateFieldManager(manager: string, path: string, errors: FieldErrors): void {
  const isTooLong = Buffer.byteLength(manager) > maxFieldManagerBytes
  if (isTooLong) errors.tooLong(path, maxFieldManagerBytes)
  let position = 0
  for (const character of manager) {
    if (!printable.test(character)) {
      const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      errors.invalid(path, manager, `invalid character U+${code} (at position ${position})`)
      if (isTooLong) return
    }
    position += Buffer.byteLength(character)
  }
}
