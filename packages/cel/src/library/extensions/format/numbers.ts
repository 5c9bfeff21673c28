import { stringToDouble } from '../../../values/convert.ts'
import { CelDouble, CelUint } from '../../../values/numbers.ts'
import type { CelValue } from '../../../values/value.ts'

/** Digits behind the point where the clause has none. */
export const defaultPrecision = 6

/** `%f`, with commas between thousands. */
export function formatFixed(number: number, precision: number): string {
  if (!Number.isFinite(number)) return special(number)
  const [whole = '', fraction] = plainFixed(number, precision).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `%e`, as typeset: `1.500000×10⁰³`. The precision is the width of infinities only. */
// upstream: golang.org/x/text/message – it ignores the precision of numbers in this form.
export function formatScientific(number: number, precision: number): string {
  if (!Number.isFinite(number)) return special(number).padStart(precision)
  const { digits, exponent } = scientificDigits(Math.abs(number), defaultPrecision)
  const fraction = `.${digits.slice(1)}`
  const raised =
    (exponent < 0 ? '⁻' : '') + [...twoDigits(exponent)].map((digit) => superscripts[Number(digit)]).join('')
  return `${signOf(number)}${digits.charAt(0)}${fraction}×10${raised}`
}

/** `%f` without commas; undefined for values that are no numbers. */
export function formatPlainFixed(value: CelValue, precision: number): string | undefined {
  const number = plainNumberOf(value)
  if (number === undefined || !Number.isFinite(number)) return number?.toString()
  return plainFixed(number, precision)
}

/** `%e` as programs print it: `1.500000e+03`; undefined for values that are no numbers. */
export function formatPlainScientific(value: CelValue, precision: number): string | undefined {
  const number = plainNumberOf(value)
  if (number === undefined || !Number.isFinite(number)) return number?.toString()
  const { digits, exponent } = scientificDigits(Math.abs(number), precision)
  const fraction = precision === 0 ? '' : `.${digits.slice(1)}`
  return `${signOf(number)}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${twoDigits(exponent)}`
}

function twoDigits(exponent: number): string {
  return String(Math.abs(exponent)).padStart(2, '0')
}

const superscripts = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']

/** A number with so many digits behind the point. */
export function plainFixed(value: number, precision: number): string {
  const digits = String(scaledInteger(Math.abs(value), precision)).padStart(precision + 1, '0')
  const point = digits.length - precision
  const fraction = precision === 0 ? '' : `.${digits.slice(point)}`
  return `${signOf(value)}${digits.slice(0, point)}${fraction}`
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : ''
}

function special(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '∞' : '-∞'
}

/** The number; strings that stand for special ones are accepted too. Undefined for other values. */
export function doubleOf(value: CelValue): number | undefined {
  if (value instanceof CelDouble) return value.value
  const isSpecial = value === 'NaN' || value === 'Infinity' || value === '-Infinity'
  return isSpecial ? stringToDouble(value).value : undefined
}

function plainNumberOf(value: CelValue): number | undefined {
  if (value instanceof CelDouble) return value.value
  if (value instanceof CelUint) return Number(value.value)
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

function scientificDigits(value: number, precision: number): { digits: string; exponent: number } {
  if (value === 0) return { digits: '0'.repeat(precision + 1), exponent: 0 }
  const exponent = Number(value.toExponential().split('e')[1])
  const digits = String(scaledInteger(value, precision - exponent))
  // Rounding may have made one digit more.
  if (digits.length > precision + 1) return { digits: digits.slice(0, -1), exponent: exponent + 1 }
  return { digits, exponent }
}

/** The positive number times a power of ten, rounded exactly and half to even. */
function scaledInteger(value: number, power: number): bigint {
  let mantissa = value
  let exponent = 0
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    exponent--
  }
  const numerator = BigInt(mantissa) * 10n ** BigInt(Math.max(power, 0))
  const denominator = 2n ** BigInt(-exponent) * 10n ** BigInt(Math.max(-power, 0))
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  const roundsUp = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  return roundsUp ? quotient + 1n : quotient
}
