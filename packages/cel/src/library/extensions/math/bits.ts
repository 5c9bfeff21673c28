import { fail } from '../../../values/failure.ts'
import { CelUint, integerOf } from '../../../values/numbers.ts'
import type { Int } from '../../../values/integers.ts'
import { intType, uintType } from '../../../values/type.ts'
import { declareFunction, overload, type FunctionDeclaration } from '../../function.ts'

type Combine = (a: bigint, b: bigint) => bigint

/** `math.bitAnd`, `math.bitOr`, `math.bitXor`, `math.bitNot` and the shifts, on 64 bits. */
export const bits: readonly FunctionDeclaration[] = [
  combined('bitAnd', (a, b) => a & b),
  combined('bitOr', (a, b) => a | b),
  combined('bitXor', (a, b) => a ^ b),
  declareFunction(
    'math.bitNot',
    overload('math_bitNot_int_int', [intType], intType, (value) => signed(~BigInt(value))),
    overload('math_bitNot_uint_uint', [uintType], uintType, ({ value }) => unsigned(~value)),
  ),
  shift('bitShiftLeft', (value, by) => value << by),
  // Zeros are shifted in from the left, for negative numbers too.
  shift('bitShiftRight', (value, by) => BigInt.asUintN(64, value) >> by),
]

function combined(name: string, combine: Combine): FunctionDeclaration {
  return declareFunction(
    `math.${name}`,
    overload(`math_${name}_int_int`, [intType, intType], intType, (a, b) => signed(combine(BigInt(a), BigInt(b)))),
    overload(`math_${name}_uint_uint`, [uintType, uintType], uintType, (a, b) => unsigned(combine(a.value, b.value))),
  )
}

function shift(name: string, move: Combine): FunctionDeclaration {
  const shifted = (value: bigint, by: Int): bigint => {
    if (by < 0) fail(`math.${name}() negative offset: ${by}`)
    return by >= 64 ? 0n : move(value, BigInt(by))
  }
  return declareFunction(
    `math.${name}`,
    overload(`math_${name}_int_int`, [intType, intType], intType, (value, by) => signed(shifted(BigInt(value), by))),
    overload(`math_${name}_uint_int`, [uintType, intType], uintType, (value, by) => unsigned(shifted(value.value, by))),
  )
}

function signed(value: bigint): Int {
  return integerOf(BigInt.asIntN(64, value))
}

function unsigned(value: bigint): CelUint {
  return new CelUint(BigInt.asUintN(64, value))
}
