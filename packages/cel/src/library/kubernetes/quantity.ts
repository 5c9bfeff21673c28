import {
  addQuantity,
  compareQuantity,
  parseQuantity,
  quantityError,
  quantitySign,
  quantityToNumber,
  subQuantity,
  type Quantity,
} from '@pinnace/meta'
import { fail } from '../../values/failure.ts'
import { CelDouble, integerOf, isInt64 } from '../../values/numbers.ts'
import { boolType, doubleType, intType, opaqueType, stringType } from '../../values/type.ts'
import { CelOpaque, type CelType, type CelValue } from '../../values/value.ts'
import { declareFunction, memberOverload, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'

/** A quantity as a value. */
export class CelQuantity extends CelOpaque {
  readonly quantity: Quantity
  /** Whether the original keeps the quantity as an integer of 64 bits with a scale; only such ones can be integers. */
  readonly isScaledInteger: boolean

  constructor(quantity: Quantity, isScaledInteger: boolean) {
    super()
    this.quantity = quantity
    this.isScaledInteger = isScaledInteger
  }

  get type(): CelType {
    return quantityType
  }

  equals(other: CelValue): boolean {
    return other instanceof CelQuantity && compareQuantity(this.quantity, other.quantity) === 0
  }
}

export const quantityType: CelType<CelQuantity> = opaqueType<CelQuantity>('kubernetes.Quantity')

/** `quantity`, `isQuantity`, arithmetic and comparisons of quantities. */
export function quantity(): Library {
  return { name: 'kubernetes.quantity', functions: [...conversions, ...comparisons, ...arithmetic] }
}

const conversions: readonly FunctionDeclaration[] = [
  declareFunction(
    'quantity',
    overload('string_to_quantity', [stringType], quantityType, (text) => toCelQuantity(text)),
  ),
  declareFunction(
    'isQuantity',
    overload('is_quantity_string', [stringType], boolType, (text) => parseQuantity(text) !== undefined),
  ),
  declareFunction(
    'sign',
    overload('quantity_sign', [quantityType], intType, (value) => quantitySign(value.quantity)),
  ),
  declareFunction(
    'asApproximateFloat',
    memberOverload(
      'quantity_get_float',
      [quantityType],
      doubleType,
      (value) => new CelDouble(quantityToNumber(value.quantity)),
    ),
  ),
  declareFunction(
    'asInteger',
    memberOverload(
      'quantity_get_int',
      [quantityType],
      intType,
      (value) => toInteger(value) ?? fail('cannot convert value to integer'),
    ),
  ),
  declareFunction(
    'isInteger',
    memberOverload('quantity_is_integer', [quantityType], boolType, (value) => toInteger(value) !== undefined),
  ),
]

const comparisons: readonly FunctionDeclaration[] = [
  declareFunction(
    'isGreaterThan',
    memberOverload('quantity_is_greater_than', [quantityType, quantityType], boolType, (a, b) => order(a, b) > 0),
  ),
  declareFunction(
    'isLessThan',
    memberOverload('quantity_is_less_than', [quantityType, quantityType], boolType, (a, b) => order(a, b) < 0),
  ),
  declareFunction(
    'compareTo',
    memberOverload('quantity_compare_to', [quantityType, quantityType], intType, (a, b) => order(a, b)),
  ),
]

const arithmetic: readonly FunctionDeclaration[] = [
  declareFunction(
    'add',
    memberOverload('quantity_add', [quantityType, quantityType], quantityType, (a, b) => combine(a, b, addQuantity)),
    memberOverload('quantity_add_int', [quantityType, intType], quantityType, (a, b) =>
      combine(a, ofInteger(b), addQuantity),
    ),
  ),
  declareFunction(
    'sub',
    memberOverload('quantity_sub', [quantityType, quantityType], quantityType, (a, b) => combine(a, b, subQuantity)),
    memberOverload('quantity_sub_int', [quantityType, intType], quantityType, (a, b) =>
      combine(a, ofInteger(b), subQuantity),
    ),
  ),
]

/** The value of a quantity. @throws a failure for text that is none */
export function toCelQuantity(text: string): CelQuantity {
  const parsed = parseQuantity(text)
  if (parsed === undefined) return fail(quantityError(text) ?? 'invalid quantity')
  return new CelQuantity(parsed, isScaledInteger(text, parsed))
}

const binaryExponents: Readonly<Record<string, number>> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }

// upstream: apimachinery/pkg/api/resource/quantity.go, ParseQuantity – the fast path for up to 18 decimal digits.
function isScaledInteger(text: string, { mantissa, exponent }: Quantity): boolean {
  const [, whole = '', fraction = '', suffix = ''] = /^[+-]?0*([0-9]*)\.?([0-9]*)(.*)$/.exec(text) ?? []
  const digits = Math.max(whole.length, 1) + fraction.length
  const binary = binaryExponents[suffix]
  if (binary !== undefined) return fraction === '' && 14 - digits - Math.floor((binary * 3) / 10) >= 0
  // Zeros with a fraction keep their scale there.
  return digits <= 18 && exponent >= -9 && !(mantissa === 0n && fraction !== '')
}

function ofInteger(value: number | bigint): CelQuantity {
  return new CelQuantity({ mantissa: BigInt(value), exponent: 0, format: 'DecimalExponent' }, true)
}

function combine(a: CelQuantity, b: CelQuantity, operation: (a: Quantity, b: Quantity) => Quantity): CelQuantity {
  const result = operation(a.quantity, b.quantity)
  return new CelQuantity(result, a.isScaledInteger && b.isScaledInteger && isInt64(result.mantissa))
}

function order(a: CelQuantity, b: CelQuantity): number {
  return compareQuantity(a.quantity, b.quantity)
}

function toInteger({ quantity: { mantissa, exponent }, isScaledInteger: isScaled }: CelQuantity): CelValue | undefined {
  // A scale above that of the largest integer is not calculated.
  if (!isScaled || exponent < 0 || exponent > 18) return undefined
  const value = mantissa * 10n ** BigInt(exponent)
  return isInt64(value) ? integerOf(value) : undefined
}
