import {
  areAll,
  dash,
  digit,
  dot,
  isAt,
  lower,
  matchesPattern,
  underscore,
  upper,
  type NamePattern,
} from '../text/characters.ts'
import { isDns1123Subdomain, isPrefixOfKey } from './dns-names.ts'
import {
  directoryMessages,
  emptyMessage,
  formMessage,
  good,
  isTooLong,
  lengthMessage,
  messages,
} from './name-messages.ts'

// upstream: apimachinery/pkg/util/validation/validation.go – rules and messages of all functions, unless another
// source is named.

const maxName = 63
const maxKey = 253
const alphanumeric = lower | upper | digit
const named = alphanumeric | dash | dot | underscore
const namePattern: NamePattern = { first: alphanumeric, last: alphanumeric, inner: named }

const qualifiedForm = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const qualifiedMessage = formMessage(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  qualifiedForm,
  'MyName',
  'my.name',
  '123-abc',
)
const labelValueMessage = formMessage(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${qualifiedForm})?`,
  'MyValue',
  'my_value',
  '12345',
)
const variableMessage = formMessage(
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  '[-._a-zA-Z][-._a-zA-Z0-9]*',
  'my.env-name',
  'MY_ENV.NAME',
  'MyEnvName1',
)
const relaxedVariableMessage =
  "a valid environment variable name must consist only of printable ASCII characters other than '='"
const keyMessage = formMessage(
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  '[-._a-zA-Z0-9]+',
  'key.name',
  'KEY_NAME',
  'key-name',
)
const percentMessage = formMessage(
  "a valid percent string must be a numeric string followed by an ending '%'",
  '[0-9]+%',
  '1%',
  '93%',
)
const headerMessage = formMessage(
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  '[-A-Za-z0-9]+',
  'X-Header-Name',
)
const httpPathMessage = formMessage('Invalid path', "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+")

/** Validates a key of labels or annotations: a name, optionally after a subdomain and a slash. Empty if valid. */
export function isQualifiedName(value: string): readonly string[] {
  const slash = value.indexOf('/')
  if (slash >= 0 && value.includes('/', slash + 1)) {
    return [
      `a valid label key ${qualifiedMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const start = slash + 1
  const isNameGood = matchesPattern(value, start, value.length, namePattern)
  const isPrefixGood = slash < 0 || (slash > 0 && isPrefixOfKey(value.slice(0, slash)).length === 0)
  // A valid name is ASCII: its length is its number of bytes.
  if (isNameGood && isPrefixGood && value.length - start <= maxName) return good

  const list: string[] = []
  if (slash === 0) list.push(`prefix part ${emptyMessage}`)
  else if (!isPrefixGood) {
    for (const message of isPrefixOfKey(value.slice(0, slash))) list.push(`prefix part ${message}`)
  }
  if (start === value.length) list.push(`name part ${emptyMessage}`)
  else if (isTooLong(value.slice(start), maxName)) list.push(`name part ${lengthMessage(maxName, 'bytes')}`)
  if (!isNameGood) list.push(`name part ${qualifiedMessage}`)
  return list
}

/** Validates the value of a label; an empty value is valid. */
export function isLabelValue(value: string): readonly string[] {
  const isForm = value === '' || matchesPattern(value, 0, value.length, namePattern)
  if (isForm && value.length <= maxName) return good
  return joined(
    isTooLong(value, maxName) ? [lengthMessage(maxName, 'bytes')] : good,
    isForm ? good : [labelValueMessage],
  )
}

/** Validates a key of a ConfigMap or Secret. */
export function isConfigMapKey(value: string): readonly string[] {
  const isForm = value !== '' && areAll(value, 0, value.length, named)
  return joined(messages(isTooLong(value, maxKey), maxKey, isForm, keyMessage), directoryMessages(value))
}

/** Validates the name of an environment variable, by the strict rule. */
export function isEnvVarName(value: string): readonly string[] {
  const isForm = value !== '' && !isAt(value, 0, digit) && areAll(value, 0, value.length, named)
  return joined(isForm ? good : [variableMessage], directoryMessages(value))
}

/** Validates the name of an environment variable, by the relaxed rule: printable ASCII without `=`. */
export function isRelaxedEnvVarName(value: string): readonly string[] {
  if (value === '') return [`environment variable name ${emptyMessage}`]
  return /^[ -<>-~]+$/.test(value) ? good : [relaxedVariableMessage]
}

/** Validates the name of a port. */
export function isPortName(value: string): readonly string[] {
  const list: string[] = []
  if (isTooLong(value, 15)) list.push(lengthMessage(15))
  if (value === '' || !areAll(value, 0, value.length, lower | digit | dash)) {
    list.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(value)) list.push('must contain at least one letter (a-z)')
  if (value.includes('--')) list.push('must not contain consecutive hyphens')
  if (value.startsWith('-') || value.endsWith('-')) list.push('must not begin or end with a hyphen')
  return list.length === 0 ? good : list
}

/** Validates the number of a port. */
export function isPortNumber(value: number): readonly string[] {
  return Number.isInteger(value) && value >= 1 && value <= 65_535 ? good : ['must be between 1 and 65535, inclusive']
}

/** Validates a percentage such as `25%`. */
export function isPercent(value: string): readonly string[] {
  const end = value.length - 1
  return end > 0 && value[end] === '%' && areAll(value, 0, end, digit) ? good : [percentMessage]
}

/** Validates the name of an HTTP header. */
export function isHttpHeaderName(value: string): readonly string[] {
  return value !== '' && areAll(value, 0, value.length, alphanumeric | dash) ? good : [headerMessage]
}

/** Validates a domain, a slash and a path, such as `acme.io/foo`. */
export function isDomainPrefixedPath(value: string): readonly string[] {
  if (value === '') return [emptyMessage]
  const slash = value.indexOf('/')
  if (slash <= 0 || slash === value.length - 1) {
    return ['must be a domain-prefixed path (such as "acme.io/foo")']
  }
  const isPath = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(value.slice(slash + 1))
  return joined(isDns1123Subdomain(value.slice(0, slash)), isPath ? good : [httpPathMessage])
}

/** Validates a name that must be a path segment of a URL. */
// upstream: apimachinery/pkg/api/validation/path/name.go, IsValidPathSegmentName
export function isPathSegmentName(value: string): readonly string[] {
  if (value === '.' || value === '..') return [`may not be '${value}'`]
  return joined(
    value.includes('/') ? ["may not contain '/'"] : good,
    value.includes('%') ? ["may not contain '%'"] : good,
  )
}

function joined(first: readonly string[], second: readonly string[]): readonly string[] {
  return first.length === 0 ? second : second.length === 0 ? first : [...first, ...second]
}
