import { compareBooleans, compareBytes, compareNumbers, compareStrings } from '../../values/ordering.ts'
import { CelDouble, CelUint } from '../../values/numbers.ts'
import { CelDuration, CelTimestamp } from '../../values/time.ts'
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
  uintType,
} from '../../values/type.ts'
import type { CelType, CelValue } from '../../values/value.ts'

/** A type with the name that ids of overloads have it under. */
export interface NamedType {
  readonly name: string
  readonly type: CelType
}

/** The types whose values have an order, named as cel-go names types. */
export const comparableTypes: readonly NamedType[] = [
  intType,
  uintType,
  doubleType,
  boolType,
  durationType,
  timestampType,
  stringType,
  bytesType,
].map((type) => ({ name: type.name, type }))

/** -1, 0 or 1 for values of one type; undefined where its values have no order. */
export function compareComparable(a: CelValue, b: CelValue): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return compareBooleans(a, b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b)
  const left = numberOf(a)
  const right = numberOf(b)
  return left === undefined || right === undefined ? undefined : compareNumbers(left, right)
}

function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof CelDouble || value instanceof CelUint) return value.value
  return value instanceof CelDuration || value instanceof CelTimestamp ? value.nanos : undefined
}
