import { isDns1123Label, isDns1123Subdomain, quote, type FieldErrors } from '@pinnace/meta'

const maxDomain = 253
const maxPath = 253 + 63 + 1

/** Refuses a name that is absent, and what is not a domain and a path: `example.com/signer-name`. */
// upstream: pkg/apis/core/validation, ValidateSignerName
export function validateSignerName(name: string, field: string, errors: FieldErrors): void {
  if (name === '') return errors.required(field)
  const [domain = '', path, ...more] = name.split('/')
  if (path === undefined || more.length > 0) {
    return errors.invalid(
      field,
      name,
      "must be a fully qualified domain and path of the form 'example.com/signer-name'",
    )
  }
  if (domain.length > maxDomain) errors.tooLong(field, maxDomain)
  const labels = domain.split('.')
  refuseFirst(domain, field, errors, { labels, check: isDns1123Label })
  if (labels.length < 2) {
    errors.invalid(field, domain, 'should be a domain with at least two segments separated by dots')
  }
  refuseFirst(path, field, errors, { labels: path.split('.'), check: isDns1123Subdomain })
  if (name.length > maxDomain + maxPath + 1) errors.tooLong(field, maxDomain + maxPath + 1)
  return undefined
}

// Reports the first invalid label only: the messages of further labels would be identical.
function refuseFirst(
  whole: string,
  field: string,
  errors: FieldErrors,
  { labels, check }: { readonly labels: readonly string[]; readonly check: (label: string) => readonly string[] },
): void {
  const label = labels.find((each) => check(each).length > 0)
  if (label === undefined) return
  for (const message of check(label)) errors.invalid(field, whole, `validating label ${quote(label)}: ${message}`)
}
