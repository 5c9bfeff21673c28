/** The format of a quantity: `12Mi`, `12M`, `12e6`. */
export type QuantityFormat = 'BinarySI' | 'DecimalSI' | 'DecimalExponent'

/** An exact quantity: `mantissa * 10^exponent`, with a precision of nano. */
export interface Quantity {
  readonly mantissa: bigint
  /** At least -9. */
  readonly exponent: number
  readonly format: QuantityFormat
}

interface QuantityParts {
  readonly isNegative: boolean
  /** The digits before the point, without leading zeros; `0` without any. */
  readonly whole: string
  readonly fraction: string
  readonly suffix: Suffix
}

interface Suffix {
  readonly base: 2 | 10
  readonly exponent: number
  readonly format: QuantityFormat
}

const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const

const suffixes: ReadonlyMap<string, Suffix> = new Map<string, Suffix>([
  ...decimalSuffixes.map((text, index): [string, Suffix] => [
    text,
    { base: 10, exponent: index * 3 - 9, format: 'DecimalSI' },
  ]),
  ...binarySuffixes
    .slice(1)
    .map((text, index): [string, Suffix] => [text, { base: 2, exponent: index * 10 + 10, format: 'BinarySI' }]),
])

// Larger quantities are refused: their arithmetic would block the process.
const maxTextLength = 10_000
const maxExponent = 10_000

const largestBinary = 2n ** 63n - 1n
const nano = -9

/**
 * Parses `100m`, `1.5Gi`, `12e6`; undefined for an invalid quantity ({@link quantityError} has the reason). Digits below
 * nano are rounded away from zero, binary quantities above 2^63 - 1 are capped.
 */
// upstream: apimachinery/pkg/api/resource/quantity.go, ParseQuantity
export function parseQuantity(text: string): Quantity | undefined {
  const parts = split(text)
  return typeof parts === 'string' ? undefined : toQuantity(parts)
}

/** The error of an invalid quantity; undefined for a valid one. */
export function quantityError(text: string): string | undefined {
  const parts = split(text)
  return typeof parts === 'string' ? parts : undefined
}

/** The canonical text of a quantity, as the server returns it; undefined for an invalid one. */
export function canonicalQuantity(text: string): string | undefined {
  const parts = split(text)
  if (typeof parts === 'string') return undefined
  return isKept(parts) ? text : formatQuantity(toQuantity(parts))
}

/**
 * Formats a quantity canonically: without a fraction, with the largest exact suffix. Binary quantities that are small or
 * have fractions are formatted as decimal ones.
 */
// upstream: quantity.go, CanonicalizeBytes
export function formatQuantity(quantity: Quantity): string {
  const { mantissa, exponent, format } = trim(quantity)
  if (mantissa === 0n) return '0'
  if (format === 'BinarySI' && exponent >= 0) {
    let amount = mantissa * 10n ** BigInt(exponent)
    if (amount <= -1024n || amount >= 1024n) {
      let power = 0
      while (power < binarySuffixes.length - 1 && amount % 1024n === 0n) {
        amount /= 1024n
        power++
      }
      return `${amount}${binarySuffixes[power]}`
    }
  }
  const surplus = ((exponent % 3) + 3) % 3
  const amount = mantissa * 10n ** BigInt(surplus)
  const power = exponent - surplus
  const suffix = format === 'DecimalExponent' ? undefined : decimalSuffixes[power / 3 + 3]
  return `${amount}${suffix ?? (power === 0 ? '' : `e${power}`)}`
}

/** Compares two quantities: negative, zero or positive. */
export function compareQuantity(left: Quantity, right: Quantity): number {
  const leftSign = quantitySign(left)
  const difference = leftSign - quantitySign(right)
  if (difference !== 0 || leftSign === 0) return difference
  const [first, second] = align(left, right)
  return first < second ? -1 : first > second ? 1 : 0
}

/** Adds two quantities, in the format of `left`, or of `right` if `left` is zero. */
export function addQuantity(left: Quantity, right: Quantity): Quantity {
  const [first, second] = align(left, right)
  return { mantissa: first + second, exponent: Math.min(left.exponent, right.exponent), format: formatOf(left, right) }
}

/** Subtracts two quantities; the format is as in {@link addQuantity}. */
export function subQuantity(left: Quantity, right: Quantity): Quantity {
  const [first, second] = align(left, right)
  return { mantissa: first - second, exponent: Math.min(left.exponent, right.exponent), format: formatOf(left, right) }
}

/** Converts to the nearest double. */
export function quantityToNumber({ mantissa, exponent }: Quantity): number {
  return Number(`${mantissa}e${exponent}`)
}

/** Converts to whole units, rounded away from zero. */
export function quantityValue(quantity: Quantity): bigint {
  return scaled(quantity, 0)
}

/** Converts to thousandths, rounded away from zero. */
export function quantityMilliValue(quantity: Quantity): bigint {
  return scaled(quantity, -3)
}

/** Whether a quantity is zero. */
export function isZeroQuantity({ mantissa }: Quantity): boolean {
  return mantissa === 0n
}

