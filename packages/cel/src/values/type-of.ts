import { mapKeyOf } from './map-key.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  errorType,
  intType,
  listType,
  mapType,
  nullType,
  optionalType,
  stringType,
  timestampType,
  typeType,
  uintType,
} from './type.ts'
import { CelList, CelMap, CelObject, CelOpaque, CelOptional, type CelValue, CelType, type TypeKind } from './value.ts'

const anyList = listType(dynType)
const anyMap = mapType(dynType, dynType)
const anyOptional = optionalType(dynType)

/** The type of a value; of containers without their parameters. */
export function typeOf(value: CelValue): CelType {
  switch (typeof value) {
    case 'string':
      return stringType
    case 'number':
    case 'bigint':
      return intType
    case 'boolean':
      return boolType
    default:
      return value === null ? nullType : typeOfObject(value)
  }
}

function typeOfObject(value: Extract<CelValue, object>): CelType {
  if (value instanceof CelList) return anyList
  if (value instanceof CelMap) return anyMap
  if (value instanceof CelObject || value instanceof CelOpaque) return value.type
  if (value instanceof CelDouble) return doubleType
  if (value instanceof CelUint) return uintType
  if (value instanceof Uint8Array) return bytesType
  if (value instanceof CelTimestamp) return timestampType
  if (value instanceof CelDuration) return durationType
  if (value instanceof CelOptional) return anyOptional
  if (value instanceof CelType) return typeType
  return errorType
}

const testsByKind: Partial<Record<TypeKind, (value: CelValue) => boolean>> = {
  any: () => true,
  dyn: () => true,
  typeParam: () => true,
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  int: (value) => typeof value === 'number' || typeof value === 'bigint',
  uint: (value) => value instanceof CelUint,
  double: (value) => value instanceof CelDouble,
  bytes: (value) => value instanceof Uint8Array,
  null: (value) => value === null,
  timestamp: (value) => value instanceof CelTimestamp,
  duration: (value) => value instanceof CelDuration,
  list: (value) => value instanceof CelList,
  map: (value) => value instanceof CelMap,
  type: (value) => value instanceof CelType,
}

/** A test whether a value belongs to a type; containers are judged by their first entry, as in cel-go. */
export function typeTest(type: CelType): (value: CelValue) => boolean {
  const [first, second] = type.params
  if (type.kind === 'list' && first !== undefined) return listTest(first)
  if (type.kind === 'map' && first !== undefined && second !== undefined) return mapTest(first, second)
  const test = testsByKind[type.kind] ?? ((value: CelValue) => typeOf(value).name === type.name)
  return type.nullable ? (value) => value === null || test(value) : test
}

function listTest(element: CelType): (value: CelValue) => boolean {
  if (isParam(element)) return (value) => value instanceof CelList
  const test = typeTest(element)
  return (value) => value instanceof CelList && (value.size === 0 || test(value.at(0)))
}

function isParam({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'typeParam'
}

function mapTest(key: CelType, element: CelType): (value: CelValue) => boolean {
  if (isParam(key) && isParam(element)) return (value) => value instanceof CelMap
  const testKey = typeTest(key)
  const test = typeTest(element)
  return (value) => {
    if (!(value instanceof CelMap)) return false
    for (const first of value.keys()) {
      if (!testKey(first)) return false
      const at = mapKeyOf(first)
      const found = at === undefined ? undefined : value.get(at)
      return found === undefined || test(found)
    }
    return true
  }
}
