import { formatJson, parseJson, quote } from '@pinnace/meta'

import { compareBytes, formatGo } from './go-format.ts'

/**
 * One step of a path, as FieldsV1 writes it: `f:name` a field or key, `k:{"name":"a"}` the list item with these keys,
 * `v:"a"` the set item of this value, `i:0` the item at an index.
 */
export type PathElement = string

/** Steps from the object down. */
export type FieldPath = readonly PathElement[]

/** The step to a field or a map key. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`
}

/** The step to an item of a set. */
export function valueElement(value: unknown): PathElement {
  return `v:${formatKeyValue(value)}`
}

/** The step to the item with these keys, given as `[name, value]` sorted by name. */
export function keyElement(keys: readonly (readonly [name: string, value: unknown])[]): PathElement {
  let text = 'k:{'
  let separator = ''
  for (const [name, value] of keys) {
    text += `${separator}${JSON.stringify(name)}:${formatKeyValue(value)}`
    separator = ','
  }
  return `${text}}`
}

/** JSON with integers beyond 2^53 as bigints. */
function parseExact(text: string): unknown {
  return /\d{16}/.test(text) ? parseJson(text).value : (JSON.parse(text) as unknown)
}

/** Text that JSON writes as it is. */
const plain = /^[ !#-%'-;=?-[\]-~]*$/
const needsEscape = /[<>&\b\f\u2028\u2029]/

/**
 * A value as JSON with the escapes of Go's encoder: `<`, `>`, `&` and the line separators of U+2028. It is a scalar, unless
 * the object is invalid: fields are tracked before an object is validated.
 */
function formatKeyValue(value: unknown): string {
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`
  if (typeof value === 'bigint' || typeof value === 'number') return String(value)
  const text = formatJson(value)
  return typeof value !== 'string' || needsEscape.test(value) ? text.replace(/[<>&\u2028\u2029]|\\[bf]/g, escape) : text
}

function escape(found: string): string {
  const code = found === '\\b' ? 8 : found === '\\f' ? 12 : found.charCodeAt(0)
  return `\\u${code.toString(16).padStart(4, '0')}`
}

/** What a step says, read back. */
export type ParsedElement =
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'keys'; readonly keys: readonly (readonly [name: string, value: unknown])[] }
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'index'; readonly index: number }

/** Parses a step; undefined if its type is unknown. @throws SyntaxError when it is malformed. */
// upstream: structured-merge-diff fieldpath/serialize-pe.go, DeserializePathElement
export function parseElement(element: PathElement): ParsedElement | undefined {
  if (element.length < 2) throw new SyntaxError('key must be 2 characters long:')
  if (element[1] !== ':') throw new SyntaxError(`missing colon: ${element}`)
  const rest = element.slice(2)
  switch (element[0]) {
    case 'f':
      return { type: 'field', name: rest }
    case 'v':
      return { type: 'value', value: parseExact(rest) }
    case 'k': {
      const keys = parseExact(rest)
      if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) throw new SyntaxError('not an object')
      return { type: 'keys', keys: Object.entries(keys).sort(([left], [right]) => compareBytes(left, right)) }
    }
    case 'i': {
      if (!/^[+-]?\d{1,15}$/.test(rest)) throw new SyntaxError(`strconv.Atoi: parsing ${quote(rest)}: invalid syntax`)
      return { type: 'index', index: Number(rest) }
    }
    default:
      return undefined
  }
}

const plainElement =
  /^(?:k:\{"[A-Za-z]+":(?:"[ !#-%'-;=?-[\]-~]*"|0|[1-9]\d{0,14})\}|v:(?:"[ !#-%'-;=?-[\]-~]*"|0|[1-9]\d{0,14}))$/

/** True for a step in the one form in which steps are compared. */
export function isCanonicalElement(element: PathElement): boolean {
  if (element.startsWith('f:') || plainElement.test(element)) return true
  try {
    const parsed = parseElement(element)
    return parsed !== undefined && formatElement(parsed) === element
  } catch {
    return false
  }
}

/** A step written in the one form in which steps are compared. */
export function formatElement(parsed: ParsedElement): PathElement {
  switch (parsed.type) {
    case 'field':
      return fieldElement(parsed.name)
    case 'value':
      return valueElement(parsed.value)
    case 'keys':
      return keyElement(parsed.keys)
    case 'index':
      return `i:${parsed.index}`
  }
}

/** The order of steps: fields, keys, values, indexes; within each by what they say. */
// upstream: structured-merge-diff fieldpath/element.go, PathElement.Compare
export function compareElements(left: PathElement, right: PathElement): number {
  if (left.charCodeAt(0) === 0x66 && right.charCodeAt(0) === 0x66) return compareBytes(left, right)
  const leftRank = elementRank(left)
  const rightRank = elementRank(right)
  if (leftRank !== rightRank) return leftRank - rightRank
  const name = singleTextKey(left)
  // The usual item: one key whose value is plain text.
  if (name !== 0 && name === singleTextKey(right) && left.startsWith(right.slice(0, name))) {
    return compareBytes(left.slice(name, -2), right.slice(name, -2))
  }
  if (plainText.test(left) && plainText.test(right)) return compareBytes(left.slice(3, -1), right.slice(3, -1))
  return compareParsed(parseElement(left), parseElement(right))
}

/** An item of a set that is plain text. */
const plainText = /^v:"[ !#-[\]-~]*"$/

/** As {@link compareElements}, of steps that have been parsed. */
export function compareParsed(one: ParsedElement | undefined, other: ParsedElement | undefined): number {
  if (one?.type !== other?.type) return rankOf(one) - rankOf(other)
  if (one?.type === 'field' && other?.type === 'field') return compareBytes(one.name, other.name)
  if (one?.type === 'keys' && other?.type === 'keys') return compareKeys(one.keys, other.keys)
  if (one?.type === 'value' && other?.type === 'value') return compareValues(one.value, other.value)
  if (one?.type === 'index' && other?.type === 'index') return one.index - other.index
  return 0
}

/** Where the value of `k:{"name":"value"}` starts, when that is all and nothing is escaped; else 0. */
function singleTextKey(element: PathElement): number {
  const match = /^k:\{"[A-Za-z]+":"(?=[^"\\]*"\}$)/.exec(element)
  return match === null ? 0 : match[0].length
}

const ranks = 'fkvi'
const types: readonly (ParsedElement['type'] | undefined)[] = ['field', 'keys', 'value', 'index']

function rankOf(parsed: ParsedElement | undefined): number {
  return types.indexOf(parsed?.type)
}

function elementRank(element: PathElement): number {
  return ranks.indexOf(element.charAt(0))
}

type Keys = readonly (readonly [name: string, value: unknown])[]

function compareKeys(left: Keys, right: Keys): number {
  let index = 0
  for (const [name, value] of left) {
    const other = right[index++]
    if (other === undefined) break
    const byName = compareBytes(name, other[0])
    if (byName !== 0) return byName
    const byValue = compareValues(value, other[1])
    if (byValue !== 0) return byValue
  }
  return left.length - right.length
}

// upstream: structured-merge-diff value/value.go, Compare – numbers, text, booleans, lists, maps, null.
function compareValues(left: unknown, right: unknown): number {
  const leftRank = valueRank(left)
  const rightRank = valueRank(right)
  if (leftRank !== rightRank) return leftRank - rightRank
  if (typeof left === 'string') return compareBytes(left, right as string)
  if (leftRank === 0) return (left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0
  return leftRank === 2 ? Number(left) - Number(right) : compareBytes(formatGo(left), formatGo(right))
}

function valueRank(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  if (value === null) return 5
  return Array.isArray(value) ? 3 : 4
}

/** A path as messages print it: `.spec.containers[name="a"].image`. */
// upstream: structured-merge-diff fieldpath/element.go, PathElement.String
export function formatPath(path: FieldPath): string {
  return path.map(formatStep).join('')
}

/** One step as messages print it. */
export function formatStep(element: PathElement): string {
  const parsed = parseElement(element)
  switch (parsed?.type) {
    case 'field':
      return `.${parsed.name}`
    case 'keys':
      return `[${parsed.keys.map(([name, value]) => `${name}=${printValue(value)}`).join(',')}]`
    case 'value':
      return `[=${printValue(parsed.value)}]`
    case 'index':
      return `[${parsed.index}]`
    case undefined:
      return '{{invalid path element}}'
  }
}

function printValue(value: unknown): string {
  return typeof value === 'string' ? quote(value) : value === null ? 'null' : formatGo(value)
}
