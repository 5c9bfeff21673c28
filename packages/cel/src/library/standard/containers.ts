import { operators } from '../../ast.ts'
import { isEqual } from '../../values/equality.ts'
import { fail } from '../../values/failure.ts'
import { listIndexOf, mapKeyOf } from '../../values/map-key.ts'
import { formatValue } from '../../values/format.ts'
import { countCodePoints } from '../../values/text.ts'
import { typeOf } from '../../values/type-of.ts'
import { boolType, bytesType, intType, listType, mapType, stringType, typeParam } from '../../values/type.ts'
import type { CelList, CelMap, CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type CallContext, type FunctionDeclaration } from '../function.ts'

const paramA = typeParam('A')
const paramB = typeParam('B')
const listOfA = listType(paramA)
const mapOfAB = mapType(paramA, paramB)

/** `size`, `in` and `[]`. */
export const containers: readonly FunctionDeclaration[] = [
  declareFunction(
    'size',
    overload('size_bytes', [bytesType], intType, (bytes) => bytes.length),
    memberOverload('bytes_size', [bytesType], intType, (bytes) => bytes.length),
    overload('size_list', [listOfA], intType, (list) => list.size),
    memberOverload('list_size', [listOfA], intType, (list) => list.size),
    overload('size_map', [mapOfAB], intType, sizeOfMap),
    memberOverload('map_size', [mapOfAB], intType, sizeOfMap),
    overload('size_string', [stringType], intType, (text) => countCodePoints(text)),
    memberOverload('string_size', [stringType], intType, (text) => countCodePoints(text)),
  ),
  declareFunction(
    operators.in,
    overload('in_list', [paramA, listOfA], boolType, isInList),
    overload('in_map', [paramA, mapOfAB], boolType, (value, map) => isInMap(value, map)),
  ),
  declareFunction(
    operators.index,
    overload('index_list', [listOfA, intType], paramA, (list, index) => listElement(list, index)),
    overload('index_map', [mapOfAB, paramA], paramB, (map, key) => mapElement(map, key)),
  ),
]

/** Counting the entries of a host object takes time. */
function sizeOfMap({ size }: CelMap, context: CallContext): number {
  context.iterate(size * 8)
  return size
}

function isInList(value: CelValue, list: CelList, context: CallContext): boolean {
  for (let index = 0; index < list.size; index++) {
    if (isEqual(value, list.at(index), context)) return true
  }
  return false
}

function isInMap(value: CelValue, map: CelMap): boolean {
  const key = mapKeyOf(value)
  return key !== undefined && map.has(key)
}

/** The element at an index; undefined where the list is shorter. @throws a failure for what is no index */
export function findElement(list: CelList, index: CelValue): CelValue | undefined {
  const at = listIndexOf(index)
  if (at === undefined) {
    const type = typeOf(index)
    fail(
      type.kind === 'double'
        ? `unsupported index value ${formatValue(index)} in list`
        : `unsupported index type '${type.name}' in list`,
    )
  }
  return at >= 0 && at < list.size ? list.at(Number(at)) : undefined
}

function listElement(list: CelList, index: CelValue): CelValue {
  const found = findElement(list, index)
  return found === undefined ? fail(`index out of bounds: ${formatValue(index)}`) : found
}

function mapElement(map: CelMap, value: CelValue): CelValue {
  const key = mapKeyOf(value)
  const found = key === undefined ? undefined : map.get(key)
  return found === undefined ? fail(`no such key: ${formatValue(value)}`) : found
}
