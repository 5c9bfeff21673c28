import { isDns1123Label, isDns1123Subdomain, isQualifiedName, type FieldErrors } from '@pinnace/meta'
import { reportEach } from './messages.ts'

/** A name of up to 253 bytes, as declared rules check it. */
// upstream: apimachinery/pkg/api/validate, LongName
export function declaredLongName(name: string, field: string, errors: FieldErrors, prefix = ''): void {
  for (const message of isDns1123Subdomain(name)) errors.invalid(field, name, `${prefix}${inBytes(message)}`)
}

/** A name of any case. */
// upstream: apimachinery/pkg/api/validate, LongNameCaseless
export function declaredCaselessName(name: string, field: string, errors: FieldErrors): void {
  reportEach(errors, isDns1123Subdomain(name.toLowerCase()).map(inBytes).map(ofAnyCase), field, name)
}

/** A DNS label that must be there. */
// upstream: apimachinery/pkg/api/validate, ShortName
export function declaredLabel(name: string, field: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  else reportEach(errors, isDns1123Label(name).map(inBytes), field, name)
}

/** The key of a label that must be there. */
// upstream: apimachinery/pkg/api/validate, LabelKey
export function declaredKey(key: string, field: string, errors: FieldErrors): void {
  if (key === '') errors.required(field)
  else reportEach(errors, isQualifiedName(key).map(inBytes), field, key)
}

/** Names of pools: long names with slashes between them. */
// upstream: apimachinery/pkg/api/validate, ResourcePoolName
export function declaredPoolName(name: string, field: string, errors: FieldErrors): void {
  if (Buffer.byteLength(name) > 253) errors.tooLong(field, 253)
  for (const [index, part] of name.split('/').entries()) {
    if (part === '') errors.invalid(field, name, `segment ${index}: must not be empty`)
    else declaredLongName(part, field, errors, `segment ${index}: `)
  }
}

/** A number with bounds. */
// upstream: apimachinery/pkg/api/validate, Minimum and Maximum
export function declaredNumber(
  value: number | undefined,
  field: string,
  errors: FieldErrors,
  { min = -Infinity, max = Infinity }: { readonly min?: number; readonly max?: number },
): void {
  if (value === undefined) return
  if (value > max) errors.invalid(field, value, `must be less than or equal to ${max}`)
  if (value < min) errors.invalid(field, value, `must be greater than or equal to ${min}`)
}

/** Exactly one of the members is set; `at` is the path of their struct. */
// upstream: apimachinery/pkg/api/validate, Union
export function declaredUnion<K extends string>(
  value: Readonly<Partial<Record<K, unknown>>>,
  members: readonly K[],
  at: string,
  errors: FieldErrors,
): void {
  const given = members.filter((name) => value[name] !== undefined && value[name] !== null)
  const list = members.map((name) => `\`${name}\``).join(', ')
  if (given.length === 0) errors.invalid(at, '', `must specify one of: ${list}`)
  else if (given.length > 1) {
    errors.invalid(at, `{${given.join(', ')}}`, `must specify exactly one of: ${list}`)
  }
}

/** Items of a list with the key of an earlier one. */
// upstream: apimachinery/pkg/api/validate, Unique
export function declaredUnique<T extends object>(
  items: readonly T[],
  keyOf: (item: T) => string,
  field: string,
  errors: FieldErrors,
): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (seen.has(keyOf(item))) errors.duplicate(`${field}[${index}]`, item)
    seen.add(keyOf(item))
  }
}

function inBytes(message: string): string {
  return message.replace(/^(must be no more than \d+) characters$/, '$1 bytes')
}

function ofAnyCase(message: string): string {
  return message
    .replace('a lowercase RFC 1123', 'an RFC 1123')
    .replace('lower case alphanumeric', 'alphanumeric')
    .replace("'example.com'", "'Example.com'")
}
