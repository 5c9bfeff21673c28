import { describe, expect, it } from 'vitest'
import { createEnvironment, formatValue, math, typeOf } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [math()] })

function valueOf(expression: string): string {
  const { value = null, error } = environment.compile(expression).evaluate()
  return error?.message ?? `${typeOf(value).name} ${formatValue(value)}`
}

const values: readonly (readonly [expression: string, value: string])[] = [
  ['math.least(-1)', 'int -1'],
  ['math.least(2.5)', 'double 2.5'],
  ['math.least(3u)', 'uint 3'],
  ['math.least(4, 2)', 'int 2'],
  ['math.least(4, 2u)', 'uint 2'],
  ['math.least(4.5, 2)', 'int 2'],
  ['math.least(2, 2.0)', 'int 2'],
  ['math.least(5, 4, 3, 7)', 'int 3'],
  ['math.least([9, 8])', 'int 8'],
  ['math.least(dyn([9, 8.5, 10u]))', 'double 8.5'],
  ['math.greatest(-9223372036854775808, 1)', 'int 1'],
  ['math.greatest(18446744073709551615u, 1)', 'uint 18446744073709551615'],
  ['math.greatest(5.4, 10, 3u, -5.0)', 'int 10'],
  ['math.greatest(dyn([]))', 'math.@max(list) argument must not be empty'],
  ["math.least(dyn('a'), 1)", 'no such overload: math.@min(string, int)'],
  ['math.ceil(-1.2)', 'double -1'],
  ['math.floor(-1.2)', 'double -2'],
  ['math.round(2.5)', 'double 3'],
  ['math.round(-2.5)', 'double -3'],
  ['math.round(0.49999999999999994)', 'double 0'],
  ['math.trunc(-1.9)', 'double -1'],
  ['math.isInf(1.0 / 0.0)', 'bool true'],
  ['math.isNaN(0.0 / 0.0)', 'bool true'],
  ['math.isFinite(0.0 / 0.0)', 'bool false'],
  ['math.abs(-3)', 'int 3'],
  ['math.abs(-3.5)', 'double 3.5'],
  ['math.abs(3u)', 'uint 3'],
  ['math.abs(-9223372036854775808)', 'integer overflow'],
  ['math.sign(-42)', 'int -1'],
  ['math.sign(-0.5)', 'double -1'],
  ['math.sign(7u)', 'uint 1'],
  ['math.sqrt(49)', 'double 7'],
  ['math.sqrt(49u)', 'double 7'],
  ['math.sqrt(2.25)', 'double 1.5'],
  ['math.bitAnd(3, 5)', 'int 1'],
  ['math.bitOr(1u, 2u)', 'uint 3'],
  ['math.bitXor(3, 5)', 'int 6'],
  ['math.bitNot(1)', 'int -2'],
  ['math.bitNot(0u)', 'uint 18446744073709551615'],
  ['math.bitShiftLeft(1, 62)', 'int 4611686018427387904'],
  ['math.bitShiftLeft(1, 63)', 'int -9223372036854775808'],
  ['math.bitShiftLeft(1, 64)', 'int 0'],
  ['math.bitShiftRight(-1024, 3)', 'int 2305843009213693824'],
  ['math.bitShiftRight(1024u, 200)', 'uint 0'],
  ['math.bitShiftLeft(1, -1)', 'math.bitShiftLeft() negative offset: -1'],
  ['math.bitShiftRight(1u, -2)', 'math.bitShiftRight() negative offset: -2'],
]

const problems: readonly (readonly [expression: string, message: string])[] = [
  ['math.least()', 'math.least() requires at least one argument'],
  ["math.greatest('a')", 'math.greatest() invalid single argument value'],
  ["math.greatest(['a'])", 'math.greatest() invalid single argument value'],
  ['math.least([])', 'math.least() invalid single argument value'],
  ["math.least(1, 'a')", 'math.least() simple literal arguments must be numeric'],
  ['math.least(1, 2, {})', 'math.least() simple literal arguments must be numeric'],
]

describe('math', () => {
  it.each(values)('%s', (expression, value) => {
    expect(valueOf(expression)).toBe(value)
  })

  it.each(problems)('refuses %s', (expression, message) => {
    expect(() => environment.compile(expression)).toThrow(message)
  })

  it('leaves functions called least and greatest of other things alone', () => {
    expect(() => environment.compile('{}.least(1)')).toThrow("undeclared reference to 'least'")
  })

  it('has the functions of its version only', () => {
    const compile = (expression: string, version: number) => (): unknown =>
      createEnvironment({ libraries: [math({ version })] }).compile(expression)
    expect(compile('math.abs(1)', 0)).toThrow('undeclared reference')
    expect(compile('math.sqrt(1)', 1)).toThrow('undeclared reference')
    expect(compile('math.least(1)', 0)).not.toThrow()
  })
})
