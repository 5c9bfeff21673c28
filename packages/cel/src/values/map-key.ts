import { CelDouble, CelUint, integerOf } from './numbers.ts'
import type { CelValue, MapKey } from './value.ts'

/** What a value is stored under as a key; undefined where no map can have it as one. */
export function mapKeyOf(value: CelValue): MapKey | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return value
    default:
      if (value instanceof CelUint) return integerOf(value.value)
      if (value instanceof CelDouble) return wholeNumber(value.value)
      return undefined
  }
}

/** The index that a value is; undefined where it is no whole number. */
export function listIndexOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (value instanceof CelUint) return integerOf(value.value)
  return value instanceof CelDouble ? wholeNumber(value.value) : undefined
}

function wholeNumber(value: number): number | bigint | undefined {
  return Number.isInteger(value) ? integerOf(BigInt(value)) : undefined
}
