import { addQuantity, compareQuantity, formatQuantity, parseQuantity, type Quantity } from '@pinnace/meta'

const zero: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }
const maxDigits = 15

/** Orders two canonical quantities. Whole numbers of the same unit, nearly all there are, are compared as numbers. */
export function compareAmounts(left: string, right: string): number {
  if (left === right) return 0
  const a = countDigits(left)
  const b = countDigits(right)
  const isPlain = a > 0 && b > 0 && a <= maxDigits && b <= maxDigits
  // A point or a sign would be part of the unit, and then the units differ from those of whole numbers.
  if (isPlain && isSameUnit(left, a, right, b)) return Number(left.slice(0, a)) - Number(right.slice(0, b))
  return compareQuantity(readAmount(left), readAmount(right))
}

function countDigits(text: string): number {
  let index = 0
  while (index < text.length && isDigit(text.charCodeAt(index))) index++
  return index
}

/** Whether the rest of both texts is the same, and no fraction. */
function isSameUnit(left: string, a: number, right: string, b: number): boolean {
  if (left.length - a !== right.length - b || left.charCodeAt(a) === 0x2e) return false
  for (; a < left.length; a++, b++) if (left.charCodeAt(a) !== right.charCodeAt(b)) return false
  return true
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Whether a canonical quantity is nothing. */
export function isZeroAmount(amount: string): boolean {
  const first = amount.charCodeAt(0)
  if (first >= 0x31 && first <= 0x39) return false
  return amount === '' || /^[-+]?0*(\.0*)?[a-zA-Z]*$/.test(amount)
}

/** Whether a canonical quantity is no whole number of its resource: bytes, devices. */
export function isFraction(amount: string): boolean {
  const last = amount.charCodeAt(amount.length - 1)
  return last === 0x6d || last === 0x75 || last === 0x6e
}

/** Whether a canonical quantity is more than nothing. */
export function isPositiveAmount(amount: string): boolean {
  return !amount.startsWith('-') && !isZeroAmount(amount)
}

/** The sum of two quantities, canonical, in the format of the first that is not zero. */
export function addAmounts(left: string, right: string): string {
  if (isZeroAmount(left)) return right
  return formatQuantity(addQuantity(readAmount(left), readAmount(right)))
}

/** The greater of two quantities. */
export function maxAmount(left: string, right: string): string {
  return compareAmounts(left, right) >= 0 ? left : right
}

function readAmount(amount: string): Quantity {
  return parseQuantity(amount) ?? zero
}

/** Whether a canonical quantity is less than nothing. */
export function isNegativeAmount(amount: string): boolean {
  return amount.startsWith('-') && !isZeroAmount(amount)
}
