import { dash, digit, isAt, lower, matchesPattern, underscore, type NamePattern } from '../text/characters.ts'
import { emptyMessage, formMessage, good, isTooLong, lengthMessage, messages } from './name-messages.ts'

// upstream: apimachinery/pkg/util/validation/validation.go – rules and messages of all functions.

const maxLabel = 63
const maxSubdomain = 253
const edge = lower | digit
const inner = edge | dash
const dns1123Pattern: NamePattern = { first: edge, last: edge, inner }
const dns1035Pattern: NamePattern = { first: lower, last: edge, inner }
const underscorePattern: NamePattern = { first: edge, last: edge, inner: inner | underscore }

const labelForm = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomainForm = `${labelForm}(\\.${labelForm})*`
const underscoredForm = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'

const labelMessage = formMessage(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  labelForm,
  'my-name',
  '123-abc',
)
const subdomainMessage = formMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomainForm,
  'example.com',
)
const underscoredMessage = formMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  `${underscoredForm}(\\.${underscoredForm})*`,
  'example.com',
)
const letterLabelMessage = formMessage(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  'my-name',
  'abc-123',
)
const wildcardMessage = formMessage(
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  `\\*\\.${subdomainForm}`,
  '*.example.com',
)

/** Validates a DNS label of RFC 1123, such as the name of a namespace. Returns messages; empty if valid. */
export function isDns1123Label(value: string): readonly string[] {
  const isLong = isTooLong(value, maxLabel)
  const isForm = isLabel(value, 0, value.length)
  if (!isLong && isForm) return good
  return messages(isLong, maxLabel, isForm, isSubdomain(value, 0) ? 'must not contain dots' : labelMessage)
}

/** Validates a DNS subdomain of RFC 1123, which most names are. */
export function isDns1123Subdomain(value: string): readonly string[] {
  return messages(isTooLong(value, maxSubdomain), maxSubdomain, isSubdomain(value, 0), subdomainMessage)
}

/** Validates the subdomain before the slash of a label key: a DNS subdomain, whose length messages count in bytes. */
// upstream: apimachinery/pkg/api/validate/content/dns.go, IsDNS1123Subdomain
export function isPrefixOfKey(value: string): readonly string[] {
  const isForm = isSubdomain(value, 0)
  if (!isTooLong(value, maxSubdomain)) return isForm ? good : [subdomainMessage]
  return [lengthMessage(maxSubdomain, 'bytes'), ...(isForm ? [] : [subdomainMessage])]
}

/** Validates a DNS subdomain that may have underscores. */
export function isDns1123SubdomainWithUnderscore(value: string): readonly string[] {
  const isForm = everyLabel(value, 0, (start, end) =>
    matchesPattern(value, isAt(value, start, underscore) ? start + 1 : start, end, underscorePattern),
  )
  return messages(isTooLong(value, maxSubdomain), maxSubdomain, isForm, underscoredMessage)
}

/** Validates a DNS label of RFC 1035, such as the name of a service: it starts with a letter. */
export function isDns1035Label(value: string): readonly string[] {
  const isForm = matchesPattern(value, 0, value.length, dns1035Pattern)
  return messages(isTooLong(value, maxLabel), maxLabel, isForm, letterLabelMessage)
}

/** Validates `*.` and a subdomain. */
export function isWildcardDns1123Subdomain(value: string): readonly string[] {
  const isForm = value.startsWith('*.') && isSubdomain(value, 2)
  return messages(isTooLong(value, maxSubdomain), maxSubdomain, isForm, wildcardMessage)
}

/** Validates a domain of three segments or more. */
export function isFullyQualifiedName(value: string): readonly string[] {
  if (value === '') return [emptyMessage]
  const wrong = isDns1123Subdomain(value)
  if (wrong.length > 0) return [wrong.join(',')]
  if (value.split('.').length < 3) return ['should be a domain with at least three segments separated by dots']
  return good
}

/** Validates a domain of two segments or more, with an optional dot at the end. */
export function isFullyQualifiedDomainName(value: string): readonly string[] {
  if (value === '') return [emptyMessage]
  const name = value.endsWith('.') ? value.slice(0, -1) : value
  const wrong = isDns1123Subdomain(name)
  if (wrong.length > 0) return [wrong.join(',')]
  const labels = name.split('.')
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots']
  const long = labels.some((label) => label.length > maxLabel)
  return long ? [lengthMessage(maxLabel)] : good
}

function isLabel(value: string, start: number, end: number): boolean {
  return matchesPattern(value, start, end, dns1123Pattern)
}

function isSubdomain(value: string, start: number): boolean {
  return everyLabel(value, start, (from, to) => isLabel(value, from, to))
}

function everyLabel(value: string, start: number, isGood: (start: number, end: number) => boolean): boolean {
  let from = start
  for (;;) {
    const point = value.indexOf('.', from)
    const to = point < 0 ? value.length : point
    if (!isGood(from, to)) return false
    if (point < 0) return true
    from = point + 1
  }
}
