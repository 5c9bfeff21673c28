import { operators } from '../../ast.ts'
import { concatLists } from '../../values/concat.ts'
import {
  addInts,
  addUints,
  divideInts,
  divideUints,
  moduloInts,
  moduloUints,
  multiplyInts,
  multiplyUints,
  negateInt,
  subtractInts,
  subtractUints,
} from '../../values/integers.ts'
import { CelDouble } from '../../values/numbers.ts'
import { durationOf, timestampOf } from '../../values/time.ts'
import {
  bytesType,
  doubleType,
  durationType,
  intType,
  listType,
  stringType,
  timestampType,
  typeParam,
  uintType,
} from '../../values/type.ts'
import { declareFunction, overload, type FunctionDeclaration } from '../function.ts'

const listOfA = listType(typeParam('A'))

/** `+`, `-`, `*`, `/`, `%` and the sign. */
export const arithmetic: readonly FunctionDeclaration[] = [
  declareFunction(
    operators.add,
    overload('add_bytes', [bytesType, bytesType], bytesType, concatBytes),
    overload('add_double', [doubleType, doubleType], doubleType, (a, b) => new CelDouble(a.value + b.value)),
    overload('add_duration_duration', [durationType, durationType], durationType, (a, b) =>
      durationOf(a.nanos + b.nanos),
    ),
    overload('add_duration_timestamp', [durationType, timestampType], timestampType, (a, b) =>
      timestampOf(a.nanos + b.nanos),
    ),
    overload('add_timestamp_duration', [timestampType, durationType], timestampType, (a, b) =>
      timestampOf(a.nanos + b.nanos),
    ),
    overload('add_int64', [intType, intType], intType, (a, b) => addInts(a, b)),
    overload('add_list', [listOfA, listOfA], listOfA, concatLists),
    overload('add_string', [stringType, stringType], stringType, (a, b) => a + b),
    overload('add_uint64', [uintType, uintType], uintType, (a, b) => addUints(a, b)),
  ),
  declareFunction(
    operators.subtract,
    overload('subtract_double', [doubleType, doubleType], doubleType, (a, b) => new CelDouble(a.value - b.value)),
    overload('subtract_duration_duration', [durationType, durationType], durationType, (a, b) =>
      durationOf(a.nanos - b.nanos),
    ),
    overload('subtract_int64', [intType, intType], intType, (a, b) => subtractInts(a, b)),
    overload('subtract_timestamp_duration', [timestampType, durationType], timestampType, (a, b) =>
      timestampOf(a.nanos - b.nanos),
    ),
    overload('subtract_timestamp_timestamp', [timestampType, timestampType], durationType, (a, b) =>
      durationOf(a.nanos - b.nanos),
    ),
    overload('subtract_uint64', [uintType, uintType], uintType, (a, b) => subtractUints(a, b)),
  ),
  declareFunction(
    operators.multiply,
    overload('multiply_double', [doubleType, doubleType], doubleType, (a, b) => new CelDouble(a.value * b.value)),
    overload('multiply_int64', [intType, intType], intType, (a, b) => multiplyInts(a, b)),
    overload('multiply_uint64', [uintType, uintType], uintType, (a, b) => multiplyUints(a, b)),
  ),
  declareFunction(
    operators.divide,
    overload('divide_double', [doubleType, doubleType], doubleType, (a, b) => new CelDouble(a.value / b.value)),
    overload('divide_int64', [intType, intType], intType, (a, b) => divideInts(a, b)),
    overload('divide_uint64', [uintType, uintType], uintType, (a, b) => divideUints(a, b)),
  ),
  declareFunction(
    operators.modulo,
    overload('modulo_int64', [intType, intType], intType, (a, b) => moduloInts(a, b)),
    overload('modulo_uint64', [uintType, uintType], uintType, (a, b) => moduloUints(a, b)),
  ),
  declareFunction(
    operators.negate,
    overload('negate_double', [doubleType], doubleType, (value) => new CelDouble(-value.value)),
    overload('negate_int64', [intType], intType, (value) => negateInt(value)),
  ),
]

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}
