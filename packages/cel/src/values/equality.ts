import { mapKeyOf } from './map-key.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import {
  CelList,
  CelMap,
  CelObject,
  CelOpaque,
  CelOptional,
  type CelValue,
  CelType,
  type StepCounter,
} from './value.ts'

/**
 * Whether two values are equal; numbers of different types by their value, values of other types never. Values may nest
 * as deep as they like.
 */
export function isEqual(a: CelValue, b: CelValue, counter?: StepCounter): boolean {
  const decided = isEqualShallow(a, b, counter)
  return decided ?? isEqualDeep(a, b, counter)
}

/** Containers are compared from a list of what is left, so that their depth does not count. */
function isEqualDeep(a: CelValue, b: CelValue, counter: StepCounter | undefined): boolean {
  const left: [CelValue, CelValue][] = [[a, b]]
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    for (const part of partsOf(pair[0], pair[1]) ?? [differing]) {
      counter?.iterate(stepsPerPart)
      const decided = isEqualShallow(part[0], part[1], counter)
      if (decided === false) return false
      if (decided === undefined) left.push([part[0], part[1]])
    }
  }
  return true
}

/** What comparing a part of a container takes. */
const stepsPerPart = 10
const differing = [true, false] as const

/** Whether two values are equal; undefined for containers whose parts decide. */
function isEqualShallow(a: CelValue, b: CelValue, counter: StepCounter | undefined): boolean | undefined {
  if (a === b) return true
  if (a === null || b === null) return false
  const left = numberOf(a)
  if (left !== undefined) {
    const right = numberOf(b)
    return right !== undefined && isEqualNumber(left, right)
  }
  return typeof a === 'object' && typeof b === 'object' && isEqualObject(a, b, counter)
}

/** Numbers of different representations are compared as doubles, as cel-go does. */
function isEqualNumber(a: number | bigint, b: number | bigint): boolean {
  return typeof a === typeof b ? a === b : Number(a) === Number(b)
}

/** The number that a value is, whatever its type. */
function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof CelDouble || value instanceof CelUint) return value.value
  return undefined
}

type ObjectValue = Extract<CelValue, object>

function isEqualObject(a: ObjectValue, b: ObjectValue, counter: StepCounter | undefined): boolean | undefined {
  if (a instanceof CelList) {
    if (!(b instanceof CelList) || a.size !== b.size) return false
    return a.equals?.(b, counter)
  }
  if (a instanceof CelMap) return b instanceof CelMap && a.size === b.size ? undefined : false
  if (a instanceof CelObject && a.pairsWith !== undefined) return b instanceof CelObject ? undefined : false
  if (a instanceof CelObject || a instanceof CelOpaque) return a.equals(b)
  if (a instanceof CelTimestamp) return b instanceof CelTimestamp && a.nanos === b.nanos
  if (a instanceof CelDuration) return b instanceof CelDuration && a.nanos === b.nanos
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name
  return a instanceof CelOptional && b instanceof CelOptional ? isEqualOptional(a, b) : false
}

function isEqualOptional(a: CelOptional, b: CelOptional): boolean | undefined {
  return a.value === undefined || b.value === undefined ? a.value === b.value : undefined
}

type Parts = Iterable<readonly [CelValue, CelValue]>

/** The parts of two containers that must be equal; undefined where the containers differ. */
function partsOf(a: CelValue, b: CelValue): Parts | undefined {
  if (a instanceof CelList && b instanceof CelList) return itemsOf(a, b)
  if (a instanceof CelMap && b instanceof CelMap) return entriesOf(a, b)
  if (a instanceof CelObject && b instanceof CelObject) return a.pairsWith?.(b)
  if (a instanceof CelOptional && b instanceof CelOptional) return [[a.value ?? null, b.value ?? null]]
  return undefined
}

function* itemsOf(a: CelList, b: CelList): Parts {
  for (let index = 0; index < a.size; index++) yield [a.at(index), b.at(index)]
}

function* entriesOf(a: CelMap, b: CelMap): Parts {
  for (const key of a.keys()) {
    const at = mapKeyOf(key)
    const left = at === undefined ? undefined : a.get(at)
    const right = at === undefined ? undefined : b.get(at)
    yield left === undefined || right === undefined ? differing : [left, right]
  }
}

/** -1, 0 or 1 for bytes in their order. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return Math.sign(a.length - b.length)
}
