import { isDns1035Label, isDns1123Label, isDns1123Subdomain, isLabelValue, isQualifiedName } from '@pinnace/meta'
import { uriError } from './parse-url.ts'

/** A format that strings can be held to. */
export interface NamedFormat {
  readonly name: string
  /** The length of the longest pattern that is matched, for the costs. */
  readonly patternLength: number
  /** What is wrong with a string. */
  validate(text: string): readonly string[]
}

/** The formats by the name that expressions use. */
export const namedFormats: ReadonlyMap<string, NamedFormat> = new Map<string, NamedFormat>([
  ['dns1123Label', { name: 'DNS1123Label', patternLength: 30, validate: isDns1123Label }],
  ['dns1123Subdomain', { name: 'DNS1123Subdomain', patternLength: 60, validate: isDns1123Subdomain }],
  ['dns1035Label', { name: 'DNS1035Label', patternLength: 30, validate: isDns1035Label }],
  ['qualifiedName', { name: 'QualifiedName', patternLength: 60, validate: isQualifiedName }],
  ['dns1123LabelPrefix', { name: 'DNS1123LabelPrefix', patternLength: 30, validate: prefix(isDns1123Label) }],
  [
    'dns1123SubdomainPrefix',
    { name: 'DNS1123SubdomainPrefix', patternLength: 60, validate: prefix(isDns1123Subdomain) },
  ],
  ['dns1035LabelPrefix', { name: 'DNS1035LabelPrefix', patternLength: 30, validate: prefix(isDns1035Label) }],
  ['labelValue', { name: 'LabelValue', patternLength: 40, validate: isLabelValue }],
  ['uri', { name: 'URI', patternLength: 301, validate: uriMessages }],
  ['uuid', { name: 'uuid', patternLength: 70, validate: match(isUuid, 'does not match the UUID format') }],
  ['byte', { name: 'byte', patternLength: 84, validate: match(isBase64, 'invalid base64') }],
  ['date', { name: 'date', patternLength: 71, validate: match(isDate, 'invalid date') }],
  ['datetime', { name: 'datetime', patternLength: 71, validate: match(isDateTime, 'invalid datetime') }],
])

type Validate = NamedFormat['validate']

/** A dash at the end of a prefix stands for what follows it. */
function prefix(validate: Validate): Validate {
  return (text) => validate(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text)
}

function match(holds: (text: string) => boolean, message: string): Validate {
  return (text) => (holds(text) ? [] : [message])
}

function uriMessages(text: string): readonly string[] {
  const error = uriError(text)
  return error === undefined ? [] : [error]
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text)
}

function isBase64(text: string): boolean {
  return text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (found === null) return false
  const [, year = 0, month = 0, day = 0] = found.map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t')
  const found = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/.exec(time)
  if (found === null || !isDate(date)) return false
  const [, hour = '', minute = '', second = ''] = found
  return hour <= '23' && minute <= '59' && second <= '59'
}
