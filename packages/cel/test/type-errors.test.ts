import { describe, expect, it } from 'vitest'
import {
  CelCompileError,
  createEnvironment,
  declareStruct,
  dynType,
  homogeneousLiterals,
  durationLiterals,
  formatType,
  intType,
  listType,
  nullableType,
  optionals,
  regexLiterals,
  stringType,
  structType,
  timestampLiterals,
  type Environment,
} from '../src/index.ts'

const environment = createEnvironment({
  libraries: [optionals()],
  structs: [
    declareStruct('Object', { spec: structType('Spec') }),
    declareStruct('Spec', { replicas: intType, names: listType(stringType) }),
  ],
  variables: { a: dynType, b: dynType, object: structType('Object'), n: nullableType(intType) },
})

/** Expressions with what is wrong with their types. */
const cases: readonly (readonly [expression: string, issues: readonly string[]])[] = [
  ['undefined_x', ["1:1 undeclared reference to 'undefined_x' (in container '')"]],
  ['undefined_f(1)', ["1:12 undeclared reference to 'undefined_f' (in container '')"]],
  ['"a".undefined_m()', ["1:16 undeclared reference to 'undefined_m' (in container '')"]],
  ['1 == "a"', ["1:3 found no matching overload for '_==_' applied to '(int, string)'"]],
  ['"a" + 1', ["1:5 found no matching overload for '_+_' applied to '(string, int)'"]],
  ['size(1)', ["1:5 found no matching overload for 'size' applied to '(int)'"]],
  ['1 && 2', ["1:1 expected type 'bool' but found 'int'", "1:6 expected type 'bool' but found 'int'"]],
  ['true || "a"', ["1:9 expected type 'bool' but found 'string'"]],
  ['!1', ["1:1 found no matching overload for '!_' applied to '(int)'"]],
  ['-"a"', ["1:1 found no matching overload for '-_' applied to '(string)'"]],
  ['true ? 1 : "a"', ["1:6 found no matching overload for '_?_:_' applied to '(bool, int, string)'"]],
  ['1 ? 2 : 3', ["1:3 found no matching overload for '_?_:_' applied to '(int, int, int)'"]],
  ['[1][true]', ["1:4 found no matching overload for '_[_]' applied to '(list(int), bool)'"]],
  ['{"a": 1}[1]', ["1:9 found no matching overload for '_[_]' applied to '(map(string, int), int)'"]],
  ['1 in 2', ["1:3 found no matching overload for '@in' applied to '(int, int)'"]],
  ['"a".b', ["1:4 type 'string' does not support field selection"]],
  ['1.foo', ["1:2 type 'int' does not support field selection"]],
  ['[1].all(x, x)', ["1:12 expected type 'bool' but found 'int'"]],
  [
    '1.all(x, true)',
    ["1:1 expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)"],
  ],
  ['[1].map(x, x + "a")', ["1:14 found no matching overload for '_+_' applied to '(int, string)'"]],
  [
    'google.protobuf.Int64Value{value: "a"}',
    ["1:33 expected type of field 'value' is 'int' but provided type is 'string'"],
  ],
  ['google.protobuf.Int64Value{foo: 1}', ["1:31 undefined field 'foo'"]],
  ['google.protobuf.Foo{}', ["1:20 undeclared reference to 'google.protobuf.Foo' (in container '')"]],
  ['int{}', ["1:4 'int' is not a message type"]],
  ['a{}', ["1:2 'dyn' is not a type"]],
  ['object.spec.size', ["1:12 undefined field 'size'"]],
  ['object.spec.replicas == "a"', ["1:22 found no matching overload for '_==_' applied to '(int, string)'"]],
  ['object.spec.names.all(n, n > 1)', ["1:28 found no matching overload for '_>_' applied to '(string, int)'"]],
  [
    'timestamp("2024-01-01T00:00:00Z") + 1',
    ["1:35 found no matching overload for '_+_' applied to '(timestamp, int)'"],
  ],
  ['optional.of(1) == 1', ["1:16 found no matching overload for '_==_' applied to '(optional_type(int), int)'"]],
  ['[?1]', ["1:3 expected type 'optional_type(int)' but found 'int'"]],
  ['{?"a": 1}', ["1:8 expected type 'optional_type(int)' but found 'int'"]],
  [
    'a.b.c.d(1) + unknown',
    ["1:8 undeclared reference to 'd' (in container '')", "1:14 undeclared reference to 'unknown' (in container '')"],
  ],
  ['duration("1s") < 1', ["1:16 found no matching overload for '_<_' applied to '(duration, int)'"]],
  ['null + 1', ["1:6 found no matching overload for '_+_' applied to '(null, int)'"]],
  ['type(1) == 1', ["1:9 found no matching overload for '_==_' applied to '(type(int), int)'"]],
  ['[1, "a"] + 1', ["1:10 found no matching overload for '_+_' applied to '(list(dyn), int)'"]],
  ['{"a": 1, 2: 3} + [dyn(1)]', ["1:16 found no matching overload for '_+_' applied to '(map(dyn, int), list(dyn))'"]],
  ['(a)(b)', ["1:4 Syntax error: mismatched input '(' expecting <EOF>"]],
]

