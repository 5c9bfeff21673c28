import { isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import { reportEach } from './messages.ts'

const maxPathLength = 505
const pathPattern = /^[a-z0-9A-Z](?:[-_.a-z0-9A-Z]*[a-z0-9A-Z])?$/
const badForm = 'must be a fully qualified domain and path of the form "example.com/signer-name"'

/** Who signs: a domain and a path, `example.com/name`. */
// upstream: core/validation/names.go, ValidateSignerName
export function validateSignerName(name: string, field: string, errors: FieldErrors): void {
  if (name === '') return errors.required(field)
  const slash = name.indexOf('/')
  if (slash === -1 || name.indexOf('/', slash + 1) !== -1) return errors.invalid(field, name, badForm)
  const domain = name.slice(0, slash)
  const path = name.slice(slash + 1)
  if (domain === '') errors.invalid(field, name, 'domain must be specified') // `/name`
  else {
    reportEach(errors, isDns1123Subdomain(domain), field, domain)
    if (!domain.includes('.'))
      errors.invalid(field, domain, 'should be a domain with at least two segments separated by dots')
  }
  if (path.length > maxPathLength) errors.tooLong(field, maxPathLength)
  if (!path.split('.').every((segment) => pathPattern.test(segment))) errors.invalid(field, path, badPath)
  return undefined
}

const badPath =
  "must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
