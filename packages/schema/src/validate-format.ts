import { isIPv4, isIPv6 } from 'node:net'
import { parseDuration, parseMicroTime, parseQuantity, parseTime } from '@pinnace/meta'
import { isPlainQuantity } from './decode-text.ts'

/** Whether text has a format; formats that nobody knows say nothing. Linear in the length of the text. */
// upstream: kube-openapi/pkg/validation/strfmt/default.go
export function hasFormat(text: string, format: string): boolean {
  const check = formats.get(format)
  return check === undefined || check(text)
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
])

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
