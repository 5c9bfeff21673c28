import { fail } from './failure.ts'
import { CelUint, integerOf, isInt64, isUint64 } from './numbers.ts'

/** An `int`: a number where that is exact, else a bigint. */
export type Int = number | bigint

const intOverflow = 'integer overflow'
const uintOverflow = 'unsigned integer overflow'

/** The `int` of a bigint. @throws a failure where it does not fit into 64 bits */
export function toInt(value: bigint, message: string = intOverflow): Int {
  return isInt64(value) ? integerOf(value) : fail(message)
}

/** The `uint` of a bigint. @throws a failure where it does not fit into 64 bits */
export function toUint(value: bigint, message: string = uintOverflow): CelUint {
  return isUint64(value) ? new CelUint(value) : fail(message)
}

export function addInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  return toInt(BigInt(a) + BigInt(b))
}

export function subtractInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const difference = a - b
    if (Number.isSafeInteger(difference)) return difference
  }
  return toInt(BigInt(a) - BigInt(b))
}

export function multiplyInts(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    // Adding zero turns the -0 of 0 * -1 into 0.
    if (Number.isSafeInteger(product)) return product + 0
  }
  return toInt(BigInt(a) * BigInt(b))
}

export function divideInts(a: Int, b: Int): Int {
  if (b === 0) fail('division by zero')
  if (typeof a === 'number' && typeof b === 'number') return Math.trunc(a / b) + 0
  return toInt(BigInt(a) / BigInt(b))
}

export function moduloInts(a: Int, b: Int): Int {
  if (b === 0) fail('modulus by zero')
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0
  // The smallest int has no quotient by -1, so Go refuses its remainder too.
  toInt(BigInt(a) / BigInt(b))
  return integerOf(BigInt(a) % BigInt(b))
}

export function negateInt(value: Int): Int {
  return typeof value === 'number' ? 0 - value : toInt(-value)
}

export function addUints(a: CelUint, b: CelUint): CelUint {
  return toUint(a.value + b.value)
}

export function subtractUints(a: CelUint, b: CelUint): CelUint {
  return toUint(a.value - b.value)
}

export function multiplyUints(a: CelUint, b: CelUint): CelUint {
  return toUint(a.value * b.value)
}

export function divideUints(a: CelUint, b: CelUint): CelUint {
  return b.value === 0n ? fail('division by zero') : new CelUint(a.value / b.value)
}

export function moduloUints(a: CelUint, b: CelUint): CelUint {
  return b.value === 0n ? fail('modulus by zero') : new CelUint(a.value % b.value)
}
