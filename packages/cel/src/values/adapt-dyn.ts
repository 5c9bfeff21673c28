import { isCelObject, isPlainObject } from './cel-object.ts'
import { HostList, HostMap } from './host-collections.ts'
import { toInt } from './integers.ts'
import { CelDouble } from './numbers.ts'
import { refuse } from './refuse-data.ts'
import { CelTimestamp } from './time.ts'
import { dynType } from './type.ts'
import type { CelValue } from './value.ts'

/** Data without a declared type: whole numbers are integers, other numbers doubles. */
export function adaptDyn(data: unknown): CelValue {
  switch (typeof data) {
    case 'string':
    case 'boolean':
      return data
    case 'number':
      return adaptNumber(data)
    case 'bigint':
      return toInt(data)
    default:
      return data === null || data === undefined ? null : adaptDynObject(data)
  }
}

function adaptDynObject(data: unknown): CelValue {
  if (Array.isArray(data)) return new HostList(data, adaptDyn)
  if (data instanceof Uint8Array) return data
  if (data instanceof Date) return new CelTimestamp(BigInt(data.getTime()) * 1_000_000n)
  if (isCelObject(data)) return data
  return isPlainObject(data) ? new HostMap(data, adaptDyn) : refuse(data, dynType)
}

function adaptNumber(data: number): CelValue {
  if (Number.isSafeInteger(data)) return data + 0
  return Number.isInteger(data) && Math.abs(data) < 2 ** 63 ? toInt(BigInt(data)) : new CelDouble(data)
}
