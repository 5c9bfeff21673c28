import { CelDouble, CelUint } from './numbers.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import { CelList, CelMap, CelObject, CelOpaque, CelOptional, CelType, CelUnknown, type CelValue } from './value.ts'

const celClasses = [
  CelList,
  CelMap,
  CelObject,
  CelOpaque,
  CelOptional,
  CelUnknown,
  CelType,
  CelUint,
  CelDouble,
  CelTimestamp,
  CelDuration,
]

/** Whether an object is a value of CEL already rather than data of the host. */
export function isCelObject(data: unknown): data is Extract<CelValue, object> {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) === Object.prototype) return false
  return data instanceof Uint8Array || celClasses.some((celClass) => data instanceof celClass)
}

/** Whether data of the host is an object that can be read as a map or as a declared object. */
export function isPlainObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && !isCelObject(data)
}
