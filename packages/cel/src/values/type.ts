import type { CelDouble, CelUint } from './numbers.ts'
import type { CelDuration, CelTimestamp } from './time.ts'
import {
  CelType,
  type CelList,
  type CelMap,
  type CelObject,
  type CelOpaque,
  type CelOptional,
  type CelValue,
} from './value.ts'

/** How values of some types look in JavaScript. */
export type ValuesOf<Types extends readonly CelType[]> = {
  [Index in keyof Types]: Types[Index] extends CelType<infer Value> ? Value : never
}

export const anyType: CelType = new CelType('any', 'google.protobuf.Any')
export const boolType: CelType<boolean> = new CelType('bool', 'bool')
export const bytesType: CelType<Uint8Array> = new CelType('bytes', 'bytes')
export const doubleType: CelType<CelDouble> = new CelType('double', 'double')
export const durationType: CelType<CelDuration> = new CelType('duration', 'google.protobuf.Duration')
export const dynType: CelType = new CelType('dyn', 'dyn')
export const errorType: CelType = new CelType('error', 'error')
export const intType: CelType<number | bigint> = new CelType('int', 'int')
export const nullType: CelType<null> = new CelType('null', 'null_type')
export const stringType: CelType<string> = new CelType('string', 'string')
export const timestampType: CelType<CelTimestamp> = new CelType('timestamp', 'google.protobuf.Timestamp')
export const typeType: CelType<CelType> = new CelType('type', 'type')
export const uintType: CelType<CelUint> = new CelType('uint', 'uint')

/** A list of elements of a type. */
export function listType(element: CelType = dynType): CelType<CelList> {
  return new CelType('list', 'list', [element])
}

/** A list of the host whose order does not count: its elements are identified by their values, or by some of their fields. */
export class UnorderedListType extends CelType<CelList> {
  /** Fields that tell elements apart; none where their values do. */
  readonly keys: readonly string[]

  constructor(element: CelType, keys: readonly string[]) {
    super('list', 'list', [element])
    this.keys = keys
  }
}

/**
 * A list of distinct values. Host data of the type equals every list of the same values, and `+` adds those that are
 * missing.
 */
export function setType(element: CelType): CelType<CelList> {
  return new UnorderedListType(element, [])
}

/**
 * A list whose elements are identified by some of their fields. Host data of the type equals every list with equal
 * elements under the same keys, and `+` replaces the elements with the keys of the added ones.
 */
export function keyedListType(element: CelType, keys: readonly string[]): CelType<CelList> {
  return new UnorderedListType(element, keys)
}

/** A map from keys to values. */
export function mapType(key: CelType = dynType, value: CelType = dynType): CelType<CelMap> {
  return new CelType('map', 'map', [key, value])
}

/** The type of an optional value. */
export function optionalType(value: CelType): CelType<CelOptional> {
  return new CelType('opaque', 'optional_type', [value])
}

/** A type of a library, with values of a class derived from `CelOpaque`. */
export function opaqueType<Value extends CelOpaque = CelOpaque>(
  name: string,
  params: readonly CelType[] = [],
): CelType<Value> {
  return new CelType('opaque', name, params)
}

/** An object with declared fields; see `StructDeclaration`. */
export function structType(name: string): CelType<CelObject> {
  return new CelType('struct', name)
}

/** A type that a call or a declaration stands for: `A` in `list(A)`. */
export function typeParam(name: string): CelType {
  return new CelType('typeParam', name)
}

/** The type of a type. */
export function typeOfType(type: CelType): CelType<CelType> {
  return new CelType('type', 'type', [type])
}

/** The type with null added: `wrapper(int)`. */
export function nullableType<Value extends CelValue>(type: CelType<Value>): CelType<Value | null> {
  return new CelType<Value | null>(type.kind, type.name, type.params, true)
}

export function isDyn(type: CelType): boolean {
  return type.kind === 'dyn' || type.kind === 'any'
}

export function isOptional(type: CelType): boolean {
  return type.kind === 'opaque' && type.name === 'optional_type'
}

/** Whether two types are the same, names of type parameters included. */
export function isSameType(a: CelType, b: CelType): boolean {
  if (a === b) return true
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((param, index) => isSameType(param, b.params[index] ?? errorType))
  )
}

/** The type as error messages show it. */
export function formatType(type: CelType): string {
  switch (type.kind) {
    case 'any':
      return 'any'
    case 'duration':
      return 'duration'
    case 'error':
      return '!error!'
    case 'null':
      return 'null'
    case 'timestamp':
      return 'timestamp'
    case 'typeParam':
      return type.name
    default:
      if (type.params.length > 0) return `${type.name}(${type.params.map(formatType).join(', ')})`
      return declaredName(type)
  }
}

/** The name of a type with its wrapper. */
export function declaredName(type: CelType): string {
  return type.nullable ? `wrapper(${type.name})` : type.name
}
