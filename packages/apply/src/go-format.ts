import { isObject } from './json-object.ts'

/** A JSON value as messages print it: `map[a:1 b:[x y]]`, keys sorted, text bare, null `<nil>`. */
export function formatGo(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(formatGo).join(' ')}]`
  if (isObject(value)) {
    const keys = Object.keys(value).sort(compareBytes)
    return `map[${keys.map((key) => `${key}:${formatGo(value[key])}`).join(' ')}]`
  }
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

/** The name of a JSON value's type as messages print it. */
export function formatGoType(value: unknown): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (Array.isArray(value)) return '[]interface {}'
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int64'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    default:
      return 'map[string]interface {}'
  }
}

const surrogate = /[\ud800-\udfff]/

/** Orders text as its UTF-8 bytes, which differs from JavaScript's order for characters outside the base plane. */
export function compareBytes(left: string, right: string): number {
  if (left === right) return 0
  if (!surrogate.test(left) && !surrogate.test(right)) return left < right ? -1 : 1
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a === b) continue
    // Halves of surrogate pairs stand for characters above U+FFFF: after everything else.
    const aHigh = a >= 0xd800 && a <= 0xdfff
    const bHigh = b >= 0xd800 && b <= 0xdfff
    if (aHigh !== bHigh) return aHigh ? 1 : -1
    return a - b
  }
  return left.length - right.length
}

function formatNumber(value: number): string {
  if (Number.isInteger(value)) return String(value)
  // A two-digit exponent, as the `%v` of a float prints it.
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}