function issuesOf(expression: string, within: Environment = environment): readonly string[] {
  try {
    within.check(expression)
    return []
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error
    return error.issues.map(({ location, message }) => `${location.line}:${location.column + 1} ${message}`)
  }
}

describe('type errors', () => {
  it.each(cases)('%j', (expression, issues) => {
    expect(issuesOf(expression)).toEqual(issues)
  })

  it.each([
    ['1 + 1', 'int'],
    ['[1, 2u]', 'list(dyn)'],
    ['{"a": [1.0]}', 'map(string, list(double))'],
    ['[]', 'list(dyn)'],
    ['n', 'wrapper(int)'],
    ['n == 1', 'bool'],
    ['object.spec', 'Spec'],
    ['object.?spec.replicas', 'optional_type(int)'],
    ['object.spec.names[?0].orValue("")', 'string'],
    ['object.spec.names.map(x, size(x))', 'list(int)'],
    ['a.b', 'dyn'],
    ['true ? a : 1', 'dyn'],
    ['type(1)', 'type(int)'],
    ['[null, optional.of(1)][0]', 'optional_type(int)'],
    ['google.protobuf.Struct{}', 'map(string, dyn)'],
  ])('finds the type of %s', (expression, type) => {
    expect(formatType(environment.check(expression).type)).toBe(type)
  })

  it('refuses comparisons across numeric types where an environment says so, but within comprehensions', () => {
    const strict = createEnvironment({ crossTypeComparisons: false })
    expect(issuesOf('1 < 1.5', strict)).toEqual(["1:3 found no matching overload for '_<_' applied to '(int, double)'"])
    expect(issuesOf('[1].all(x, x < 1.5)', strict)).toEqual([])
  })

  it('validates literals where an environment says so', () => {
    const strict = createEnvironment({
      validators: [durationLiterals, timestampLiterals, regexLiterals, homogeneousLiterals({ exceptWithin: ['size'] })],
    })
    expect(issuesOf('duration("x") == duration("1s")', strict)).toEqual(['1:10 invalid duration argument'])
    expect(issuesOf('timestamp("x") == timestamp(1)', strict)).toEqual(['1:11 invalid timestamp argument'])
    expect(issuesOf('"a".matches("(") || matches("b", "(")', strict)).toEqual([
      '1:13 invalid matches argument',
      '1:34 invalid matches argument',
    ])
    expect(issuesOf('[[], [1], ["a"]] == []', strict)).toEqual([
      "1:11 expected type 'list(int)' but found 'list(string)'",
    ])
    expect(issuesOf('{"a": 1, 2: 3.0} == {}', strict)).toEqual([
      "1:10 expected type 'string' but found 'int'",
      "1:13 expected type 'int' but found 'double'",
    ])
    expect(issuesOf('size([1, "a"]) == 2', strict)).toEqual([])
  })
})
