import { isIPv4, isIPv6 } from 'node:net'
import {
  isDns1123Label,
  isDns1123Subdomain,
  parseDuration,
  parseMicroTime,
  parseQuantity,
  parseTime,
} from '@pinnace/meta'
import { isPlainQuantity } from './decode-text.ts'

/** Whether text has a format; true for unknown formats. Linear in the length of the text. */
// upstream: kube-openapi/pkg/validation/strfmt/default.go
export function hasFormat(text: string, format: string): boolean {
  const check = formats.get(format) ?? formats.get(plainName(format))
  return check === undefined || check(text)
}

/** Whether text of custom resources is held to a format of that name. */
// upstream: apiextensions-apiserver/pkg/apiserver/validation/formats.go
export function isKnownFormat(format: string): boolean {
  return documentFormats.has(plainName(format))
}

/** Names of formats are compared without their dashes, and those of the product's own names without its word. */
function plainName(format: string): string {
  const name = format.replaceAll('-', '')
  return name.endsWith('shortname') ? 'shortname' : name.endsWith('longname') ? 'longname' : name
}

/** The name of a format as messages and documents spell it. */
export function formatName(format: string): string {
  return formatNames[format] ?? format
}

const formatNames: Readonly<Record<string, string>> = { bytes: 'byte', time: 'date-time', 'micro-time': 'date-time' }

const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(text)

const isTime = (text: string): boolean => parseTime(text) !== undefined

const isBase64 = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ['bytes', isBase64],
  ['byte', isBase64],
  ['time', isTime],
  ['date-time', isTime],
  ['micro-time', (text) => parseMicroTime(text) !== undefined],
  ['date', (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isTime(`${text}T00:00:00Z`)],
  ['duration', (text) => parseDuration(text) !== undefined],
  ['quantity', (text) => isPlainQuantity(text) || parseQuantity(text) !== undefined],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['cidr', isCidr],
  ['mac', (text) => /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(text) || /^(?:[0-9a-f]{2}-){5}[0-9a-f]{2}$/i.test(text)],
  ['uuid', isUuid],
  ['hostname', isHostname],
  ['email', isEmail],
  ['uri', isUri],
  ['datetime', isTime],
  ['uuid3', (text) => isUuid(text) && text.replaceAll('-', '')[12] === '3'],
  ['uuid4', (text) => isUuid(text) && /^.{12}4.{3}[89ab]/i.test(text.replaceAll('-', ''))],
  ['uuid5', (text) => isUuid(text) && /^.{12}5.{3}[89ab]/i.test(text.replaceAll('-', ''))],
  ['bsonobjectid', (text) => /^[0-9a-f]{24}$/i.test(text)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', (text) => /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
  ['rgbcolor', isRgbColor],
  ['password', () => true],
  ['shortname', (text) => isDns1123Label(text).length === 0],
  ['longname', (text) => isDns1123Subdomain(text).length === 0],
])

/** What schemas of custom resources may ask for, dashes left out. */
const documentFormats: ReadonlySet<string> = new Set(
  [...formats.keys()].filter((name) => !name.includes('-') && !['bytes', 'time'].includes(name)),
)

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '')
  if (!/^(?:\d{9}X|\d{10})$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < 10; index++) sum += (index + 1) * (digits[index] === 'X' ? 10 : Number(digits[index]))
  return sum % 11 === 0
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '')
  if (!/^\d{13}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < 13; index++) sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  return sum % 10 === 0
}

const cardNumber =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/

function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, '')
  if (!cardNumber.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function isRgbColor(text: string): boolean {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text)
  return parts !== null && parts.slice(1).every((part) => Number(part) <= 255)
}

function isCidr(text: string): boolean {
  const at = text.indexOf('/')
  if (at === -1) return false
  const length = text.slice(at + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(length)) return false
  const address = text.slice(0, at)
  return (isIPv4(address) && Number(length) <= 32) || (isIPv6(address) && Number(length) <= 128)
}

function isHostname(text: string): boolean {
  if (text.length > 255) return false
  return text.split('.').every((label) => label.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/i.test(label))
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && /^[^\s@<>()[\],;:\\"]+$/.test(text.slice(0, at)) && isHostname(text.slice(at + 1))
}

function isUri(text: string): boolean {
  return (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('/')) && URL.canParse(text, 'http://base')
}
