import { describe, expect, it } from 'vitest'
import { createEnvironment, createKubernetesEnvironment, dynType, strings, stringType } from '../../src/index.ts'

const variables = { any: dynType, text: stringType }
const kubernetes = createKubernetesEnvironment({ variables })
const plain = createEnvironment({ variables, libraries: [strings()] })

/** Formats that Kubernetes refuses, with the place and the message. */
const refused: readonly (readonly [expression: string, column: number, message: string])[] = [
  ["'%'.format([])", 11, 'unexpected end of string'],
  ["'%s'.format([])", 12, 'index 0 out of range'],
  ["'%s %s'.format(['a'])", 15, 'index 1 out of range'],
  ["'%s'.format(['a', 1])", 12, 'too many arguments supplied to string.format (expected 1, got 2)'],
  ["'none'.format(['a'])", 14, 'too many arguments supplied to string.format (expected 0, got 1)'],
  ["'%z'.format([1])", 12, 'could not parse formatting clause: unrecognized formatting clause "z"'],
  [
    "'%.'.format([1])",
    12,
    'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
  ],
  ["'%d'.format(['a'])", 14, 'error during formatting: decimal clause can only be used on integers, was given string'],
  ["'%d'.format([1.5])", 14, 'error during formatting: decimal clause can only be used on integers, was given double'],
  ["'%f'.format([1])", 14, 'error during formatting: fixed-point clause can only be used on doubles, was given int'],
  ["'%e'.format([true])", 14, 'error during formatting: scientific clause can only be used on doubles, was given bool'],
  [
    "'%b'.format([text])",
    14,
    'error during formatting: only integers and bools can be formatted as binary, was given string',
  ],
  [
    "'%x'.format([1.0])",
    14,
    'error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double',
  ],
  ["'%o'.format([true])", 14, 'error during formatting: octal clause can only be used on integers, was given bool'],
  [
    "'%s'.format([[1, optional.none()]])",
    31,
    'error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
  ],
]

describe('literal formats', () => {
  it.each(refused)('%s is refused', (expression, column, message) => {
    expect(() => kubernetes.compile(expression)).toThrow(`ERROR: <input>:1:${column}: ${message}`)
  })

  it.each([
    "'%s %d'.format(['a', 1])",
    "'%d'.format([any])",
    "'%f'.format(['NaN'])",
    "'100%%'.format([])",
    'text.format([1, 2])',
    "'%s %s'.format(any)",
    "'%s'.format([{'a': [1]}])",
  ])('%s is accepted', (expression) => {
    expect(() => kubernetes.compile(expression)).not.toThrow()
  })

  it('accept all numbers in the plain style', () => {
    expect(plain.compile("'%d %f %e'.format([1.5, 2, 3u])").evaluate().value).toBe('1.5 2.000000 3.000000e+00')
    expect(() => plain.compile("'%d'.format(['a'])")).toThrow(
      'decimal clause can only be used on ints, uints, and doubles, was given string',
    )
  })
})

/** Texts of the plain style, which Kubernetes does not have. */
const texts: readonly (readonly [expression: string, text: string])[] = [
  ["'%.6e'.format([1052.032911275])", '1.052033e+03'],
  ["'%.0e'.format([0.00012])", '1e-04'],
  ["'%e'.format([0.0])", '0.000000e+00'],
  ["'%f'.format([-12345.5])", '-12345.500000'],
  ["'%.2f'.format([3u])", '3.00'],
  ["'%f %e %d'.format([1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0])", 'Infinity -Infinity NaN'],
  ["'%d'.format([1234567.25])", '1234567.25'],
  ["'%s'.format([1e-7])", '0.0000001'],
  [
    "'%s'.format([['a', 3.14, null, [true], timestamp('2023-02-03T23:31:20Z'), b'x', int]])",
    '[a, 3.14, null, [true], 2023-02-03T23:31:20Z, x, int]',
  ],
  ["'%s'.format([{'b': duration('2h'), 'a': 2u}])", '{a: 2, b: 7200s}'],
  ["'%s'.format([{1: 'x', true: 1.0 / 0.0}])", '{1: x, true: Infinity}'],
]

describe('the plain style of format', () => {
  it.each(texts)('%s', (expression, text) => {
    expect(plain.compile(expression).evaluate().value).toBe(text)
  })

  it('fails with places beyond the end of the string, where Kubernetes finds nothing', () => {
    for (const name of ['indexOf', 'lastIndexOf']) {
      const expression = `'taco'.${name}('a', 30)`
      expect(plain.compile(expression).evaluate().error?.message).toBe('index out of range: 30')
      expect(kubernetes.compile(expression).evaluate().value).toBe(-1)
    }
  })
})
