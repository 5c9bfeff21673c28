import { doubleToString } from './convert.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { CelDuration, CelTimestamp } from './time.ts'
import { typeOf } from './type-of.ts'
import { type CelValue, CelType } from './value.ts'

/** A value as error messages show it. */
export function formatValue(value: CelValue): string {
  if (value === null) return 'null'
  if (typeof value !== 'object') return String(value)
  if (value instanceof CelDouble) return doubleToString(value)
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof CelTimestamp || value instanceof CelDuration) return value.toString()
  if (value instanceof CelType) return value.name
  return typeOf(value).name
}
