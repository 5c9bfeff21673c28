import type { FieldErrors } from '@pinnace/meta'
import type { CustomResourceDefinitionVersion } from '@pinnace/types/apiextensions-v1'

/** Adds what is wrong with the warning that goes with a deprecated version. */
// upstream: apiextensions/validation, validateDeprecationWarning
export function validateDeprecation(
  { deprecated = false, deprecationWarning: text }: CustomResourceDefinitionVersion,
  field: string,
  errors: FieldErrors,
): void {
  if (text === undefined) return
  if (!deprecated) {
    errors.invalid(field, text, 'can only be set for deprecated versions')
    return
  }
  if (Buffer.byteLength(text) > 256) errors.invalid(field, text, 'must be <= 256 characters long')
  if (text === '') errors.invalid(field, text, 'must not be an empty string')
  let index = 0
  for (const character of text) {
    if (!isPrintable(character)) {
      const detail = `must only contain printable UTF-8 characters; non-printable character found at index ${index}`
      errors.invalid(field, text, detail)
      break
    }
    index += Buffer.byteLength(character)
  }
}

// Go's unicode.IsPrint: letters, marks, numbers, punctuation, symbols, and of spaces only the plain one.
function isPrintable(character: string): boolean {
  return character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character)
}
