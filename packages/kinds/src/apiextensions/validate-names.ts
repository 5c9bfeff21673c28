import { isDns1035Label, type FieldErrors } from '@pinnace/meta'
import type { CustomResourceDefinitionNames } from '@pinnace/types/apiextensions-v1'

/** Validates the names in `spec.names` or `status.acceptedNames`. Missing names are accepted here. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinitionNames
export function validateNames(
  names: Partial<CustomResourceDefinitionNames> | undefined,
  at: string,
  errors: FieldErrors,
): void {
  const { plural = '', singular = '', kind = '', listKind = '', shortNames, categories } = names ?? {}
  label(plural, `${at}.plural`, errors)
  label(singular, `${at}.singular`, errors)
  mixedCase(kind, `${at}.kind`, errors)
  mixedCase(listKind, `${at}.listKind`, errors)
  for (const [index, name] of (shortNames ?? []).entries()) listed(name, `${at}.shortNames[${index}]`, errors)
  if (kind !== '' && kind === listKind) {
    errors.invalid(`${at}.listKind`, listKind, 'kind and listKind may not be the same')
  }
  for (const [index, name] of (categories ?? []).entries()) listed(name, `${at}.categories[${index}]`, errors)
}

/** Adds the names that must be asked for. */
// upstream: apiextensions/validation, validateCustomResourceDefinitionSpec
export function requireNames(names: Partial<CustomResourceDefinitionNames>, at: string, errors: FieldErrors): void {
  for (const name of ['plural', 'singular', 'kind', 'listKind'] as const) {
    if ((names[name] ?? '') === '') errors.required(`${at}.${name}`)
  }
}

function label(name: string, field: string, errors: FieldErrors): void {
  if (name !== '') listed(name, field, errors)
}

function listed(name: string, field: string, errors: FieldErrors): void {
  const problems = isDns1035Label(name)
  if (problems.length > 0) errors.invalid(field, name, problems.join(','))
}

function mixedCase(name: string, field: string, errors: FieldErrors): void {
  const problems = name === '' ? [] : isDns1035Label(name.toLowerCase())
  if (problems.length === 0) return
  errors.invalid(field, name, `may have mixed case, but should otherwise match: ${problems.join(',')}`)
}
