import { dynType, isDyn, isSameType, listType, mapType, nullType } from '../values/type.ts'
import { CelType } from '../values/value.ts'

/** Types that type parameters stand for, by the name of the parameter. */
export type Mapping = Map<string, CelType>

/** The mapping under which the types are assignable pairwise; undefined where they are not. */
export function assignAll(mapping: Mapping, from: readonly CelType[], to: readonly CelType[]): Mapping | undefined {
  const tried = new Map(mapping)
  return areAssignable(tried, from, to) ? tried : undefined
}

/** Replaces type parameters by what they stand for; those that stand for nothing by `dyn` where `toDyn`. */
export function substitute(mapping: Mapping, type: CelType, toDyn: boolean): CelType {
  if (type.kind === 'typeParam') {
    const found = mapping.get(type.name)
    if (found !== undefined) return substitute(mapping, found, toDyn)
    return toDyn ? dynType : type
  }
  if (type.params.length === 0) return type
  const params = type.params.map((param) => substitute(mapping, param, toDyn))
  if (params.every((param, index) => param === type.params[index])) return type
  return new CelType(type.kind, type.name, params, type.nullable)
}

/** The more general of two types of which one is assignable to the other. */
export function mostGeneral(a: CelType, b: CelType): CelType {
  return isEqualOrLessSpecific(a, b) ? a : b
}

function isEqualOrLessSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'typeParam') return true
  if (isDyn(b) || b.kind === 'typeParam') return false
  if (a.kind !== b.kind) return false
  switch (a.kind) {
    case 'opaque':
    case 'list':
    case 'map':
      return (
        a.name === b.name &&
        a.params.length === b.params.length &&
        a.params.every((param, index) => isEqualOrLessSpecific(param, b.params[index] ?? dynType))
      )
    case 'type':
      return true
    default:
      return isSameType(a, b)
  }
}

function areAssignable(mapping: Mapping, from: readonly CelType[], to: readonly CelType[]): boolean {
  return from.length === to.length && from.every((type, index) => isAssignable(mapping, type, to[index] ?? dynType))
}

/** Whether two types fit together; type parameters take on what makes them fit. */
function isAssignable(mapping: Mapping, a: CelType, b: CelType): boolean {
  if (b.kind === 'typeParam') {
    const found = bind(mapping, a, b)
    if (found !== 'unbound') return found === 'fits'
  }
  if (a.kind === 'typeParam') return bind(mapping, b, a) === 'fits'
  if (isDynOrError(a) || isDynOrError(b)) return true
  if (a.kind === 'null') return takesNull(b)
  if (b.kind === 'null') return takesNull(a)
  switch (a.kind) {
    case 'type':
      return b.kind === 'type'
    case 'opaque':
    case 'list':
    case 'map':
      return a.kind === b.kind && a.name === b.name && areAssignable(mapping, a.params, b.params)
    default:
      return accepts(b, a)
  }
}

/** `unbound` where the parameter would stand for a type that contains it. */
function bind(mapping: Mapping, type: CelType, param: CelType): 'fits' | 'differs' | 'unbound' {
  if (isSameType(type, param)) return 'fits'
  const bound = mapping.get(param.name)
  if (bound === undefined) {
    if (!isFreeOf(mapping, param, type)) return 'unbound'
    mapping.set(param.name, type)
    return 'fits'
  }
  if (isSameType(type, bound)) return 'fits'
  if (!isAssignable(mapping, type, bound)) return 'differs'
  const general = mostGeneral(type, bound)
  if (isFreeOf(mapping, param, general)) mapping.set(param.name, general)
  return 'fits'
}

/** Whether a type does not contain a type parameter. */
function isFreeOf(mapping: Mapping, param: CelType, type: CelType): boolean {
  if (isSameType(param, type)) return false
  if (type.kind === 'typeParam') {
    const bound = mapping.get(type.name)
    return bound === undefined || isFreeOf(mapping, param, bound)
  }
  return type.params.every((inner) => isFreeOf(mapping, param, inner))
}

function isDynOrError(type: CelType): boolean {
  return isDyn(type) || type.kind === 'error'
}

function takesNull(type: CelType): boolean {
  return type.nullable || ['opaque', 'struct', 'any', 'duration', 'timestamp'].includes(type.kind) || type === nullType
}

/** Whether a variable of a type takes values of another; only nullable types take nullable ones in turn. */
function accepts(type: CelType, from: CelType): boolean {
  if (type.nullable && from.kind === 'null') return true
  return (
    type.kind === from.kind &&
    type.name === from.name &&
    type.params.length === from.params.length &&
    type.params.every((param, index) => isDyn(param) || accepts(param, from.params[index] ?? dynType))
  )
}

/** Whether a type is that of a well-known message rather than of a declared object. */
export function isWellKnown(type: CelType): boolean {
  switch (type.kind) {
    case 'any':
    case 'timestamp':
    case 'duration':
    case 'dyn':
    case 'null':
      return true
    case 'list':
      return isSameType(type, listType(dynType))
    case 'map':
      return type.params[0]?.kind === 'string' && isSameType(type, mapType(type.params[0], dynType))
    default:
      return type.nullable
  }
}
