import { isDns1123Label, isDns1123Subdomain, isQualifiedName, type FieldErrors } from '@pinnace/meta'
import { reportEach } from '../validation/messages.ts'

const maxDriverName = 63
const maxPoolName = 253
const maxIdentifier = 32
/** Of an attribute or capacity: a domain, a slash and an identifier. */
export const maxQualifiedName: number = maxDriverName + 1 + maxIdentifier

const notIdentifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"
const notUuid = 'error validating uid: '
const notNormalUuid =
  'uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters'

/** The name of a driver: a subdomain of any case. */
// upstream: core/validation, ValidateCSIDriverName
export function validateDriverName(name: string, field: string, errors: FieldErrors): void {
  if (name === '') return errors.required(field)
  if (Buffer.byteLength(name) > maxDriverName) errors.tooLong(field, maxDriverName)
  return reportEach(errors, isDns1123Subdomain(name.toLowerCase()), field, name)
}

/** The name of a pool: subdomains with slashes between them. */
// upstream: resource/validation, validatePoolName
export function validatePoolName(name: string, field: string, errors: FieldErrors): void {
  if (name === '') return errors.required(field)
  if (Buffer.byteLength(name) > maxPoolName) errors.tooLong(field, maxPoolName)
  for (const part of name.split('/')) reportEach(errors, isDns1123Subdomain(part), field, part)
  return undefined
}

/** The name of a request, a device or a counter: a label. */
export function validateLabelName(name: string, field: string, errors: FieldErrors): void {
  reportEach(errors, isDns1123Label(name), field, name)
}

/** A name that must be there, as a label. */
export function validateRequiredLabel(name: string, field: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  else validateLabelName(name, field, errors)
}

/** The key of a taint, or a condition. */
export function validateKey(key: string, field: string, errors: FieldErrors): void {
  reportEach(errors, isQualifiedName(key), field, key)
}

/** The name of an attribute or a capacity: an identifier, after a domain or not. */
// upstream: resource/validation, validateQualifiedName – names with two slashes are let through.
export function validateQualifiedName(name: string, field: string, errors: FieldErrors): void {
  const [first = '', second, ...rest] = name.split('/')
  if (rest.length > 0) return
  if (second === undefined) return validateIdentifier(first, field, errors)
  if (first === '') errors.invalid(field, '', 'the domain must not be empty')
  else validateDriverName(first, field, errors)
  if (second === '') errors.invalid(field, '', 'the name must not be empty')
  else validateIdentifier(second, field, errors)
}

/** The name of an attribute with its domain. */
// upstream: resource/validation, validateFullyQualifiedName
export function validateFullyQualifiedName(name: string, field: string, errors: FieldErrors): void {
  validateQualifiedName(name, field, errors)
  if (!name.includes('/')) {
    errors.invalid(field, name, 'a fully qualified name must be a domain and a name separated by a slash')
  }
}

function validateIdentifier(id: string, field: string, errors: FieldErrors): void {
  if (Buffer.byteLength(id) > maxIdentifier) errors.tooLong(field, maxIdentifier)
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(id)) errors.invalid(field, id, notIdentifier)
}

/** A UUID in its normal form. */
// upstream: resource/validation, validateUID
export function validateUuid(uid: string, field: string, errors: FieldErrors): void {
  const problem = uuidProblem(uid)
  if (problem !== undefined) errors.invalid(field, uid, `${notUuid}${problem}`)
  else if (uid.length !== 36 || uid !== uid.toLowerCase()) errors.invalid(field, uid, notNormalUuid)
}

// upstream: github.com/google/uuid, Validate
function uuidProblem(uid: string): string | undefined {
  const hyphened = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
  const check = (text: string, form: RegExp): string | undefined =>
    form.test(text) ? undefined : 'invalid UUID format'
  switch (Buffer.byteLength(uid)) {
    case 36:
      return check(uid, hyphened)
    case 45: {
      const prefix = uid.slice(0, 9)
      return prefix.toLowerCase() === 'urn:uuid:'
        ? check(uid.slice(9), hyphened)
        : `invalid urn prefix: ${JSON.stringify(prefix)}`
    }
    case 38:
      return uid.startsWith('{') && uid.endsWith('}')
        ? check(uid.slice(1, -1), hyphened)
        : 'invalid bracketed UUID format'
    case 32:
      return check(uid, /^[0-9a-f]{32}$/i)
    default:
      return `invalid UUID length: ${Buffer.byteLength(uid)}`
  }
}
