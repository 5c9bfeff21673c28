import { JSON_SCHEMA as jsonSchema, load } from 'js-yaml'
import { addressOf } from '../cases/address-of.ts'
import type { Answer } from './answer.ts'
import { readFields, type Field } from './wire-fields.ts'

/** An answer without what two servers may differ in. */
export interface Normalized {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  /** JSON, the events of a watch, or text. */
  readonly body: unknown
  /** How JSON is laid out. */
  readonly layout?: string
}

/** What is known of the exchange. */
export interface NormalizeContext {
  /** Addresses and ports that the request names are not random. */
  readonly request: string
  /** The prefix of this run; names are those of every run. */
  readonly prefix: string
  /** Milliseconds since 1970: times two days before or after are times of this run. */
  readonly now: number
  /** The port of the server. */
  readonly port?: number
  /** What stood for the names in braces of the request: `{{webhook}}`. */
  readonly words?: Readonly<Record<string, string>>
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const time = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| [+-]\d{4} UTC( m=[+-][\d.]+)?)/g
// 10.9.0.0/24 is the range of the sample of ServiceCIDR, which kube-apiserver begins to use.
const serviceAddress = /\b10\.(9\.0|(9[6-9]|10\d|11[01])\.\d{1,3})\.\d{1,3}\b/g
const generated = /\b(gen|kube-api-access)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g
// The type of the values of a rule has a number of its own in every request.
const ruleType = /\bselfType\d+\b/g
// Both servers advertise an address of documentation.
const identity = /\bapiserver-[a-z2-7]{26}(?![a-z2-7])/g
const host = /\b(127\.0\.0\.1|localhost|192\.0\.2\.1):\d{4,5}\b/g
const uptime = /^(Started|Up)\W* (?=\w).+$/gm
// kube-apiserver chooses the delimiter of each answer by chance.
const statusLine = /^(Go version|Binary version|Emulation version|Paths)\W* (?=[\w/])/gm
const token = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const pointer = /\b0xc[0-9a-f]{7,11}\b/g
const documentHash = /\?hash=[0-9A-F]{128}\b/g
const pem = /-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n?/g
const versionInWords =
  /\b((?:resource ?version|revision|current)[:=] ?"?|resourceversion in record \(|resourceversion in object meta: )\d{1,12}\b/gi
const day = 86_400_000

/** Headers whose text is compared; of others only that they are there. */
const comparedHeaders = new Set(
  'content-type warning cache-control vary retry-after x-content-type-options allow location www-authenticate connection'.split(
    ' ',
  ),
)
/** Headers of the connection, of no meaning for a client. */
const ignoredHeaders = new Set(['date', 'content-length', 'transfer-encoding', 'keep-alive', 'connection'])

/** The answer without uids, times of this run, versions, random addresses and names, hosts and tokens. */
export function normalize(answer: Answer, context: NormalizeContext): Normalized {
  const text = (value: string): string => normalizeText(value, context)
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of answer.headers) {
    if (ignoredHeaders.has(name)) continue
    if (name === 'warning') headers[name] = [...(headers[name] ?? []), text(value)]
    else if (!comparedHeaders.has(name)) headers[name] = 'present'
    // A header may be repeated, or hold a list.
    else headers[name] = [headers[name] ?? [], text(value)].flat().join(', ')
  }
  const type = String(headers['content-type'] ?? '')
  // Binary bodies of any other type are compared by their media type only.
  if (type.includes('cbor')) return { status: answer.status, headers, body: '(binary)' }
  if (type.includes('protobuf'))
    return { status: answer.status, headers, body: readMessage(answer.text, context, text) }
  const parsed = type.startsWith('application/yaml') ? parseYaml(answer.text) : parse(answer.text)
  if (parsed === undefined) return { status: answer.status, headers, body: text(answer.text) }
  const { value, layout } = parsed
  return { status: answer.status, headers, body: normalizeValue(value, context, text), layout }
}

