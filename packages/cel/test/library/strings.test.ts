import { describe, expect, it } from 'vitest'
import { createEnvironment, optionals, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [optionals(), strings({ version: 2 })] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["'%e'.format([1234.5])", '1.234500×10⁰³'],
  ["'%.2e'.format([-0.00012345])", '-1.234500×10⁻⁰⁴'],
  ["'%e'.format([1.0e120])", '1.000000×10¹²⁰'],
  ["'%f'.format([1234567.891])", '1,234,567.891000'],
  ["'%.10f'.format([2.5])", '2.5000000000'],
  ["'%.1f'.format([0.25])", '0.2'],
  ["'%f'.format([double('NaN')])", 'NaN'],
  ["'%f'.format([double('Inf')])", '∞'],
  ["'%e'.format([double('-Inf')])", '    -∞'],
  ["'%e'.format([0.0])", '0.000000×10⁰⁰'],
  ["'%f'.format(['Infinity'])", '∞'],
  ["'%s'.format([b'abc'])", 'abc'],
  [
    `'%s'.format([[1.5, double('NaN'), 'a"b', b'x', duration('90s'), timestamp('2020-01-01T00:00:00Z'), type(1), null, true]])`,
    '[1.500000, "NaN", "a\\"b", b"x", duration("90s"), timestamp("2020-01-01T00:00:00Z"), int, null, true]',
  ],
  ["'%s'.format([duration('1h30m')])", '5400s'],
  ["'%s'.format([timestamp('2020-01-01T00:00:00.5Z')])", '2020-01-01T00:00:00.5Z'],
  ["'%s'.format([type(1)])", 'int'],
  ["'%s %s'.format([{1: 'a', 2: 'b'}, {true: 1}])", '{1:"a", 2:"b"} {true:1}'],
  ["'%x %X'.format(['Hello', b'az'])", '48656c6c6f 617A'],
  ["'%x'.format([-5])", '-5'],
  ["'%b %b'.format([-5, true])", '-101 1'],
  ["'%o'.format([-8])", '-10'],
  ["'%%'.format([])", '%'],
  ["'%.2d'.format([3])", '3'],
  ["'é😀x'.charAt(1)", '😀'],
  ["'😀b'.indexOf('b')", '1'],
  ["'abc'.indexOf('', 9)", '9'],
  ["'abc'.indexOf('', -3)", '-3'],
  ["'abc'.indexOf('c', 3)", '-1'],
  ["'abc'.indexOf('c', 2)", '2'],
  ["'abcabc'.lastIndexOf('bc')", '4'],
  ["'abcabc'.lastIndexOf('bc', 3)", '1'],
  ["'abc'.lastIndexOf('b', 3)", '-1'],
  ["'abc'.lastIndexOf('')", '3'],
  ["'abc'.lastIndexOf('', 7)", '7'],
  ["''.lastIndexOf('a')", '-1'],
  ["''.indexOf('a')", '-1'],
  ["'a'.lastIndexOf('abc')", '-1'],
  ["'TacoCÆt Xii'.lowerAscii()", 'tacocÆt xii'],
  ["'TacoCæt'.upperAscii()", 'TACOCæT'],
  ["'abc'.replace('', '-')", '-a-b-c-'],
  ["'abc'.replace('', '-', 2)", '-a-bc'],
  ["'aaa'.replace('a', 'b', -1)", 'bbb'],
  ["'aaa'.replace('a', 'b', 0)", 'aaa'],
  ["'a😀b'.split('')", '["a", "😀", "b"]'],
  ["'a,b,c'.split(',', 2)", '["a", "b,c"]'],
  ["'a,b,c'.split(',', 0)", '[]'],
  ["'a,b,c'.split(',', -1)", '["a", "b", "c"]'],
  ["''.split(',')", '[""]'],
  ["''.split('')", '[]'],
  ["'hello'.substring(4)", 'o'],
  ["'hello'.substring(1, 3)", 'el'],
  ["'\\u0085\\u00a0\\u200b x \\u2003'.trim()", '\u200b x'],
  [`strings.quote('\\a\\b\\f\\n\\r\\t\\v\\\\\\"é')`, '"\\a\\b\\f\\n\\r\\t\\v\\\\\\"é"'],
  ["'[%e]'.format([double('Inf')])", '[     ∞]'],
  ["'[%.2e]'.format([double('Inf')])", '[ ∞]'],
  ["'[%.2e]'.format([double('-Inf')])", '[-∞]'],
  ["'[%e]'.format([double('NaN')])", '[   NaN]'],
  ["'[%f]'.format([double('-Inf')])", '[-∞]'],
  ["'[%.1f]'.format([-1234.56])", '[-1,234.6]'],
  ["'[%.0f]'.format([1234.5])", '[1,234]'],
  ["'[%.0e]'.format([15.0])", '[1.500000×10⁰¹]'],
  ["'[%e]'.format([1.0e-7])", '[1.000000×10⁻⁰⁷]'],
  ["'[%.1x]'.format([255])", '[ff]'],
  ["'%s'.format([[]])", '[]'],
  ["'%s'.format([{}])", '{}'],
  ["'%s'.format([['é\\n\\u0001\\u200b\\u00a0\\U0001F600']])", '["é\\n\\x01\\u200b\\u00a0😀"]'],
  ["'%.9e'.format([1.23456789012])", '1.234568×10⁰⁰'],
  ["'%.300f'.format([1.5]).size()", '46'],
  ["'%.2e'.format([9.9999999])", '1.000000×10⁰¹'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["'%d'.format(dyn(['a']))", 'error during formatting: decimal clause can only be used on integers, was given string'],
  ["'%s %s'.format(dyn([1]))", 'index 1 out of range'],
  ["'%z'.format(dyn([1]))", 'could not parse formatting clause: unrecognized formatting clause "z"'],
  ["'%'.format(dyn([1]))", 'unexpected end of string'],
  [
    "'%.f'.format(dyn([1.0]))",
    'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  [
    "'%.3'.format(dyn([1.0]))",
    'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
  ],
  [
    "'%b'.format(dyn([1.0]))",
    'error during formatting: only integers and bools can be formatted as binary, was given double',
  ],
  [
    "'%x'.format(dyn([1.0]))",
    'error during formatting: only integers, byte buffers, and strings can be formatted as hex, was given double',
  ],
  ["'%o'.format(dyn([1.0]))", 'error during formatting: octal clause can only be used on integers, was given double'],
  ["'%f'.format(dyn([1]))", 'error during formatting: fixed-point clause can only be used on doubles, was given int'],
  [
    "'%e'.format(dyn(['a']))",
    'error during formatting: scientific clause can only be used on doubles, was given string',
  ],
  [
    "'%s'.format(dyn([optional.of(1)]))",
    'error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type',
  ],
  ["'abc'.charAt(-1)", 'index out of range: -1'],
  ["'abc'.lastIndexOf('b', -1)", 'index out of range: -1'],
  ["'hello'.substring(6)", 'index out of range: 6'],
  ["'hello'.substring(-1)", 'index out of range: -1'],
  ["'hello'.substring(-1, 2)", 'index out of range: -1'],
  ["'hello'.substring(1, 9)", 'index out of range: 9'],
  ["'abc'.indexOf('b', -1)", 'index out of range: -1'],
  [
    "'[%.-1f]'.format(dyn([1.0]))",
    'could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
  ],
  [
    "'%s'.format([[b'\\xff']])",
    'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
  ],
  [
    "'%s'.format([b'\\xff'])",
    'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
  ],
]

describe('strings', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
