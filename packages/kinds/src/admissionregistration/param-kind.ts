import { isDns1035Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type { ParamKind } from '@pinnace/types/admissionregistration-v1'

/** The kind of the parameters of a policy. */
// upstream: admissionregistration/validation, validateParamKind
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, at: string, errors: FieldErrors): void {
  validateApiVersion(apiVersion, `${at}.apiVersion`, errors)
  if (kind === '') return errors.required(`${at}.kind`)
  const problems = isDns1035Label(kind.toLowerCase())
  if (problems.length > 0) {
    errors.invalid(`${at}.kind`, kind, `may have mixed case, but should otherwise match: ${problems.join(',')}`)
  }
  return undefined
}

function validateApiVersion(apiVersion: string, field: string, errors: FieldErrors): void {
  if (apiVersion === '') return errors.required(field)
  const parts = apiVersion.split('/')
  if (parts.length > 2) return errors.invalid(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)
  const version = parts.at(-1) ?? ''
  const group = parts.length === 2 ? (parts[0] ?? '') : ''
  const groupProblems = group === '' ? [] : isDns1123Subdomain(group)
  if (groupProblems.length > 0) errors.invalid(field, group, groupProblems.join(','))
  if (version === '') return errors.invalid(field, apiVersion, 'version must be specified')
  const versionProblems = isDns1035Label(version)
  if (versionProblems.length > 0) errors.invalid(field, version, versionProblems.join(','))
  return undefined
}