function parseYaml(text: string): { value: unknown; layout: string } | undefined {
  try {
    return { value: load(text, { schema: jsonSchema }), layout: 'yaml' }
  } catch {
    return undefined
  }
}

function parse(text: string): { value: unknown; layout: string } | undefined {
  if (!/^[[{"]/.test(text)) return undefined
  const layout = `${/^[[{]\n/.test(text) ? 'indented' : 'compact'}${text.endsWith('\n') ? ', newline' : ''}`
  try {
    const value: unknown = JSON.parse(text)
    return isEvent(value) ? { value: { events: [value] }, layout: 'events' } : { value, layout }
  } catch {
    // A watch: a JSON document a line.
  }
  try {
    const lines = text.split('\n').filter((line) => line !== '')
    return {
      value: { events: withoutBookmarks(lines.map((line) => JSON.parse(line) as WatchEvent)) },
      layout: 'events',
    }
  } catch {
    return undefined
  }
}

interface WatchEvent {
  readonly type: string
  readonly object?: { readonly metadata?: { readonly annotations?: unknown } }
}

/** How many bookmarks come and when is a matter of time: one of them is kept, at the end. */
function withoutBookmarks(events: readonly WatchEvent[]): WatchEvent[] {
  const isPeriodic = ({ type, object }: WatchEvent): boolean =>
    type === 'BOOKMARK' && object?.metadata?.annotations === undefined
  const [one] = events.filter(isPeriodic)
  return [...events.filter((event) => !isPeriodic(event)), ...(one === undefined ? [] : [one])]
}

function isEvent(value: unknown): boolean {
  const { type, object } = value as { type?: unknown; object?: unknown }
  return typeof type === 'string' && /^[A-Z]+$/.test(type) && typeof object === 'object'
}

function normalizeText(full: string, { request, prefix, now, words = {} }: NormalizeContext): string {
  const isAsked = (text: string): boolean => request.includes(text)
  const value = Object.entries(words).reduce((text, [name, word]) => text.replaceAll(word, `<${name}>`), full)
  return value
    .replaceAll(prefix, 'px')
    .replaceAll(addressOf(prefix), addressOf('px'))
    .replace(uuid, (found) => (isAsked(found) ? found : '<uid>'))
    .replace(time, (found, fraction?: string) => {
      const millis = Date.parse(found.replace(/ \+0000 UTC.*/, 'Z').replace(' ', 'T'))
      if (isAsked(found) || !(Math.abs(millis - now) < 2 * day)) return found
      return fraction === undefined ? '<time>' : '<precise time>'
    })
    .replace(serviceAddress, (found) => (isAsked(found) || found === '10.96.0.1' ? found : '<address>'))
    .replace(generated, '$1-<random>')
    .replace(ruleType, 'selfType')
    .replace(identity, 'apiserver-<identity>')
    .replace(host, '<host>')
    .replace(uptime, '$1: <time>')
    .replace(statusLine, '$1: ')
    .replace(token, '<token>')
    .replace(pointer, '<pointer>')
    .replace(pem, '<pem>')
    .replace(documentHash, '?hash=<hash>')
    .replace(versionInWords, '$1<version>')
}

function normalizeValue(root: unknown, context: NormalizeContext, text: (value: string) => string): unknown {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return member(key, value, context) ?? text(value)
    if (typeof value === 'number') {
      if (value === context.port && /port$/i.test(key)) return '<port of the server>'
      return isRandomPort(key, value, context) ? '<port>' : value
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items = value.map((item) => walk(item, key))
      return key === 'managedFields' ? sorted(items) : items
    }
    const entries = Object.entries(value).map(([name, child]) => [text(name), walk(child, name)])
    return agesHidden(Object.fromEntries(entries))
  }
  return walk(root, '')
}

/** Members that are another text on every server. */
function member(key: string, value: string, { request }: NormalizeContext): string | undefined {
  // Digits elsewhere in the request, such as seconds, are no version that it names.
  const isCounter = /^[1-9]\d*$/.test(value) && !namesVersion(request, value)
  if (key === 'resourceVersion') return isCounter ? '<version>' : undefined
  if (key === 'continue') return value === '' ? undefined : '<continue>'
  if (key === 'kid' || (key === 'n' && value.length > 300)) return `<${key} of a key>`
  if (key === 'hash' || key === 'auditID') return value === '' ? undefined : `<${key}>`
  return undefined
}

/** True if the request contains the version: as a member, a parameter, or the value of an operation. */
function namesVersion(request: string, version: string): boolean {
  const named = request.matchAll(/resourceVersion\W{1,6}(?:value\W{1,6})?(\d+)\b/g)
  return Array.from(named, ([, digits]) => digits).includes(version)
}

function isRandomPort(key: string, value: number, { request }: NormalizeContext): boolean {
  if (key !== 'nodePort' && key !== 'healthCheckNodePort') return false
  return value >= 30_000 && value <= 32_767 && !request.includes(String(value))
}

/** Entries of managedFields are ordered by times, which differ. */
function sorted(items: readonly unknown[]): unknown[] {
  const keyOf = (item: unknown): string => {
    const { manager, operation, apiVersion, subresource } = item as Record<string, unknown>
    return JSON.stringify([operation, manager, apiVersion, subresource])
  }
  return [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
}

const ageColumns = /^(Age|Last Seen|First Seen|Last Schedule|Duration)$/i

/** Ages in the rows of a table. */
function agesHidden(object: Record<string, unknown>): Record<string, unknown> {
  const { kind, rows, columnDefinitions } = object
  if (kind !== 'Table' || !Array.isArray(rows)) return object
  // Only the first event of a watch has columns.
  const columns = Array.isArray(columnDefinitions) ? (columnDefinitions as { name: string }[]) : undefined
  // Rows of addresses have a cell more than there are columns: their age.
  const isAge = (at: number): boolean => columns === undefined || ageColumns.test(columns[at]?.name ?? 'Age')
  const hide = (row: { cells?: unknown[] | null }): unknown => ({
    ...row,
    cells: row.cells?.map((cell, at) => (isAge(at) && /^(\d+[smhd])+$/.test(String(cell)) ? '<age>' : cell)),
  })
  return { ...object, rows: rows.map(hide) }
}

/** A body of protobuf: an object in its envelope, or the frames of a watch. */
function readMessage(body: string, { request, now }: NormalizeContext, text: (value: string) => string): unknown {
  const settle = (value: Field): unknown => {
    if (typeof value === 'number') return Math.abs(value * 1000 - now) < 2 * day ? '<time>' : value
    if (typeof value !== 'string') return sortedOwners(value.map(([number, member]) => [number, settle(member)]))
    if (value.startsWith('eyJ2IjoibWV0YS5rOHMuaW8vdjEi')) return '<continue>'
    // Versions are text of digits.
    return /^[1-9]\d{0,9}$/.test(value) && !request.split(/\W+/).includes(value) ? '<version>' : text(value)
  }
  const bytes = Buffer.from(body, 'latin1')
  const messages: unknown[] = []
  if (bytes.subarray(0, 4).equals(envelope)) messages.push(settle(readFields(bytes.subarray(4)) ?? bytes.toString()))
  else {
    for (let at = 0; at + 4 <= bytes.length;) {
      const end = at + 4 + bytes.readUInt32BE(at)
      messages.push(settle(readFields(bytes.subarray(at + 4, end)) ?? '(no message)'))
      at = end
    }
  }
  return { protobuf: messages }
}

/** The number of `managedFields` in the message of metadata: its entries are ordered by times, which differ. */
const ownersField = 17

function sortedOwners(fields: [number, unknown][]): [number, unknown][] {
  const owners = fields.filter(([number]) => number === ownersField).map((field) => JSON.stringify(field))
  const sorted = owners.sort().map((text) => JSON.parse(text) as [number, unknown])
  return fields.map((field) => (field[0] === ownersField ? (sorted.shift() ?? field) : field))
}

const envelope = Buffer.from([0x6b, 0x38, 0x73, 0])
