import { operators } from '../../ast.ts'
import { standardMacros } from '../../macros/standard-macros.ts'
import { isEqual } from '../../values/equality.ts'
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listType,
  mapType,
  nullType,
  stringType,
  timestampType,
  typeParam,
  typeType,
  uintType,
} from '../../values/type.ts'
import { declareFunction, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'
import { arithmetic } from './arithmetic.ts'
import { comparisons } from './comparisons.ts'
import { containers } from './containers.ts'
import { conversions } from './conversions.ts'
import { strings } from './strings.ts'
import { timeFields } from './time-fields.ts'
import { wellKnownStructs, wellKnownTypes } from './well-known.ts'

const paramA = typeParam('A')

// The evaluator handles conditions and logic itself; their code here is for a call that is not an operator.
const logic: readonly FunctionDeclaration[] = [
  declareFunction(
    operators.conditional,
    overload('conditional', [boolType, paramA, paramA], paramA, (test, a, b) => (test ? a : b)),
  ),
  declareFunction(
    operators.and,
    overload('logical_and', [boolType, boolType], boolType, (a, b) => a && b),
  ),
  declareFunction(
    operators.or,
    overload('logical_or', [boolType, boolType], boolType, (a, b) => a || b),
  ),
  declareFunction(
    operators.not,
    overload('logical_not', [boolType], boolType, (value) => !value),
  ),
  declareFunction(
    operators.notStrictlyFalse,
    overload('not_strictly_false', [boolType], boolType, (value) => value !== false),
  ),
  declareFunction(operators.equals, overload('equals', [paramA, paramA], boolType, isEqual)),
  declareFunction(
    operators.notEquals,
    overload('not_equals', [paramA, paramA], boolType, (a, b, context) => !isEqual(a, b, context)),
  ),
]

/** The functions, macros and types that every CEL has. */
export const standardLibrary: Library = {
  name: 'standard',
  macros: standardMacros,
  functions: [...logic, ...arithmetic, ...comparisons, ...containers, ...conversions, ...strings, ...timeFields],
  types: [
    boolType,
    bytesType,
    doubleType,
    durationType,
    intType,
    listType(paramA),
    mapType(paramA, typeParam('B')),
    nullType,
    stringType,
    timestampType,
    typeType,
    uintType,
    ...wellKnownTypes,
  ],
  structs: wellKnownStructs,
  constants: { 'google.protobuf.NullValue.NULL_VALUE': 0 },
}