/** The sign of a quantity: -1, 0 or 1. */
export function quantitySign({ mantissa }: Quantity): -1 | 0 | 1 {
  return mantissa === 0n ? 0 : mantissa < 0n ? -1 : 1
}

/** Splits a quantity into its parts, or returns the error. */
// upstream: quantity.go, parseQuantityString – digits may be missing before the point, after it, and on both sides.
function split(text: string): QuantityParts | string {
  if (text === '' || text.length > maxTextLength) return wrongForm
  let at = text[0] === '-' || text[0] === '+' ? 1 : 0
  while (text[at] === '0') at++
  const wholeEnd = skipDigits(text, at)
  let fraction = ''
  let end = wholeEnd
  if (text[end] === '.') {
    end = skipDigits(text, wholeEnd + 1)
    fraction = text.slice(wholeEnd + 1, end)
  }
  const suffixText = text.slice(end)
  if (!/^[eEinumkKMGTP]*[-+]?[0-9]*$/.test(suffixText)) return wrongForm
  const suffix = suffixes.get(suffixText) ?? exponentSuffix(suffixText)
  if (suffix === undefined) return "unable to parse quantity's suffix"
  // upstream: quantity.go, ParseQuantity – missing digits are an error for very large or small units only.
  if ((suffix.base === 2 ? suffix.exponent >= 50 : suffix.exponent < nano) && !/[0-9]/.test(text.slice(0, end))) {
    return 'unable to parse numeric part of quantity'
  }
  return { isNegative: text[0] === '-', whole: text.slice(at, wholeEnd) || '0', fraction, suffix }
}

const wrongForm = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function exponentSuffix(text: string): Suffix | undefined {
  if (!/^[eE][-+]?[0-9]+$/.test(text)) return undefined
  const exponent = Number(text.slice(1))
  return exponent > maxExponent ? undefined : { base: 10, exponent, format: 'DecimalExponent' }
}

function skipDigits(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++
  return at
}

function toQuantity({ isNegative, whole, fraction, suffix }: QuantityParts): Quantity {
  let mantissa = BigInt(whole + fraction)
  let exponent = -fraction.length
  if (suffix.base === 2) mantissa *= 2n ** BigInt(suffix.exponent)
  else exponent += suffix.exponent
  if (mantissa === 0n) return { mantissa, exponent: 0, format: suffix.format }
  if (exponent < nano) {
    mantissa = divideUp(mantissa, nano - exponent)
    exponent = nano
  }
  let format = suffix.format
  if (format === 'BinarySI') {
    // The exponent is not positive here.
    const unit = 10n ** BigInt(-exponent)
    if (mantissa > largestBinary * unit) {
      mantissa = largestBinary
      exponent = 0
    } else if (mantissa < unit) format = 'DecimalSI'
  }
  return { mantissa: isNegative ? -mantissa : mantissa, exponent, format }
}

// upstream: quantity.go, ParseQuantity – text that looks canonical is kept, including sign and zeros.
function isKept({ whole, fraction, suffix }: QuantityParts): boolean {
  const digits = whole + fraction
  if (suffix.base === 2) {
    const precision = 14 - whole.length - Math.trunc((suffix.exponent * 3) / 10)
    return fraction === '' && precision >= 0 && Number(whole) % 8 !== 0
  }
  const scale = suffix.exponent - fraction.length
  return digits.length <= 18 && scale >= nano && scale % 3 === 0 && !digits.endsWith('000') && digits[0] !== '0'
}

/** Normalizes to the largest exponent. */
function trim({ mantissa, exponent, format }: Quantity): Quantity {
  if (mantissa === 0n || mantissa % 10n !== 0n) return { mantissa, exponent, format }
  const digits = String(mantissa)
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 0x30) end--
  return { mantissa: BigInt(digits.slice(0, end)), exponent: exponent + digits.length - end, format }
}

function align(left: Quantity, right: Quantity): [bigint, bigint] {
  const exponent = Math.min(left.exponent, right.exponent)
  return [
    left.mantissa * 10n ** BigInt(left.exponent - exponent),
    right.mantissa * 10n ** BigInt(right.exponent - exponent),
  ]
}

function formatOf(left: Quantity, right: Quantity): QuantityFormat {
  return left.mantissa === 0n ? right.format : left.format
}

function scaled({ mantissa, exponent }: Quantity, scale: number): bigint {
  const shift = exponent - scale
  return shift >= 0 ? mantissa * 10n ** BigInt(shift) : divideUp(mantissa, -shift)
}

/** Divides by 10^digits, rounding away from zero. */
function divideUp(mantissa: bigint, digits: number): bigint {
  const sign = mantissa < 0n ? -1n : 1n
  // A divisor with more digits than the mantissa results in one.
  if (digits > 3 * maxTextLength) return mantissa === 0n ? 0n : sign
  const divisor = 10n ** BigInt(digits)
  const quotient = mantissa / divisor
  return mantissa % divisor === 0n ? quotient : quotient + sign
}
