import { mapKeyOf } from './map-key.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import { CelList, CelMap, CelObject, CelOpaque, CelOptional, type CelValue, CelType } from './value.ts'

/** Whether two values are equal; numbers of different types by their value, values of other types never. */
export function isEqual(a: CelValue, b: CelValue): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  const left = numberOf(a)
  if (left !== undefined) {
    const right = numberOf(b)
    return right !== undefined && isEqualNumber(left, right)
  }
  return typeof a === 'object' && typeof b === 'object' && isEqualObject(a, b)
}

/** Numbers of different representations are compared as doubles, as cel-go does. */
function isEqualNumber(a: number | bigint, b: number | bigint): boolean {
  return typeof a === typeof b ? a === b : Number(a) === Number(b)
}

/** The number that a value is, whatever its type. */
function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof CelDouble || value instanceof CelUint) return value.value
  return undefined
}

function isEqualObject(a: Extract<CelValue, object>, b: Extract<CelValue, object>): boolean {
  if (a instanceof CelList) return b instanceof CelList && isEqualList(a, b)
  if (a instanceof CelMap) return b instanceof CelMap && isEqualMap(a, b)
  if (a instanceof CelObject || a instanceof CelOpaque) return a.equals(b)
  if (a instanceof CelTimestamp) return b instanceof CelTimestamp && a.nanos === b.nanos
  if (a instanceof CelDuration) return b instanceof CelDuration && a.nanos === b.nanos
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name
  if (a instanceof CelOptional) return b instanceof CelOptional && isEqualOptional(a, b)
  return false
}

function isEqualList(a: CelList, b: CelList): boolean {
  if (a.size !== b.size) return false
  if (a.equals !== undefined) return a.equals(b)
  for (let index = 0; index < a.size; index++) {
    if (!isEqual(a.at(index), b.at(index))) return false
  }
  return true
}

function isEqualMap(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false
  for (const key of a.keys()) {
    const at = mapKeyOf(key)
    if (at === undefined) return false
    const left = a.get(at)
    const right = b.get(at)
    if (left === undefined || right === undefined || !isEqual(left, right)) return false
  }
  return true
}

function isEqualOptional(a: CelOptional, b: CelOptional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return isEqual(a.value, b.value)
}

/** -1, 0 or 1 for bytes in their order. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(a.length - b.length)
}
