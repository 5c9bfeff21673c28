import { describe, expect, it } from 'vitest'
import {
  addQuantity,
  canonicalQuantity,
  compareQuantity,
  formatQuantity,
  isZeroQuantity,
  parseQuantity,
  quantityError,
  quantitySign,
  quantityMilliValue,
  quantityToNumber,
  quantityValue,
  subQuantity,
  type Quantity,
} from '@pinnace/meta'

const read = (text: string): Quantity => {
  const quantity = parseQuantity(text)
  if (quantity === undefined) throw new Error(`no quantity: ${text}`)
  return quantity
}

describe('canonical text', () => {
  it.each([
    // Decimal.
    ['0', '0'],
    ['0n', '0'],
    ['0Ki', '0'],
    ['0e5', '0'],
    ['0.0', '0'],
    ['-0', '0'],
    ['1', '1'],
    ['100m', '100m'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['0.5', '500m'],
    ['.5', '500m'],
    ['1.5', '1500m'],
    ['1.', '1.'],
    ['0.001', '1m'],
    ['0.0001', '100u'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1000000', '1M'],
    ['1234000', '1234k'],
    ['10000k', '10M'],
    ['1000k', '1M'],
    ['1k', '1k'],
    ['999E', '999E'],
    ['1000E', '1e21'],
    ['100E', '100E'],
    ['1000000n', '1m'],
    ['1000u', '1m'],
    ['-1500m', '-1500m'],
    ['-1000m', '-1'],
    ['-0.5', '-500m'],
    ['1.2345', '1234500u'],
    ['18446744073709551616', '18446744073709551616'],
    ['9223372036854775807', '9223372036854775807'],
    ['123456789012345678901234567890000', '123456789012345678901234567890k'],
    ['100000000000000000000', '100E'],
    // Finer than nano.
    ['0.9n', '1n'],
    ['1.1n', '2n'],
    ['0.0000000001', '1n'],
    ['-0.0000000001', '-1n'],
    ['1e-10', '1e-9'],
    ['1e-100000000000', '1e-9'],
    ['1.0000000000001', '1000000001n'],
    // Exponents.
    ['1e3', '1e3'],
    ['1E3', '1E3'],
    ['12e6', '12e6'],
    ['10e3', '10e3'],
    ['1000e3', '1e6'],
    ['1e2', '100'],
    ['1e4', '10e3'],
    ['1e0', '1e0'],
    ['100e1', '1e3'],
    ['1e-3', '1e-3'],
    ['1.5e3', '1500'],
    ['0.1e3', '100'],
    ['1e+3', '1e+3'],
    // Binary.
    ['1Ki', '1Ki'],
    ['1024Ki', '1Mi'],
    ['1024Mi', '1Gi'],
    ['1048576Ki', '1Gi'],
    ['1000Ki', '1000Ki'],
    ['1536Mi', '1536Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Gi', '512Mi'],
    ['0.5Ki', '512'],
    ['0.1Ki', '102400m'],
    ['1.1Ki', '1126400m'],
    ['0.0001Ki', '102400u'],
    ['512Ki', '512Ki'],
    ['7Ei', '7Ei'],
    ['8Ei', '9223372036854775807'],
    ['-8Ei', '-9223372036854775807'],
    ['1025Ki', '1025Ki'],
    ['-1Ki', '-1Ki'],
    ['-1024Ki', '-1Mi'],
    // Kept because they look canonical.
    ['+1', '+1'],
    ['01', '01'],
    ['+1Ki', '+1Ki'],
    ['001Mi', '001Mi'],
    ['1.500', '1.500'],
    ['+1000', '1k'],
    ['1.50', '1500m'],
    // No digits at all are zero.
    ['.', '0'],
    ['+', '0'],
    ['-', '0'],
    ['m', '0'],
    ['Ki', '0'],
    ['.Ki', '0'],
  ])('%s is written as %s', (text, expected) => {
    expect(canonicalQuantity(text)).toBe(expected)
    expect(quantityError(text)).toBeUndefined()
    // Writing is stable, and loses nothing.
    expect(canonicalQuantity(expected)).toBe(expected)
    expect(compareQuantity(read(text), read(expected))).toBe(0)
  })

  const form = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  const suffix = "unable to parse quantity's suffix"
  it.each([
    ['', form],
    [' 1', form],
    ['1 ', form],
    ['1.1.M', form],
    ['1+1.0M', form],
    ['0.1mi', suffix],
    ['0.1am', form],
    ['aoeu', form],
    ['.5i', suffix],
    ['1i', suffix],
    ['-3.01i', suffix],
    ['-3.01e-', suffix],
    ['Pi', 'unable to parse numeric part of quantity'],
    ['-.Ei', 'unable to parse numeric part of quantity'],
    ['e-12', 'unable to parse numeric part of quantity'],
    ['1K', suffix],
    ['1ki', suffix],
    ['1e', suffix],
    ['1E+', suffix],
    ['1e1.5', form],
    ['1e3Ki', form],
    ['--1', suffix],
    ['+-1', suffix],
    ['1,5', form],
    ['１', form],
    ['Infinity', form],
    ['0x10', form],
    ['1e10001', suffix],
    ['1e99999999999', suffix],
    ['1'.repeat(10_001), form],
  ])('%s is refused', (text, expected) => {
    expect(parseQuantity(text)).toBeUndefined()
    expect(canonicalQuantity(text)).toBeUndefined()
    expect(quantityError(text)).toBe(expected)
  })

  it('takes long texts in good time', () => {
    expect(canonicalQuantity(`${'9'.repeat(9_999)}`)).toHaveLength(9_999)
    expect(canonicalQuantity('1e10000')).toBe('10e9999')
    expect(canonicalQuantity(`0.${'0'.repeat(9_000)}1`)).toBe('1n')
  })
})

describe('arithmetic', () => {
  it.each([
    ['1', '1000m', 0],
    ['1Ki', '1024', 0],
    ['1Ki', '1k', 1],
    ['100m', '0.2', -1],
    ['-1', '1', -2],
    ['0', '0Mi', 0],
    ['-2', '-1', -1],
    ['1e10000', '1e9999', 1],
    ['1Gi', '1073741824', 0],
    ['0', '1n', -1],
    ['18446744073709551616', '18446744073709551615', 1],
  ])('compares %s with %s', (left, right, expected) => {
    expect(Math.sign(compareQuantity(read(left), read(right)))).toBe(Math.sign(expected))
    expect(Math.sign(compareQuantity(read(right), read(left))) + 0).toBe(-Math.sign(expected) + 0)
  })

  it.each([
    ['1', '1', '2', '0'],
    ['100m', '900m', '1', '-800m'],
    ['1Gi', '1Mi', '1025Mi', '1023Mi'],
    ['0', '1Gi', '1Gi', '-1Gi'],
    ['1Gi', '500m', '1073741824500m', '1073741823500m'],
    ['1', '1Ki', '1025', '-1023'],
    ['1Ki', '1', '1025', '1023'],
    ['1e3', '1', '1001', '999'],
    ['0.1', '0.2', '300m', '-100m'],
    ['9223372036854775807', '1', '9223372036854775808', '9223372036854775806'],
    ['7Ei', '7Ei', '14Ei', '0'],
    ['1E', '1n', '1000000000000000000000000001n', '999999999999999999999999999n'],
  ])('%s and %s make %s and %s', (left, right, sum, difference) => {
    expect(formatQuantity(addQuantity(read(left), read(right)))).toBe(sum)
    expect(formatQuantity(subQuantity(read(left), read(right)))).toBe(difference)
  })

  it('writes sums of binary amounts beyond the largest suffix in that suffix', () => {
    const sum = Array.from({ length: 1024 }, () => read('1Ei')).reduce(addQuantity)
    expect(formatQuantity(sum)).toBe('1024Ei')
  })

  it.each([
    ['1', 1, 1n, 1000n],
    ['100m', 0.1, 1n, 100n],
    ['0.1m', 0.0001, 1n, 1n],
    ['-100m', -0.1, -1n, -100n],
    ['1500m', 1.5, 2n, 1500n],
    ['1Gi', 1073741824, 1073741824n, 1073741824000n],
    ['12e6', 12e6, 12000000n, 12000000000n],
    ['0', 0, 0n, 0n],
    ['1n', 1e-9, 1n, 1n],
  ])('%s is a number, a value and thousandths', (text, number, value, milliValue) => {
    expect(quantityToNumber(read(text))).toBe(number)
    expect(quantityValue(read(text))).toBe(value)
    expect(quantityMilliValue(read(text))).toBe(milliValue)
  })

  it('tells the sign', () => {
    expect(['-1m', '0', '0Ki', '1n'].map((text) => quantitySign(read(text)))).toEqual([-1, 0, 0, 1])
    expect(['-1m', '0', '0Ki', '1n'].map((text) => isZeroQuantity(read(text)))).toEqual([false, true, true, false])
  })
})
