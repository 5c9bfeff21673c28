import type { FieldErrors } from '@pinnace/meta'
import type { CustomResourceColumnDefinition } from '@pinnace/types/apiextensions-v1'

const types: readonly string[] = ['boolean', 'date', 'integer', 'number', 'string']
const formats: readonly string[] = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

/** Adds what is wrong with printer columns. */
// upstream: apiextensions/validation, ValidateCustomResourceColumnDefinition
export function validateColumns(
  columns: readonly CustomResourceColumnDefinition[] | undefined,
  at: string,
  errors: FieldErrors,
): void {
  for (const [index, { name, type, format = '', jsonPath }] of (columns ?? []).entries()) {
    const field = `${at}[${index}]`
    if (name === '') errors.required(`${field}.name`)
    const oneOfTypes = `must be one of ${types.join(',')}`
    if (type === '') errors.required(`${field}.type`, oneOfTypes)
    else if (!types.includes(type)) errors.invalid(`${field}.type`, type, oneOfTypes)
    if (format !== '' && !formats.includes(format)) {
      errors.invalid(`${field}.format`, format, `must be one of ${formats.join(',')}`)
    }
    if (jsonPath === '') errors.required(`${field}.JSONPath`)
    else validateSimplePath(jsonPath, `${field}.JSONPath`, errors)
  }
}

/** Adds what is wrong with a path that must begin with a dot; answers whether it is good. */
// upstream: apiextensions/validation, validateSimpleJSONPath
export function validateSimplePath(path: string, field: string, errors: FieldErrors): boolean {
  if (path.startsWith('.')) return true
  errors.invalid(field, path, 'must be a simple json path starting with .')
  return false
}
