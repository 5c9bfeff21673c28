import { isEqualJson } from '@pinnace/meta'
import { formatText } from './format-text.ts'
import type { TemplateFunction } from './run-template.ts'
import { describe, fieldOf, isTruthy, textOf } from './template-values.ts'
import { listFunctions } from './list-functions.ts'
import { textFunctions } from './text-functions.ts'

/** The functions of templates: those of Go templates, and a part of those that sprig adds. */
export const templateFunctions: Readonly<Record<string, TemplateFunction>> = {
  ...textFunctions,
  ...listFunctions,
  and: (...values) => values.find((value) => !isTruthy(value)) ?? values.at(-1),
  or: (...values) => values.find(isTruthy) ?? values.at(-1),
  not: (value) => !isTruthy(value),
  eq: (first, ...others) => others.some((other) => isSame(first, other)),
  ne: (left, right) => !isSame(left, right),
  lt: (left, right) => compare(left, right) < 0,
  le: (left, right) => compare(left, right) <= 0,
  gt: (left, right) => compare(left, right) > 0,
  ge: (left, right) => compare(left, right) >= 0,
  index: (value, ...keys) => keys.reduce<unknown>(memberOf, value),
  len: (value) => lengthOf(value),
  print: (...values) => values.map(textOf).join(values.every((value) => typeof value === 'string') ? '' : ' '),
  printf: (format, ...values) => formatText(format, values),
  default: (standard, value) => (isTruthy(value) ? value : standard),
  empty: (value) => !isTruthy(value),
  coalesce: (...values) => values.find(isTruthy),
  ternary: (yes, no, condition) => (condition === true ? yes : no),
  toString: (value: unknown) => textOf(value),
  int: integer,
  int64: integer,
  add: (...values) => values.reduce<number>((sum, value) => sum + integer(value), 0),
  add1: (value) => integer(value) + 1,
  sub: (left, right) => integer(left) - integer(right),
  mul: (...values) => values.reduce<number>((product, value) => product * integer(value), 1),
  div: (left, right) => Math.trunc(integer(left) / divisor(right)),
  mod: (left, right) => integer(left) % divisor(right),
  max: (...values) => Math.max(...values.map(integer)),
  min: (...values) => Math.min(...values.map(integer)),
}

/** Whether `eq` holds: no value equals no value only; values of two types cannot be compared. */
function isSame(left: unknown, right: unknown): boolean {
  const a = left ?? null
  const b = right ?? null
  if (a === null || b === null) return a === b
  if (typeof a !== typeof b) throw new TypeError(`${describe(a)} and ${describe(b)} cannot be compared`)
  return isEqualJson(a, b)
}

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  throw new TypeError(`${describe(left)} and ${describe(right)} cannot be compared`)
}

function memberOf(value: unknown, key: unknown): unknown {
  if (typeof key === 'string') return fieldOf(value, key)
  if (!Array.isArray(value) || typeof key !== 'number') {
    throw new TypeError(`${describe(value)} has no item ${describe(key)}`)
  }
  if (key < 0 || key >= value.length) throw new TypeError(`item ${key} is out of range`)
  return value[key]
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  if (typeof value === 'object' && value !== null) return Object.keys(value).length
  throw new TypeError(`${describe(value)} has no length`)
}

/** The whole number that a value is or begins with; 0 for anything else. */
// upstream: sprig, toInt64
function integer(value: unknown): number {
  const number = typeof value === 'boolean' ? Number(value) : Number.parseInt(String(value), 10)
  return Number.isSafeInteger(number) ? number : 0
}

function divisor(value: unknown): number {
  const number = integer(value)
  if (number === 0) throw new TypeError('integer divide by zero')
  return number
}
