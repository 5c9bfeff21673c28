import { addQuantity, compareQuantity, formatQuantity, parseQuantity, type Quantity } from '@pinnace/meta'

const simple = /^(\d{1,15})([a-zA-Z]*)$/
const zero: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }

/** Orders two canonical quantities. Whole numbers of the same unit, nearly all there are, are compared as numbers. */
export function compareAmounts(left: string, right: string): number {
  if (left === right) return 0
  const a = simple.exec(left)
  const b = simple.exec(right)
  if (a !== null && b !== null && a[2] === b[2]) return Number(a[1]) - Number(b[1])
  return compareQuantity(readAmount(left), readAmount(right))
}

/** Whether a canonical quantity is nothing. */
export function isZeroAmount(amount: string): boolean {
  return amount === '' || /^[-+]?0*(\.0*)?[a-zA-Z]*$/.test(amount)
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
