import { fail } from './failure.ts'
import { toInt, toUint, type Int } from './integers.ts'
import { CelDouble, CelUint } from './numbers.ts'
import { parseDuration, parseTimestamp, CelDuration, timestampOf, type CelTimestamp } from './time.ts'

// Conversions between the basic types, with the syntax that Go's strconv and time packages accept.

function conversionError(from: string, to: string): never {
  return fail(`type conversion error from '${from}' to '${to}'`)
}

export function doubleToInt({ value }: CelDouble): Int {
  // upstream: common/types/overflow.go, doubleToInt64Checked – the bounds themselves are refused.
  if (Number.isNaN(value) || value <= -(2 ** 63) || value >= 2 ** 63) fail('integer overflow')
  return toInt(BigInt(Math.trunc(value)))
}

export function doubleToUint({ value }: CelDouble): CelUint {
  if (Number.isNaN(value) || value < 0 || value >= 2 ** 64) fail('unsigned integer overflow')
  return toUint(BigInt(Math.trunc(value)))
}

export function stringToInt(text: string): Int {
  if (!/^[+-]?\d{1,40}$/.test(text)) conversionError('string', 'int')
  const value = BigInt(text.replace(/^\+/, ''))
  return BigInt.asIntN(64, value) === value ? toInt(value) : conversionError('string', 'int')
}

export function stringToUint(text: string): CelUint {
  if (!/^\d{1,40}$/.test(text)) conversionError('string', 'uint')
  const value = BigInt(text)
  return BigInt.asUintN(64, value) === value ? toUint(value) : conversionError('string', 'uint')
}

export function stringToDouble(text: string): CelDouble {
  const special = /^([+-]?)(?:inf|infinity)$/i.exec(text)
  if (special) return new CelDouble(special[1] === '-' ? -Infinity : Infinity)
  if (/^nan$/i.test(text)) return new CelDouble(Number.NaN)
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : hexadecimalFloat(text)
  return value === undefined || !Number.isFinite(value) ? conversionError('string', 'double') : new CelDouble(value)
}

/** `0x1.8p3`. */
function hexadecimalFloat(text: string): number | undefined {
  const found = /^([+-]?)0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?\d{1,6})$/i.exec(text)
  if (!found) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = ''] = found
  if (whole + fraction === '') return undefined
  const digits = Number(BigInt(`0x${whole}${fraction}`))
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * fraction.length)
}

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const untruths = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])

export function stringToBool(text: string): boolean {
  if (truths.has(text)) return true
  return untruths.has(text) ? false : conversionError('string', 'bool')
}

export function stringToDuration(text: string): CelDuration {
  const nanos = parseDuration(text)
  return nanos === undefined ? conversionError('string', 'google.protobuf.Duration') : new CelDuration(nanos)
}

export function stringToTimestamp(text: string): CelTimestamp {
  const nanos = parseTimestamp(text)
  return nanos === undefined ? conversionError('string', 'google.protobuf.Timestamp') : timestampOf(nanos)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function stringToBytes(text: string): Uint8Array {
  return encoder.encode(text)
}

export function bytesToString(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return fail('invalid UTF-8 in bytes, cannot convert to string')
  }
}

/** A double as Go's `%g` prints it. */
export function doubleToString({ value }: CelDouble): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const [mantissa = '0', exponentText = '0'] = Math.abs(value).toExponential().split('e')
  const exponent = Number(exponentText)
  const digits = mantissa.replace('.', '')
  // upstream: strconv, %g – the shortest form turns to exponents at 1e-5 and 1e+06.
  if (value !== 0 && (exponent < -4 || exponent >= 6)) {
    const power = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${power}`
  }
  return sign + plainDecimal(digits, exponent)
}

/** A finite number in as many digits as it needs, without an exponent. */
export function shortestDecimal(value: number): string {
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return sign + plainDecimal(mantissa.replace('.', ''), Number(exponent))
}

function plainDecimal(digits: string, exponent: number): string {
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = digits.slice(exponent + 1)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
