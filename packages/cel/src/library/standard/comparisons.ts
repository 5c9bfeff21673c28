import { operators } from '../../ast.ts'
import { compareBooleans, compareBytes, compareNumbers, compareStrings } from '../../values/ordering.ts'
import type { Int } from '../../values/integers.ts'
import type { CelDouble, CelUint } from '../../values/numbers.ts'
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
import { declareFunction, overload, type FunctionDeclaration, type Overload } from '../function.ts'

/** `<`, `<=`, `>` and `>=`. */
export const comparisons: readonly FunctionDeclaration[] = [
  declareFunction(
    operators.less,
    ...ordered(
      'less',
      (a, b) => a < b,
      (order) => order < 0,
    ),
  ),
  declareFunction(
    operators.lessEquals,
    ...ordered(
      'less_equals',
      (a, b) => a <= b,
      (order) => order <= 0,
    ),
  ),
  declareFunction(
    operators.greater,
    ...ordered(
      'greater',
      (a, b) => a > b,
      (order) => order > 0,
    ),
  ),
  declareFunction(
    operators.greaterEquals,
    ...ordered(
      'greater_equals',
      (a, b) => a >= b,
      (order) => order >= 0,
    ),
  ),
]

/** Ids of the overloads that compare numbers of different types. */
export const crossTypeComparisons: ReadonlySet<string> = new Set(
  ['less', 'less_equals', 'greater', 'greater_equals'].flatMap((name) =>
    ['int64_double', 'int64_uint64', 'uint64_double', 'uint64_int64', 'double_int64', 'double_uint64'].map(
      (types) => `${name}_${types}`,
    ),
  ),
)

function ordered(
  name: string,
  ofInts: (a: Int, b: Int) => boolean,
  holds: (order: number) => boolean,
): readonly Overload[] {
  const numbers = (a: number | bigint, b: number | bigint): boolean => holds(compareNumbers(a, b))
  const boxed = (a: CelDouble | CelUint, b: CelDouble | CelUint): boolean => numbers(a.value, b.value)
  return [
    overload(`${name}_bool`, [boolType, boolType], boolType, (a, b) => holds(compareBooleans(a, b))),
    overload(`${name}_int64`, [intType, intType], boolType, ofInts),
    overload(`${name}_int64_double`, [intType, doubleType], boolType, (a, b) => numbers(a, b.value)),
    overload(`${name}_int64_uint64`, [intType, uintType], boolType, (a, b) => numbers(a, b.value)),
    overload(`${name}_uint64`, [uintType, uintType], boolType, (a, b) => boxed(a, b)),
    overload(`${name}_uint64_double`, [uintType, doubleType], boolType, (a, b) => boxed(a, b)),
    overload(`${name}_uint64_int64`, [uintType, intType], boolType, (a, b) => numbers(a.value, b)),
    overload(`${name}_double`, [doubleType, doubleType], boolType, (a, b) => boxed(a, b)),
    overload(`${name}_double_int64`, [doubleType, intType], boolType, (a, b) => numbers(a.value, b)),
    overload(`${name}_double_uint64`, [doubleType, uintType], boolType, (a, b) => boxed(a, b)),
    overload(`${name}_string`, [stringType, stringType], boolType, (a, b) => holds(compareStrings(a, b))),
    overload(`${name}_bytes`, [bytesType, bytesType], boolType, (a, b) => holds(compareBytes(a, b))),
    overload(`${name}_timestamp`, [timestampType, timestampType], boolType, (a, b) => numbers(a.nanos, b.nanos)),
    overload(`${name}_duration`, [durationType, durationType], boolType, (a, b) => numbers(a.nanos, b.nanos)),
  ]
}
