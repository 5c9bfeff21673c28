import type { FieldErrors } from '@pinnace/meta'

const maxParameters = 512
const maxParameterBytes = 256 * 1024

/** The parameters of a class, of which there may have to be one. */
// upstream: storage/validation, validateParameters
export function validateClassParameters(
  parameters: Readonly<Record<string, string>> | undefined,
  isRequired: boolean,
  errors: FieldErrors,
): void {
  const entries = Object.entries(parameters ?? {})
  if (entries.length > maxParameters) return errors.tooLong('parameters', maxParameters)
  if (isRequired && entries.length === 0)
    return errors.required('parameters', 'must contain at least one key/value pair')
  let bytes = 0
  for (const [key, value] of entries) {
    if (key === '') errors.invalid('parameters', key, 'field can not be empty.')
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (bytes > maxParameterBytes) errors.tooLong('parameters', maxParameterBytes)
  return undefined
}
