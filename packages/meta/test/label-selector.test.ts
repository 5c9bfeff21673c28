import { describe, expect, it } from 'vitest'
import {
  FieldErrors,
  formatLabelSelector,
  fromLabelSelector,
  parseLabelSelector,
  parseRequestInfo,
  StatusError,
  validateLabelSelector,
  type LabelSelector,
} from '@pinnace/meta'

function refusal(action: () => unknown): string {
  try {
    action()
  } catch (error) {
    if (error instanceof StatusError) return `${error.code} ${error.message}`
    throw error
  }
  return 'none'
}

const name =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

describe('parseLabelSelector', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['a', 'a'],
    ['!a', '!a'],
    ['! a', '!a'],
    ['a=b', 'a=b'],
    ['a==b', 'a==b'],
    ['a!=b', 'a!=b'],
    [' a = b ', 'a=b'],
    ['a=', 'a='],
    ['a=,b', 'a=,b'],
    ['a!=', 'a!='],
    ['a in (b)', 'a in (b)'],
    ['a in(c,b)', 'a in (b,c)'],
    ['a in (b,b)', 'a in (b)'],
    ['a in ()', 'a in ()'],
    ['a in (,)', 'a in ()'],
    ['a in (b,)', 'a in (,b)'],
    ['a in (,b)', 'a in (,b)'],
    ['a in (b,,c)', 'a in (,b,c)'],
    ['a in (b,,)', 'a in (,b)'],
    ['a in (b,,,,,,)', 'a in (,b)'],
    ['a in (b,,b,,)', 'a in (,b)'],
    ['a in (,,)', 'a in ()'],
    ['a notin (b, c)', 'a notin (b,c)'],
    ['a>1', 'a>1'],
    ['a < 10', 'a<10'],
    ['b=1,a=2', 'a=2,b=1'],
    ['b,!a,c!=1', '!a,b,c!=1'],
    ['x in (foo,,baz),y,z notin ()', 'x in (,baz,foo),y,z notin ()'],
    ['in in (in)', 'in in (in)'],
    ['notin=in', 'notin=in'],
    ['!in', '!in'],
    ['example.com/a=b', 'example.com/a=b'],
    ['a\n=\tb\r', 'a=b'],
    ['constructor=a', 'constructor=a'],
    ['a=1,a=2', 'a=1,a=2'],
  ])('reads %j', (text, printed) => {
    const selector = parseLabelSelector(text)
    expect(selector.toString()).toBe(printed)
    expect(String(selector)).toBe(printed)
    expect(parseLabelSelector(printed).toString()).toBe(printed)
    expect(selector.isEmpty).toBe(printed === '')
  })

  it('returns the requirements, sorted by key', () => {
    expect(parseLabelSelector('b notin (2,1),a,!c,d>5,e==x').requirements).toEqual([
      { key: 'a', operator: 'exists', values: [] },
      { key: 'b', operator: 'notin', values: ['1', '2'] },
      { key: 'c', operator: '!', values: [] },
      { key: 'd', operator: 'gt', values: ['5'] },
      { key: 'e', operator: '==', values: ['x'] },
    ])
  })

  it.each([
    ['=', "found '=', expected: !, identifier, or 'end of string'"],
    [',', "found ',', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a(b)', "unable to parse requirement: found '(', expected: in, notin, =, ==, !=, gt, lt"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!!a', "unable to parse requirement: found '!', expected: identifier"],
    ['a=(b)', "unable to parse requirement: found '(', expected: identifier"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in', "unable to parse requirement: found '' expected: '('"],
    ['a in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (b,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['a in (b,=)', "unable to parse requirement: found '=', expected: ',', or identifier"],
    ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
    [
      'a>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    [
      'a>',
      `unable to parse requirement: values[0]: Invalid value: "": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    [
      'a>9223372036854775808',
      `unable to parse requirement: values[0]: Invalid value: "9223372036854775808": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['-a', `unable to parse requirement: <nil>: Invalid value: "-a": name part ${name}`],
    ['a=-', `unable to parse requirement: values[0][a]: Invalid value: "-": ${value}`],
    [
      'a in (-,b,_)',
      `unable to parse requirement: [values[0][a]: Invalid value: "-": ${value}, values[1][a]: Invalid value: "_": ${value}]`,
    ],
    [
      `a=${'b'.repeat(64)}`,
      `unable to parse requirement: values[0][a]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 bytes`,
    ],
    // A bound below zero is no label value.
    ['a<-1', `unable to parse requirement: values[0][a]: Invalid value: "-1": ${value}`],
    ['a=b\0c', "found 'c', expected: ',' or 'end of string'"],
    ['!a=b', "found '=', expected: ',' or 'end of string'"],
  ])('refuses %j', (text, message) => {
    expect(refusal(() => parseLabelSelector(text))).toBe(`400 ${message}`)
  })

  it('parses as many requirements as are allowed', () => {
    const text = Array.from({ length: 5_000 }, (_, index) => `k${index}!=v`).join(',')
    expect(parseLabelSelector(text).matches({ k7: 'x' })).toBe(true)
    expect(
      parseLabelSelector(`a in (${Array.from({ length: 5_000 }, (_, index) => index).join(',')})`).matches({
        a: '4999',
      }),
    ).toBe(true)
  })
})

describe('a label selector', () => {
  it.each([
    ['', {}, true],
    ['', undefined, true],
    ['a', { a: '' }, true],
    ['a', {}, false],
    ['a', undefined, false],
    ['!a', {}, true],
    ['!a', undefined, true],
    ['!a', { a: '' }, false],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a!=b', { a: 'c' }, true],
    ['a!=b', {}, true],
    ['a!=b', undefined, true],
    ['a!=b', { a: 'b' }, false],
    ['a!=', {}, true],
    ['a!=', { a: '' }, false],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in (b,c)', { a: 'd' }, false],
    ['a in (b,c)', {}, false],
    ['a in ()', { a: '' }, true],
    ['a in (1,2,3,4,5,6,7,8,9,10)', { a: '10' }, true],
    ['a in (1,2,3,4,5,6,7,8,9,10)', { a: '11' }, false],
    ['a in (1,2,3,4,5,6,7,8,9,10)', {}, false],
    ['a notin (b,c)', { a: 'd' }, true],
    ['a notin (b,c)', {}, true],
    ['a notin (b,c)', { a: 'b' }, false],
    ['a notin (1,2,3,4,5,6,7,8,9,10)', { a: '10' }, false],
    ['a>5', { a: '6' }, true],
    ['a>5', { a: '5' }, false],
    ['a>5', { a: '+6' }, true],
    ['a>5', { a: 'x' }, false],
    ['a>5', {}, false],
    ['a>5', { a: '9223372036854775807' }, true],
    ['a>5', { a: '9223372036854775808' }, false],
    ['a>9223372036854775806', { a: '9223372036854775807' }, true],
    ['a<5', { a: '4' }, true],
    ['a<5', { a: '-4' }, true],
    ['a<5', { a: '5' }, false],
    ['a=1,b=2', { a: '1', b: '2' }, true],
    ['a=1,b=2', { a: '1' }, false],
    ['a=1,a=2', { a: '1' }, false],
    ['constructor', {}, false],
    ['!constructor', {}, true],
    ['toString!=a', {}, true],
    ['constructor=a', { constructor: 'a' }, true],
    ['hasOwnProperty in (a,b)', {}, false],
  ])('%j on %j answers %s', (text, labels, expected) => {
    expect(parseLabelSelector(text).matches(labels as Record<string, string> | undefined)).toBe(expected)
  })
})

describe('the selector of an object', () => {
  it.each<[LabelSelector | null | undefined, string, Record<string, string>, boolean]>([
    [undefined, '<none>', {}, false],
    [null, '<none>', { a: 'b' }, false],
    [{}, '<none>', { a: 'b' }, true],
    [{ matchLabels: {}, matchExpressions: [] }, '<none>', {}, true],
    [{ matchLabels: { b: '2', a: '1' } }, 'a=1,b=2', { a: '1', b: '2', c: '3' }, true],
    [{ matchLabels: { a: '1' } }, 'a=1', {}, false],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['y', 'x', 'y'] }] }, 'a in (x,y,y)', { a: 'x' }, true],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['x'] }] }, 'a notin (x)', { a: 'x' }, false],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, 'a', { a: '' }, true],
    [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: [] }] }, '!a', { a: '' }, false],
    [
      { matchLabels: { b: '1' }, matchExpressions: [{ key: 'a', operator: 'Exists' }] },
      'a,b=1',
      { a: '', b: '1' },
      true,
    ],
    [{ matchLabels: null, matchExpressions: null }, '<none>', {}, true],
  ])('%j is printed %s', (selector, printed, labels, matches) => {
    expect(formatLabelSelector(selector)).toBe(printed)
    expect(fromLabelSelector(selector).matches(labels)).toBe(matches)
    expect(fromLabelSelector(selector).isEmpty).toBe(Boolean(selector) && printed === '<none>')
  })

  it.each<[LabelSelector, string, readonly string[]]>([
    [
      { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] },
      '400 "Gt" is not a valid label selector operator',
      ['s.matchExpressions[0].operator: Invalid value: "Gt": not a valid selector operator'],
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      "400 values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty",
      ["s.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'"],
    ],
    [
      {
        matchExpressions: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', operator: 'DoesNotExist', values: ['x'] },
        ],
      },
      '400 values: Invalid value: ["x"]: values set must be empty for exists and does not exist',
      ["s.matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'"],
    ],
    [
      { matchLabels: { '-': '-' } },
      `400 [key: Invalid value: "-": name part ${name}, values[0][-]: Invalid value: "-": ${value}]`,
      [`s.matchLabels: Invalid value: "-": name part ${name}`, `s.matchLabels: Invalid value: "-": ${value}`],
    ],
    [
      { matchExpressions: [{ key: '', operator: 'NotIn', values: ['a', '-'] }] },
      `400 [key: Invalid value: "": name part must be non-empty; name part ${name}, values[1][]: Invalid value: "-": ${value}]`,
      [
        's.matchExpressions[0].key: Invalid value: "": name part must be non-empty',
        `s.matchExpressions[0].key: Invalid value: "": name part ${name}`,
        `s.matchExpressions[0].values[1]: Invalid value: "-": ${value}`,
      ],
    ],
  ])('%j is refused', (selector, thrown, expected) => {
    expect(refusal(() => fromLabelSelector(selector))).toBe(thrown)
    expect(formatLabelSelector(selector)).toBe('<error>')
    const errors = new FieldErrors()
    validateLabelSelector(selector, 's', errors)
    expect(errors.list.map(({ field, message }) => `${field}: ${message}`)).toEqual(expected)
  })

  it.each([
    undefined,
    null,
    {},
    { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['d', ''] }] },
  ])('%j is good', (selector) => {
    const errors = new FieldErrors()
    validateLabelSelector(selector, 's', errors)
    expect(errors.isEmpty).toBe(true)
  })
})

describe('a list with an invalid label selector', () => {
  it('is not authorized by the name in its field selector', () => {
    expect(parseRequestInfo('GET', '/api/v1/pods?fieldSelector=metadata.name=x&labelSelector=a%3Db').name).toBe('x')
    expect(parseRequestInfo('GET', '/api/v1/pods?fieldSelector=metadata.name=x&labelSelector=%3D').name).toBe('')
  })
})
