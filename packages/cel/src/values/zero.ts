import { CelDouble, CelUint } from './numbers.ts'
import { StructValue } from './struct.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import { CelList, CelMap, CelOptional, type CelValue } from './value.ts'

const yearOne = -62_135_596_800_000_000_000n

/** Whether a value is the zero of its type or empty. */
export function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0 || value === '') return true
  if (typeof value !== 'object') return false
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0
  if (value instanceof Uint8Array) return value.length === 0
  if (value instanceof CelDouble) return value.value === 0
  if (value instanceof CelUint) return value.value === 0n
  if (value instanceof CelDuration) return value.nanos === 0n
  if (value instanceof CelTimestamp) return value.nanos === yearOne
  if (value instanceof StructValue) return value.values.size === 0
  return value instanceof CelOptional && value.value === undefined
}
