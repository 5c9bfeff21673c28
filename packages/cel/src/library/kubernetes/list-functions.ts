import { addInts, addUints } from '../../values/integers.ts'
import { isEqual } from '../../values/equality.ts'
import { fail } from '../../values/failure.ts'
import { CelDouble, CelUint } from '../../values/numbers.ts'
import { CelDuration, durationOf } from '../../values/time.ts'
import { boolType, doubleType, durationType, intType, listType, typeParam, uintType } from '../../values/type.ts'
import { elementsOf, type CelList, type CelValue } from '../../values/value.ts'
import { comparableTypes, compareComparable, type NamedType } from '../extensions/comparable.ts'
import { declareFunction, memberOverload, type Overload } from '../function.ts'
import type { Library } from '../library.ts'

/** `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf` of lists. */
export function listFunctions(): Library {
  return {
    name: 'kubernetes.lists',
    functions: [
      declareFunction(
        'isSorted',
        ...comparable.map(({ name, type }) =>
          memberOverload(`list_${name}_is_sorted_bool`, [listType(type)], boolType, (list) => isSorted(list)),
        ),
      ),
      declareFunction('sum', ...sums),
      declareFunction('max', ...extremes('max', (order) => order < 0)),
      declareFunction('min', ...extremes('min', (order) => order > 0)),
      declareFunction(
        'indexOf',
        memberOverload('list_a_index_of_int', [listOfA, paramA], intType, (list, item, context) =>
          elementsOf(list).findIndex((element) => isEqual(element, item, context)),
        ),
      ),
      declareFunction(
        'lastIndexOf',
        memberOverload('list_a_last_index_of_int', [listOfA, paramA], intType, (list, item, context) =>
          elementsOf(list).findLastIndex((element) => isEqual(element, item, context)),
        ),
      ),
    ],
  }
}

const paramA = typeParam('A')
const listOfA = listType(paramA)

// Ids of overloads have the short names of these two types.
const shortNames: ReadonlyMap<string, string> = new Map([
  ['google.protobuf.Duration', 'duration'],
  ['google.protobuf.Timestamp', 'timestamp'],
])

const comparable: readonly NamedType[] = comparableTypes.map(({ name, type }) => ({
  name: shortNames.get(name) ?? name,
  type,
}))

const sums: readonly Overload[] = [
  memberOverload('list_int_sum_int', [listType(intType)], intType, (list) => sum(list, 0)),
  memberOverload('list_uint_sum_uint', [listType(uintType)], uintType, (list) => sum(list, new CelUint(0n))),
  memberOverload('list_double_sum_double', [listType(doubleType)], doubleType, (list) => sum(list, new CelDouble(0))),
  memberOverload('list_duration_sum_duration', [listType(durationType)], durationType, (list) =>
    sum(list, new CelDuration(0n)),
  ),
]

function sum(list: CelList, zero: CelValue): CelValue {
  return elementsOf(list).reduce(addNumbers, zero)
}

function addNumbers(a: CelValue, b: CelValue): CelValue {
  if (isInt(a) && isInt(b)) return addInts(a, b)
  if (a instanceof CelUint && b instanceof CelUint) return addUints(a, b)
  if (a instanceof CelDouble && b instanceof CelDouble) return new CelDouble(a.value + b.value)
  if (a instanceof CelDuration && b instanceof CelDuration) return durationOf(a.nanos + b.nanos)
  return noOverload()
}

function isInt(value: CelValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function extremes(name: string, isWorse: (order: number) => boolean): readonly Overload[] {
  return comparable.map((element) =>
    memberOverload(`list_${element.name}_${name}_${element.name}`, [listType(element.type)], element.type, (list) => {
      if (list.size === 0) fail(`${name} called on empty list`)
      return elementsOf(list).reduce((best, item) => (isWorse(order(best, item)) ? item : best))
    }),
  )
}

function isSorted(list: CelList): boolean {
  return elementsOf(list).every((item, index) => index === 0 || order(list.at(index - 1), item) <= 0)
}

function order(a: CelValue, b: CelValue): number {
  return compareComparable(a, b) ?? noOverload()
}

function noOverload(): never {
  return fail('no such overload')
}
