import { describe, expect, it } from 'vitest'
import { listFunctions } from '../../../src/workloads/stages/template/list-functions.ts'
import { templateFunctions } from '../../../src/workloads/stages/template/template-functions.ts'
import { indented, textFunctions } from '../../../src/workloads/stages/template/text-functions.ts'

const call = (name: string, ...values: readonly unknown[]): unknown => templateFunctions[name]?.(...values)

type Row = readonly [name: string, values: readonly unknown[], result: unknown]

const printed = (name: string, values: readonly unknown[]): string => `${name} ${JSON.stringify(values).slice(1, -1)}`

function expectEach(rows: readonly Row[]): void {
  it.each(rows.map(([name, values, result]) => [printed(name, values), name, values, result] as const))(
    '%s',
    (_, name, values, result) => {
      expect(call(name, ...values)).toEqual(result)
    },
  )
}

describe('functions of texts', () => {
  expectEach([
    ['quote', ['a"b', 1, null, undefined], String.raw`"a\"b" "1"`],
    ['squote', ['a', null, true], "'a' 'true'"],
    ['upper', ['aß'], 'ASS'],
    ['lower', ['AB'], 'ab'],
    ['trim', ['  a b\n'], 'a b'],
    ['trimPrefix', ['v', 'v1'], '1'],
    ['trimPrefix', ['w', 'v1'], 'v1'],
    ['trimSuffix', ['1', 'v1'], 'v'],
    ['trimSuffix', ['2', 'v1'], 'v1'],
    ['hasPrefix', ['v', 'v1'], true],
    ['hasPrefix', ['1', 'v1'], false],
    ['hasSuffix', ['1', 'v1'], true],
    ['hasSuffix', ['v', 'v1'], false],
    ['contains', ['b', 'abc'], true],
    ['contains', ['d', 'abc'], false],
    ['replace', ['a', '$&', 'aba'], '$&b$&'],
    ['splitList', [',', 'a,b,'], ['a', 'b', '']],
    ['trunc', [2, 'abc'], 'ab'],
    ['trunc', [-2, 'abc'], 'bc'],
    ['trunc', [9, 'abc'], 'abc'],
    ['indent', [2, 'a\nb'], '  a\n  b'],
    ['nindent', [1, 'a'], '\n a'],
    ['upper', [undefined], ''],
    ['upper', [1], '1'],
  ])

  it.each([-1, 1001, Number.NaN])('refuse to indent by %d spaces', (spaces) => {
    expect(() => indented(spaces, 'a')).toThrow('a text can be indented by at most 1000 spaces')
  })

  it('refuse to make a text of more than a MiB', () => {
    expect(() => indented(1000, '\n'.repeat(1100))).toThrow('a text has more than 1048576 characters')
  })
})

describe('functions of lists and maps', () => {
  expectEach([
    ['list', [1, 'a'], [1, 'a']],
    ['dict', ['a', 1, 'b', 2], { a: 1, b: 2 }],
    ['dict', ['a'], { a: '' }],
    ['get', [{ a: 1 }, 'a'], 1],
    ['get', [{ a: 1 }, 'b'], ''],
    ['get', [{}, 'toString'], ''],
    ['hasKey', [{ a: null }, 'a'], true],
    ['hasKey', [{}, 'a'], false],
    ['keys', [{ b: 1, a: 2 }], ['a', 'b']],
    ['first', [[1, 2]], 1],
    ['first', [[]], undefined],
    ['last', [[1, 2]], 2],
    ['last', [null], undefined],
    ['has', [{ a: 1 }, [{ a: 1 }]], true],
    ['has', [1, ['1']], false],
    ['append', [[1], 2], [1, 2]],
    ['concat', [[1], undefined, [2, 3]], [1, 2, 3]],
    ['join', ['-', ['a', 1, true]], 'a-1-true'],
    ['until', [3], [0, 1, 2]],
    ['until', [-1], []],
    ['toJson', [{ a: [1, null] }], '{"a":[1,null]}'],
    ['toJson', [undefined], 'null'],
  ])

  it.each<[name: string, values: readonly unknown[], message: string]>([
    ['first', ['ab'], 'string "ab" is not a list'],
    ['append', [{}, 1], 'a map is not a list'],
    ['keys', [['a']], 'a list is not a map'],
    ['get', [null, 'a'], 'no value is not a map'],
    ['until', ['3'], 'until takes a number of at most 10000'],
    ['until', [10_001], 'until takes a number of at most 10000'],
  ])('%s of what it does not take fails', (name, values, message) => {
    expect(() => listFunctions[name]?.(...values)).toThrow(message)
  })
})

describe('functions of values', () => {
  expectEach([
    ['and', [1, 'a', 2], 2],
    ['and', [1, '', 2], ''],
    ['or', [0, '', 'a'], 'a'],
    ['or', [0, ''], ''],
    ['not', [[]], true],
    ['not', [{ a: 1 }], false],
    ['eq', [1, 2, 1], true],
    ['eq', [1, 2, 3], false],
    ['eq', [undefined, null], true],
    ['eq', [null, 1], false],
    ['eq', [{ a: [1] }, { a: [1] }], true],
    ['ne', ['a', 'b'], true],
    ['lt', [1, 2], true],
    ['lt', ['b', 'a'], false],
    ['le', [2, 2], true],
    ['gt', ['b', 'a'], true],
    ['ge', [1, 2], false],
    ['index', [{ a: [{ b: 5 }] }, 'a', 0, 'b'], 5],
    ['index', [{ a: 1 }, 'b'], undefined],
    ['len', ['abc'], 3],
    ['len', [{ a: 1 }], 1],
    ['print', ['a', 'b'], 'ab'],
    ['print', ['a', 1], 'a 1'],
    ['default', ['x', 0], 'x'],
    ['default', ['x', 'y'], 'y'],
    ['empty', [false], true],
    ['coalesce', ['', null, 'a', 'b'], 'a'],
    ['ternary', ['yes', 'no', false], 'no'],
    ['toString', [1.5], '1.5'],
    ['int', ['12abc'], 12],
    ['int64', [true], 1],
    ['int', ['x'], 0],
    ['int', [2 ** 60], 0],
    ['add', [1, '2', 3.9], 6],
    ['add1', [1], 2],
    ['sub', [1, 3], -2],
    ['mul', [2, 3, 4], 24],
    ['div', [-7, 2], -3],
    ['mod', [7, 4], 3],
    ['max', [1, 5, 3], 5],
    ['min', [4, 2, 3], 2],
  ])

  it.each<[name: string, values: readonly unknown[], message: string]>([
    ['eq', ['1', 1], 'string "1" and number 1 cannot be compared'],
    ['lt', [1, 'a'], 'number 1 and string "a" cannot be compared'],
    ['lt', [true, false], 'boolean true and boolean false cannot be compared'],
    ['index', [[1], 1], 'item 1 is out of range'],
    ['index', [[1], -1], 'item -1 is out of range'],
    ['index', ['abc', 0], 'string "abc" has no item number 0'],
    ['len', [5], 'number 5 has no length'],
    ['mod', [1, 0], 'integer divide by zero'],
  ])('%s of what it does not take fails', (name, values, message) => {
    expect(() => call(name, ...values)).toThrow(message)
  })

  it('include those of texts and lists, none twice', () => {
    const names = [...Object.keys(textFunctions), ...Object.keys(listFunctions)]
    expect(new Set(names).size).toBe(names.length)
    expect(Object.keys(templateFunctions)).toEqual(expect.arrayContaining(names))
  })
})
