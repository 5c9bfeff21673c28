import type { Normalized } from './normalize.ts'

/** One difference between two answers. */
export interface Difference {
  /** What differs, with both values, for people. */
  readonly text: string
  /** The same without names and numbers: differences of one cause have one signature. */
  readonly signature: string
}

/** Every difference between the answer of the original and that of Pinnace; none where they are the same. */
export function compare(original: Normalized, pinnace: Normalized): readonly Difference[] {
  const found: Difference[] = []
  if (original.status !== pinnace.status) return [statusDifference(original, pinnace)]
  compareHeaders(original, pinnace, found)
  if (isStatus(original.body) && isStatus(pinnace.body)) compareStatuses(original.body, pinnace.body, found)
  else compareValues(original.body, pinnace.body, '', found)
  const layouts = [original.layout ?? 'text', pinnace.layout ?? 'text']
  if (layouts[0] !== layouts[1]) add(found, `layout: ${layouts[0]} | ${layouts[1]}`)
  return found
}

/** A Status as it is compared. */
interface StatusBody {
  readonly kind: 'Status'
  readonly reason?: string
  readonly message?: string
  readonly details?: { readonly causes?: readonly Cause[]; readonly [member: string]: unknown }
}

interface Cause {
  readonly reason?: string
  readonly field?: string
  readonly message?: string
}

function isStatus(body: unknown): body is StatusBody {
  return typeof body === 'object' && body !== null && (body as StatusBody).kind === 'Status'
}

function add(found: Difference[], text: string, signature = text): void {
  found.push({ text, signature: generalize(signature) })
}

function statusDifference(original: Normalized, pinnace: Normalized): Difference {
  const codes = `status: ${original.status} | ${pinnace.status}`
  const said = isStatus(original.body) ? original.body : isStatus(pinnace.body) ? pinnace.body : undefined
  const cause = said?.details?.causes?.[0]
  const words = cause === undefined ? (said?.message ?? '') : (cause.message ?? '')
  const full = [original, pinnace].map(({ body }) => (isStatus(body) ? body.message : '(an object)'))
  return { text: `${codes}: ${full[0]} | ${full[1]}`, signature: `${codes}: ${generalize(words).slice(0, 160)}` }
}

function compareHeaders(original: Normalized, pinnace: Normalized, found: Difference[]): void {
  const names = new Set([...Object.keys(original.headers), ...Object.keys(pinnace.headers)])
  for (const name of [...names].sort()) {
    const [left, right] = [original.headers[name], pinnace.headers[name]]
    if (JSON.stringify(left) === JSON.stringify(right)) continue
    if (name === 'warning') compareWarnings(asList(left), asList(right), found)
    else add(found, `header ${name}: ${show(left)} | ${show(right)}`)
  }
}

function compareWarnings(left: readonly string[], right: readonly string[], found: Difference[]): void {
  const missing = without(left, right)
  const extra = without(right, left)
  for (const text of missing) add(found, `warning missing: ${text}`)
  for (const text of extra) add(found, `warning extra: ${text}`)
  if (missing.length + extra.length === 0)
    add(found, `warnings in another order: ${show(left)} | ${show(right)}`, 'warnings in another order')
}

function asList(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** The items of one list that the other has not, as often as they are there. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return list.filter((item) => {
    const at = left.indexOf(item)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

function compareStatuses(original: StatusBody, pinnace: StatusBody, found: Difference[]): void {
  const before = found.length
  compareCauses(original.details?.causes, pinnace.details?.causes, found)
  const { causes: _left, ...left } = original.details ?? {}
  const { causes: _right, ...right } = pinnace.details ?? {}
  if (original.details === undefined || pinnace.details === undefined) {
    compareValues(original.details, pinnace.details, '/details', found)
  } else compareValues(left, right, '/details', found)
  const { message, details: _l, ...rest } = original
  const { message: other, details: _r, ...otherRest } = pinnace
  compareValues(rest, otherRest, '', found)
  // The message of an invalid object repeats its causes.
  if (message === other || found.length > before) return
  add(found, `message: ${message} | ${other}`)
}

function compareCauses(left: readonly Cause[] = [], right: readonly Cause[] = [], found: Difference[]): void {
  const [before, after] = [left.map(showCause), right.map(showCause)]
  const missing = without(before, after)
  const extra = without(after, before)
  // The same reason at the same field with other words is one difference.
  for (const cause of missing) {
    const at = extra.findIndex((other) => headOf(other) === headOf(cause))
    const repeated = after.includes(cause)
    if (repeated)
      add(found, `cause repeated: ${count(before, cause)} | ${count(after, cause)} times: ${cause}`, 'cause repeated')
    else if (at === -1) add(found, `cause missing: ${cause}`)
    else {
      const other = extra.splice(at, 1)[0] ?? ''
      add(found, `cause: ${cause} | ${other}`, `cause: ${tailOf(cause)} | ${tailOf(other)}`)
    }
  }
  for (const cause of extra) {
    const repeated = before.includes(cause)
    if (repeated)
      add(
        found,
        `cause repeated: ${count(before, cause)} | ${count(after, cause)} times: ${cause}`,
        'cause repeated here',
      )
    else add(found, `cause extra: ${cause}`)
  }
  if (missing.length + extra.length > 0 || before.join('\n') === after.join('\n')) return
  add(found, `causes in another order: ${before.join(' ; ')} | ${after.join(' ; ')}`, 'causes in another order')
}

function showCause({ reason = '', field = '', message = '' }: Cause): string {
  return `[${reason}] ${field} ▸ ${message}`
}

function headOf(cause: string): string {
  return cause.slice(0, cause.indexOf(' ▸ '))
}

function tailOf(cause: string): string {
  return cause.slice(cause.indexOf(' ▸ ') + 3)
}

function count(list: readonly string[], item: string): number {
  return list.filter((other) => other === item).length
}

/** Adds where two JSON values differ. */
function compareValues(left: unknown, right: unknown, path: string, found: Difference[]): void {
  if (Object.is(left, right)) return
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length)
      add(
        found,
        `${path || '/'}: ${left.length} items ${show(left)} | ${right.length} items ${show(right)}`,
        `${path}: number of items`,
      )
    else for (const [at, item] of left.entries()) compareValues(item, right[at], `${path}/${at}`, found)
    return
  }
  if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      compareValues(left[name], right[name], `${path}/${name}`, found)
    }
    return
  }
  const [a, b] = [show(left), show(right)]
  const scalars = [a, b].map((value) =>
    value.length > 60 || value.startsWith('{') || value.startsWith('[') ? (value[0] === '"' ? value : '…') : value,
  )
  add(found, `${path || '/'}: ${a} | ${b}`, `${path}: ${scalars[0]} | ${scalars[1]}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value)
}

/** Both values without what differs from request to request: quoted texts, numbers, positions, names of maps. */
function generalize(text: string): string {
  return text
    .split(' | ')
    .map((value) =>
      value
        .replace(/\{.*\}/gs, '{…}')
        .replace(/"(?:[^"\\]|\\.){3,}"/g, '"…"')
        .replace(/\[[^\]]*\]/g, (found) => (/^\[[A-Z]\w+\]$/.test(found) ? found : '[*]'))
        .replace(/\/f:[^/:]+(\/[fkv]:[^/:]+)*/g, '/f:…')
        .replace(/\/\d+\b/g, '/*')
        .replace(/\b\d+(\.\d+)?\b/g, 'N')
        .slice(0, 200),
    )
    .join(' | ')
    .slice(0, 400)
}
