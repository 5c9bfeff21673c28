import { describe, expect, it } from 'vitest'
import { createEnvironment, quantity, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), quantity()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["quantity('1.5G').asInteger()", '1500000000'],
  ["quantity('1.5').isInteger()", 'false'],
  ["quantity('9999999999999999999999999999999999999G').isInteger()", 'false'],
  ["quantity('9223372036854775808').isInteger()", 'false'],
  ["quantity('1e3').isInteger()", 'true'],
  ["quantity('1000m').isInteger()", 'false'],
  ["quantity('1.0').isInteger()", 'false'],
  ["quantity('1.5k').isInteger()", 'true'],
  ["quantity('1Gi').asInteger()", '1073741824'],
  ["quantity('0.5Ki').isInteger()", 'false'],
  ["quantity('5E').isInteger()", 'true'],
  ["quantity('50k').sub(quantity('20k')).asApproximateFloat()", '30000'],
  ["quantity('1.5').asApproximateFloat()", '1.5'],
  ["sign(quantity('1'))", '1'],
  ["quantity('-1k').add(1).asInteger()", '-999'],
  ["quantity('200M').compareTo(quantity('0.2G'))", '0'],
  ["quantity('50M').compareTo(quantity('50Mi'))", '-1'],
  ["quantity('150Mi').isGreaterThan(quantity('100Mi'))", 'true'],
  ["quantity('50M').isLessThan(quantity('100M'))", 'true'],
  ["quantity('1k') == quantity('1000')", 'true'],
  ["quantity('1k').add(quantity('1')).sub(1) == quantity('1000')", 'true'],
  ["isQuantity('1.3Gi')", 'true'],
  ["isQuantity('200K')", 'false'],
  ["quantity('5').add(quantity('1m')).isInteger()", 'false'],
  ["quantity('900m').add(quantity('100m')).isInteger()", 'false'],
  ["'%s'.format([type(quantity('1'))])", 'kubernetes.Quantity'],
  ["quantity('1Pi').isInteger()", 'false'],
  ["quantity('100Ti').isInteger()", 'false'],
  ["quantity('10Ti').isInteger()", 'true'],
  ["quantity('0.0').isInteger()", 'false'],
  ["quantity('123456789012345678').isInteger()", 'true'],
  ["quantity('1234567890123456789').isInteger()", 'false'],
  ["quantity('9E').add(quantity('9E')).isInteger()", 'false'],
  ["quantity('0').isInteger()", 'true'],
  ["quantity('1Ki').add(1).isInteger()", 'true'],
  ["quantity('5e18').add(quantity('5e18')).isInteger()", 'false'],
  ["quantity('5e18').isInteger()", 'true'],
  ["quantity('5e19').isInteger()", 'false'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["quantity('Three')", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
  ["quantity('')", "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
  ["quantity('1.5').asInteger()", 'cannot convert value to integer'],
  ["quantity('9999999999999999999999999999999999999G').asInteger()", 'cannot convert value to integer'],
  ["quantity('9223372036854775807').asInteger()", 'cannot convert value to integer'],
]

describe('quantity', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
