import { stringToBytes } from '../../../values/convert.ts'
import { fail } from '../../../values/failure.ts'
import { CelUint } from '../../../values/numbers.ts'
import { typeOf } from '../../../values/type-of.ts'
import type { CelValue } from '../../../values/value.ts'

/** `%d`. */
export function formatDecimal(value: CelValue): string {
  return inBase(value, 10) ?? fail(`decimal clause can only be used on integers, was given ${typeOf(value).name}`)
}

/** `%b`. */
export function formatBinary(value: CelValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return inBase(value, 2) ?? fail(`only integers and bools can be formatted as binary, was given ${typeOf(value).name}`)
}

/** `%x`. */
export function formatHex(value: CelValue): string {
  if (typeof value === 'string') return hexOf(stringToBytes(value))
  if (value instanceof Uint8Array) return hexOf(value)
  const name = typeOf(value).name
  return (
    inBase(value, 16) ?? fail(`only integers, byte buffers, and strings can be formatted as hex, was given ${name}`)
  )
}

/** `%o`. */
export function formatOctal(value: CelValue): string {
  return inBase(value, 8) ?? fail(`octal clause can only be used on integers, was given ${typeOf(value).name}`)
}

function inBase(value: CelValue, base: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString(base)
  return value instanceof CelUint ? value.value.toString(base) : undefined
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
