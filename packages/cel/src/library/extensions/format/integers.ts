import { stringToBytes } from '../../../values/convert.ts'
import { CelUint } from '../../../values/numbers.ts'
import type { CelValue } from '../../../values/value.ts'

/** `%b`; undefined for values that are no integers and booleans. */
export function formatBinary(value: CelValue): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return inBase(value, 2)
}

/** `%x`; undefined for values that are no integers, strings and bytes. */
export function formatHex(value: CelValue): string | undefined {
  if (typeof value === 'string') return hexOf(stringToBytes(value))
  return value instanceof Uint8Array ? hexOf(value) : inBase(value, 16)
}

/** The digits of an integer; undefined for other values. */
export function inBase(value: CelValue, base: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value.toString(base)
  return value instanceof CelUint ? value.value.toString(base) : undefined
}

function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16)
  return hex
}
