import type { FieldErrors } from '@pinnace/meta'

/** The parameter `dryRun`: true for `All` and for an empty value; adds other values to the errors. */
export function readDryRun(query: URLSearchParams, errors: FieldErrors): boolean {
  const values = query.getAll('dryRun')
  if (values.some((value) => value !== 'All' && value !== '')) refuse(values, errors)
  return values.length > 0
}

/** `dryRun` in a body of kind DeleteOptions: true for `All`; adds other values, empty ones among them, to the errors. */
export function readDryRunOfBody(values: readonly string[], errors: FieldErrors): boolean {
  if (values.some((value) => value !== 'All')) refuse(values, errors)
  return values.length > 0
}

// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateDryRun – one error, which prints the whole list.
function refuse(values: readonly string[], errors: FieldErrors): void {
  errors.notSupported('dryRun', values, ['All'])
}
