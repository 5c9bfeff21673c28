import { describe, expect, it } from 'vitest'
import {
  bindings,
  blocks,
  createEnvironment,
  dynType,
  formatValue,
  optionals,
  twoVariableComprehensions,
  type CelValue,
} from '../src/index.ts'

const environment = createEnvironment({
  libraries: [optionals(), bindings(), blocks(), twoVariableComprehensions()],
  variables: { x: dynType, y: dynType },
})

/** The value as text, or the message of the error. */
function run(expression: string, variables: Record<string, unknown> = {}): string {
  const { value, error } = environment.compile(expression).evaluate(variables)
  return error === undefined ? show(value) : `error: ${error.message}`
}

function show(value: CelValue): string {
  return typeof value === 'string' ? `"${value}"` : formatValue(value)
}

/** Expressions with what they give. */
const groups: Record<string, readonly (readonly [expression: string, result: string])[]> = {
  'integers of 64 bits': [
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9223372036854775807 + 1', 'error: integer overflow'],
    ['-9223372036854775808 - 1', 'error: integer overflow'],
    ['4611686018427387904 * 2', 'error: integer overflow'],
    ['9007199254740991 + 2', '9007199254740993'],
    ['9007199254740993 - 2', '9007199254740991'],
    ['3037000500 * 3037000499', '9223372033963249500'],
    ['-(-9223372036854775808)', 'error: integer overflow'],
    ['-9223372036854775808 / -1', 'error: integer overflow'],
    ['-9223372036854775808 % -1', 'error: integer overflow'],
    ['7 / 2 * 2 + 7 % 2 == 7', 'true'],
    ['-7 / 2', '-3'],
    ['-7 % 2', '-1'],
    ['1 / 0', 'error: division by zero'],
    ['1 % 0', 'error: modulus by zero'],
    ['0 * -1 == 0 && string(0 * -1) == "0"', 'true'],
  ],
  'unsigned integers': [
    ['18446744073709551615u', '18446744073709551615'],
    ['18446744073709551615u + 1u', 'error: unsigned integer overflow'],
    ['1u - 2u', 'error: unsigned integer overflow'],
    ['1u / 0u', 'error: division by zero'],
    ['uint(-1)', 'error: unsigned integer overflow'],
    ['dyn(1u) == 1 && dyn(1u) == 1.0', 'true'],
  ],
  doubles: [
    ['1.0 / 0.0', '+Inf'],
    ['0.1 + 0.2', '0.30000000000000004'],
    ['string(1e6)', '"1e+06"'],
    ['string(123456.0)', '"123456"'],
    ['int(9223372036854775807.0)', 'error: integer overflow'],
    ['double("nan") == double("nan")', 'false'],
    ['double("nan") < 1.0', 'error: NaN values cannot be ordered'],
    ['dyn(9007199254740993) == 9007199254740992.0', 'true'],
  ],
  'strings in code points': [
    ['size("😀é")', '2'],
    ["'\\U0001F600' == '😀'", 'true'],
    ['"\\uFFFD" < "😀"', 'true'],
    ['bytes("é") == b"\\xc3\\xa9"', 'true'],
    ['string(b"\\xff")', 'error: invalid UTF-8 in bytes, cannot convert to string'],
    ['"abc".matches("^a.*c$") && matches("abc", "b")', 'true'],
    ['"a".matches("(")', 'error: error parsing regexp: missing closing ): `(`'],
  ],
  'errors that logic absorbs': [
    ['false && 1 / 0 == 1', 'false'],
    ['1 / 0 == 1 && false', 'false'],
    ['1 / 0 == 1 || true', 'true'],
    ['1 / 0 == 1 && true', 'error: division by zero'],
    ['[0, 1].all(i, 1 / i == 2)', 'false'],
    ['[0, 1].exists(i, 1 / i == 1)', 'true'],
    ['[0, 1].exists(i, 1 / i == 2)', 'error: division by zero'],
    ['[0, 1].exists_one(i, 1 / i == 1)', 'error: division by zero'],
    ['true ? 1 : 1 / 0', '1'],
    ['dyn(1) && true', 'error: no such overload'],
    ['dyn(1) ? 1 : 2', 'error: no such overload'],
  ],
  'lists and maps': [
    ['[1, 2][1]', '2'],
    ['[1][1]', 'error: index out of bounds: 1'],
    ['[1][-1]', 'error: index out of bounds: -1'],
    ['[1, 2][dyn(1.0)]', '2'],
    ['[1][dyn("a")]', "error: unsupported index type 'string' in list"],
    ['{"a": 1}.b', 'error: no such key: b'],
    ['{"a": 1}["b"]', 'error: no such key: b'],
    ['{1: "a"}[dyn(1u)] == "a" && {1u: "a"}[dyn(1.0)] == "a"', 'true'],
    ['{"a": 1, "a": 2}', 'error: Failed with repeated key'],
    ['has({"a": 1}.a) && !has({"a": 1}.b)', 'true'],
    ['"a" in {"a": 1} && 1 in [1] && !(1 in {"a": 1, true: 2})', 'true'],
    ['{"a": [1, {"b": 2.0}]} == {"a": [1.0, {"b": 2}]}', 'true'],
    ['[1] + [2] + [] == [1, 2]', 'true'],
  ],
  comprehensions: [
    ['[1, 2, 3].map(i, i * 2) == [2, 4, 6]', 'true'],
    ['[1, 2, 3].map(i, i > 1, i * 2) == [4, 6]', 'true'],
    ['[1, 2, 3].filter(i, i % 2 == 1) == [1, 3]', 'true'],
    ['{"a": 1, "b": 2}.map(k, k) == ["a", "b"]', 'true'],
    ['[[1], [2]].map(l, l.map(i, i + 1)) == [[2], [3]]', 'true'],
    ['[1, 2].transformList(i, e, i * 10 + e) == [1, 12]', 'true'],
    ['{"a": 1}.transformMap(k, v, v + 1) == {"a": 2}', 'true'],
    ['["a"].transformMapEntry(i, v, {v: i}) == {"a": 0}', 'true'],
    ['["a", "a"].transformMapEntry(i, v, {v: i})', 'error: insert failed: key a already exists'],
    ['[1, 2].all(i, e, e == i + 1) && {"a": 1}.exists(k, v, v == 1)', 'true'],
    ['cel.bind(a, 2, a * a)', '4'],
    ['cel.block([1, cel.index(0) + 1, cel.index(1) * 10], cel.index(2) + cel.index(0))', '21'],
    ['cel.block([[1, 2].map(cel.iterVar(0, 0), cel.iterVar(0, 0) + 1)], cel.index(0) == [2, 3])', 'true'],
  ],
  optionals: [
    ['{"a": 1}.?a.value()', '1'],
    ['{"a": 1}.?b.orValue(2)', '2'],
    ['{"a": {"b": 1}}.?a.b.hasValue()', 'true'],
    ['[1][?1].hasValue()', 'false'],
    ['optional.none().value()', 'error: optional.none() dereference'],
    ['[?optional.of(1), ?optional.none()] == [1]', 'true'],
    ['{?"a": optional.none(), ?"b": optional.of(1)} == {"b": 1}', 'true'],
    ['optional.of(2).optMap(v, v * 2).value()', '4'],
    ['optional.of(2).optFlatMap(v, optional.none()).hasValue()', 'false'],
    ['optional.of(1).or(optional.of(1 / 0)).value()', '1'],
    ['optional.ofNonZeroValue("").hasValue()', 'false'],
  ],
  times: [
    ['timestamp("2024-02-29T12:00:00.5Z") + duration("1h30m") == timestamp("2024-02-29T13:30:00.5Z")', 'true'],
    ['string(timestamp("2024-02-29T12:00:00+02:00"))', '"2024-02-29T10:00:00Z"'],
    ['timestamp("2023-02-29T00:00:00Z")', "error: type conversion error from 'string' to 'google.protobuf.Timestamp'"],
    ['timestamp("9999-12-31T23:59:59Z") + duration("1s")', 'error: timestamp overflow'],
    ['string(duration("-1h1.5s"))', '"-3601.5s"'],
    ['timestamp("2024-01-01T00:00:00Z").getHours("America/New_York")', '19'],
    ['timestamp("2024-01-01T00:00:00Z").getDayOfYear("-01:30")', '364'],
    ['duration("90m").getHours()', '1'],
  ],
  'messages of google.protobuf': [
    ['google.protobuf.Int64Value{value: 3} + 1', '4'],
    ['google.protobuf.Int32Value{value: 3000000000}', 'error: integer overflow'],
    ['google.protobuf.Timestamp{seconds: 1} == timestamp(1)', 'true'],
    ['google.protobuf.Value{string_value: "a"}', '"a"'],
    ['google.protobuf.Struct{fields: {"a": 1}}.a', '1'],
  ],
  types: [
    ['type(1) == int && type(type(1)) == type', 'true'],
    ['type(dyn(1u)) == uint && type(1.0) != int', 'true'],
    ['type([]) == list && type({}) == map && type(null) == null_type', 'true'],
    ['type(optional.none()) == optional_type', 'true'],
  ],
}

describe.each(Object.entries(groups))('%s', (_name, cases) => {
  it.each(cases)('%s is %s', (expression, result) => {
    expect(run(expression)).toBe(result)
  })
})
