import { describe, expect, it } from 'vitest'
import { judgeSpec } from './behave.ts'

const text = { type: 'string' }
const whole = { type: 'integer' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more })
const either = { 'x-kubernetes-int-or-string': true }
const inFormat = (format: string): string =>
  `<nil>: Invalid value: "": Checked value must be of type integer ${format} in spec.a`

const wrongType = (type: string, found: string, at = 'spec.a') =>
  `${at}: Invalid value: "${found}": ${at} in body must be of type ${type}: "${found}"`

describe('types', () => {
  it.each<[object, unknown, string[]]>([
    [text, 'x', []],
    [text, 5, [wrongType('string', 'integer')]],
    [text, 1.5, [wrongType('string', 'number')]],
    [text, true, [wrongType('string', 'boolean')]],
    [text, ['x'], [wrongType('string', 'array')]],
    [text, {}, [wrongType('string', 'object')]],
    [whole, 5, []],
    [whole, 5.5, [wrongType('integer', 'number'), inFormat('(default format)')]],
    [whole, '5', [wrongType('integer', 'string')]],
    [{ ...whole, format: 'int32' }, 2_147_483_648, [inFormat('with format int32')]],
    [{ ...whole, format: 'int64' }, 2_147_483_648, []],
    [{ type: 'number' }, 5, []],
    [{ type: 'number' }, 5.5, []],
    [{ type: 'number' }, '5.5', [wrongType('number', 'string')]],
    [{ type: 'boolean' }, false, []],
    [{ type: 'boolean' }, 'false', [wrongType('boolean', 'string')]],
    [object({}), [], [wrongType('object', 'array')]],
    [object({}), 'x', [wrongType('object', 'string')]],
    [{ type: 'object', additionalProperties: text }, { k: 1 }, [wrongType('string', 'integer', 'spec.a.k')]],
    [list(text), 'x', [wrongType('array', 'string')]],
    [list(text), [1], [wrongType('string', 'integer', 'spec.a[0]')]],
    [list(text), [null], [wrongType('string', 'null', 'spec.a[0]')]],
    [list({ ...text, nullable: true }), [null], []],
    [either, 5, []],
    [either, '5', []],
    [either, 5.5, [wrongType('integer,string', 'number')]],
    [either, true, [wrongType('integer,string', 'boolean')]],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, [1, 'x', {}], []],
    [
      { type: 'object', additionalProperties: false },
      { b: 1 },
      ['spec.a: Invalid value: "": spec.a.b in body is a forbidden property'],
    ],
  ])('%j judges %j', (schema, value, errors) => {
    expect(judgeSpec({ a: schema }, { a: value })).toEqual(errors)
  })
})

describe('text', () => {
  const body = (value: string, rule: string) => [
    `spec.a: Invalid value: ${JSON.stringify(value)}: spec.a in body ${rule}`,
  ]
  it.each<[object, string, string[]]>([
    [{ maxLength: 3 }, 'abc', []],
    [{ maxLength: 3 }, 'abcd', ['spec.a: Too long: may not be more than 3 bytes']],
    [{ maxLength: 3 }, 'äöü', []],
    [{ maxLength: 2 }, '😀😀', []],
    [{ minLength: 2 }, 'a', body('a', 'should be at least 2 chars long')],
    [{ minLength: 2 }, '😀', body('😀', 'should be at least 2 chars long')],
    [{ pattern: '^[a-z]+$' }, 'abc', []],
    [{ pattern: '^[a-z]+$' }, 'ABC', body('ABC', "should match '^[a-z]+$'")],
    [{ pattern: 'b' }, 'abc', []],
    [{ pattern: '(?i)^ABC$' }, 'abc', []],
    [{ enum: ['a', 'b'] }, 'a', []],
    [{ enum: ['b', 'a'] }, 'c', ['spec.a: Unsupported value: "c": supported values: "b", "a"']],
    [
      { minLength: 3, pattern: '^b' },
      'a',
      [...body('a', 'should be at least 3 chars long'), ...body('a', "should match '^b'")],
    ],
  ])('of %j judges %j', (rules, value, errors) => {
    expect(judgeSpec({ a: { ...text, ...rules } }, { a: value })).toEqual(errors)
  })

  it('is matched in linear time', () => {
    const pattern = '^(a+)+$'
    const value = `${'a'.repeat(5000)}b`
    expect(judgeSpec({ a: { ...text, pattern } }, { a: value })).toHaveLength(1)
  })
})

describe('formats', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['date', ['2026-01-31'], ['2026-02-30', 'today']],
    ['date-time', ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+01:00'], ['2026-01-31', 'now']],
    ['byte', ['', 'YQ=='], ['***']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123']],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
    ['ipv4', ['10.0.0.1'], ['10.0.0', '::1']],
    ['ipv6', ['::1'], ['10.0.0.1']],
    ['cidr', ['10.0.0.0/8', 'fd00::/8'], ['10.0.0.0/33', '10.0.0.0']],
    ['mac', ['01:02:03:04:05:06'], ['01:02']],
    ['hostname', ['a.example.dev'], ['-a']],
    ['email', ['a@example.dev'], ['a']],
    ['uri', ['https://example.dev/a'], ['a b']],
    ['isbn', ['0321751043', '978-0321751041'], ['0321751044']],
    ['creditcard', ['4111-1111-1111-1111'], ['1234']],
    ['ssn', ['111-22-3333'], ['11-222']],
    ['hexcolor', ['#fff', 'FFFFFF'], ['#ff']],
    ['rgbcolor', ['rgb(1,2,255)'], ['rgb(1,2,256)']],
    ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f']],
    ['duration', ['1h2m', '300ms'], ['long']],
    ['password', ['anything'], []],
    ['k8s-short-name', ['a-b'], ['A', 'a.b']],
    ['k8s-long-name', ['a.b'], ['a..b']],
    ['unknown', ['anything'], []],
  ])('%s take what they should', (format, good, bad) => {
    for (const value of good) expect(judgeSpec({ a: { ...text, format } }, { a: value })).toEqual([])
    for (const value of bad) {
      const shown = JSON.stringify(value)
      expect(judgeSpec({ a: { ...text, format } }, { a: value })).toEqual([
        `spec.a: Invalid value: ${shown}: spec.a in body must be of type ${format}: ${shown}`,
      ])
    }
  })
})

describe('numbers', () => {
  const body = (value: number, rule: string) => [`spec.a: Invalid value: ${value}: spec.a in body should be ${rule}`]
  it.each<[object, number, string[]]>([
    [{ minimum: 1 }, 1, []],
    [{ minimum: 1 }, 0, body(0, 'greater than or equal to 1')],
    [{ minimum: 1, exclusiveMinimum: true }, 1, body(1, 'greater than 1')],
    [{ maximum: 5 }, 5, []],
    [{ maximum: 5 }, 6, body(6, 'less than or equal to 5')],
    [{ maximum: 5, exclusiveMaximum: true }, 5, body(5, 'less than 5')],
    [{ multipleOf: 3 }, 9, []],
    [{ multipleOf: 3 }, 10, body(10, 'a multiple of 3')],
    [{ enum: [1, 2] }, 2, []],
    [{ enum: [1, 2] }, 3, ['spec.a: Unsupported value: 3: supported values: "1", "2"']],
  ])('of %j judge %j', (rules, value, errors) => {
    expect(judgeSpec({ a: { ...whole, ...rules } }, { a: value })).toEqual(errors)
  })
})

describe('sizes', () => {
  it.each<[object, unknown, string[]]>([
    [list(text, { minItems: 1 }), [], ['spec.a: Invalid value: 0: spec.a in body should have at least 1 items']],
    [list(text, { maxItems: 1 }), ['a', 'b'], ['spec.a: Too many: 2: must have at most 1 item']],
    [
      { type: 'object', additionalProperties: text, minProperties: 1 },
      {},
      ['spec.a: Invalid value: 0: spec.a in body should have at least 1 properties'],
    ],
    [
      { type: 'object', additionalProperties: text, maxProperties: 1 },
      { a: '1', b: '2' },
      ['spec.a: Too many: 2: must have at most 1 item'],
    ],
    [
      object({ b: text }, { minProperties: 2 }),
      { b: 5 },
      ['spec.a: Invalid value: 1: spec.a in body should have at least 2 properties'],
    ],
    [object({ b: text }, { required: ['b', 'c'] }), {}, ['spec.a.b: Required value', 'spec.a.c: Required value']],
    [object({ b: { ...text, default: 'x' } }, { required: ['b'] }), {}, []],
    [object({ b: text }, { enum: [{ b: 'x' }] }), { b: 'x' }, []],
    [
      object({ b: text }, { enum: [{ b: 'x' }] }),
      { b: 'y' },
      ['spec.a: Unsupported value: {"b":"y"}: supported values: "{\\"b\\":\\"x\\"}"'],
    ],
  ])('of %j judge %j', (schema, value, errors) => {
    expect(judgeSpec({ a: schema }, { a: value })).toEqual(errors)
  })
})

describe('combinations', () => {
  const of = object({ b: text, c: text, n: whole }, {})
  const must = (rule: string) => `<nil>: Invalid value: "": "spec.a" must ${rule}`
  it.each<[object, unknown, string[]]>([
    [{ anyOf: [{ required: ['b'] }, { required: ['c'] }] }, { c: 'x' }, []],
    [
      { anyOf: [{ required: ['b'] }, { required: ['c'] }] },
      {},
      [must('validate at least one schema (anyOf)'), 'spec.a.b: Required value'],
    ],
    [{ oneOf: [{ required: ['b'] }, { required: ['c'] }] }, { b: 'x' }, []],
    [
      { oneOf: [{ required: ['b'] }, { required: ['c'] }] },
      {},
      [must('validate one and only one schema (oneOf). Found none valid'), 'spec.a.b: Required value'],
    ],
    [
      { oneOf: [{ required: ['b'] }, { required: ['c'] }] },
      { b: 'x', c: 'y' },
      [must('validate one and only one schema (oneOf). Found 2 valid alternatives')],
    ],
    [
      { allOf: [{ required: ['b'] }, { required: ['c'] }] },
      { b: 'x' },
      ['spec.a.c: Required value', must('validate all the schemas (allOf)')],
    ],
    [
      { allOf: [{ required: ['b'] }, { required: ['c'] }] },
      {},
      [
        'spec.a.b: Required value',
        'spec.a.c: Required value',
        must('validate all the schemas (allOf). None validated'),
      ],
    ],
    [{ not: { required: ['b'] } }, {}, []],
    [{ not: { required: ['b'] } }, { b: 'x' }, [must('not validate the schema (not)')]],
    [{ not: { properties: { b: { enum: ['bad'] } }, required: ['b'] } }, { b: 'good' }, []],
    [
      { anyOf: [{ properties: { n: { minimum: 5 } } }, { properties: { b: { minLength: 3 } } }] },
      { n: 1, b: 'long' },
      [],
    ],
    [
      { anyOf: [{ properties: { n: { minimum: 5 } } }, { properties: { n: { maximum: 0 } } }] },
      { n: 1 },
      [
        must('validate at least one schema (anyOf)'),
        'spec.a.n: Invalid value: 1: spec.a.n in body should be greater than or equal to 5',
      ],
    ],
  ])('of %j judge %j', (rules, value, errors) => {
    expect(judgeSpec({ a: { ...of, ...rules } }, { a: value })).toEqual(errors)
  })

  it.each<[object, unknown, string[]]>([
    [{ ...either, pattern: '^\\d+%$' }, '50%', []],
    [{ ...either, pattern: '^\\d+%$' }, 50, []],
    [
      { ...either, pattern: '^\\d+%$' },
      'half',
      ['spec.a: Invalid value: "half": spec.a in body should match \'^\\d+%$\''],
    ],
    [{ ...either, anyOf: [{ type: 'integer' }, { type: 'string' }] }, 5, []],
    [{ ...either, anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'x', []],
    [
      { ...either, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      1.5,
      [
        wrongType('integer,string', 'number'),
        '<nil>: Invalid value: "": "spec.a" must validate at least one schema (anyOf)',
        wrongType('integer', 'number'),
        inFormat('(default format)'),
      ],
    ],
    [{ ...either, minimum: 3 }, 2, ['spec.a: Invalid value: 2: spec.a in body should be greater than or equal to 3']],
    [
      { ...either, allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { maximum: 3 }] },
      5,
      [
        'spec.a: Invalid value: 5: spec.a in body should be less than or equal to 3',
        '<nil>: Invalid value: "": "spec.a" must validate all the schemas (allOf)',
      ],
    ],
  ])('of int or string, %j, judge %j', (schema, value, errors) => {
    expect(judgeSpec({ a: schema }, { a: value })).toEqual(errors)
  })
})

describe('lists', () => {
  const set = (items: object) => list(items, { 'x-kubernetes-list-type': 'set' })
  const map = (keys: string[], properties: object) =>
    list(object(properties, { required: keys }), {
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': keys,
    })
  const named = map(['name'], { name: text, port: whole })
  it.each<[string, object, unknown, string[]]>([
    ['a set of different texts', set(text), ['a', 'b'], []],
    ['a set with a text twice', set(text), ['a', 'b', 'a'], ['spec.a[2]: Duplicate value: "a"']],
    ['a set with a number twice', set(whole), [1, 1], ['spec.a[1]: Duplicate value: 1']],
    [
      'a set with an object twice, in another order',
      set(object({ b: text, c: text }, { 'x-kubernetes-map-type': 'atomic' })),
      [
        { b: '1', c: '2' },
        { c: '2', b: '1' },
      ],
      ['spec.a[1]: Duplicate value: {"c":"2","b":"1"}'],
    ],
    ['a set with a list twice', set(list(text)), [['a'], ['a']], ['spec.a[1]: Duplicate value: ["a"]']],
    ['a keyed list of different keys', named, [{ name: 'a' }, { name: 'b' }], []],
    [
      'a keyed list with a key twice',
      named,
      [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
      ['spec.a[1]: Duplicate value: {"name":"a"}'],
    ],
    [
      'a list of two keys that differ in one',
      map(['name', 'port'], { name: text, port: whole }),
      [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
      [],
    ],
    [
      'a list of two keys that are the same',
      map(['name', 'port'], { name: text, port: whole }),
      [
        { name: 'a', port: 1 },
        { name: 'a', port: 1 },
      ],
      ['spec.a[1]: Duplicate value: {"name":"a","port":1}'],
    ],
    ['a keyed list without a key', named, [{ port: 1 }], ['spec.a[0].name: Required value']],
    ['an atomic list with a text twice', list(text, { 'x-kubernetes-list-type': 'atomic' }), ['a', 'a'], []],
    ['a list that says nothing with a text twice', list(text), ['a', 'a'], []],
    [
      'a set within items',
      list(object({ b: set(text) })),
      [{ b: ['x', 'x'] }],
      ['spec.a[0].b[1]: Duplicate value: "x"'],
    ],
  ])('judge %s', (_, schema, value, errors) => {
    expect(judgeSpec({ a: schema }, { a: value })).toEqual(errors)
  })
})

describe('embedded objects', () => {
  const embedded = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }
  const pod = { apiVersion: 'v1', kind: 'Pod' }
  it.each<[string, unknown, string[]]>([
    ['one that says what it is', { ...pod, metadata: { name: 'p', labels: { a: 'b' } } }, []],
    ['one without metadata', pod, []],
    ['one without a kind', { apiVersion: 'v1' }, ['spec.a.kind: Required value']],
    ['one without a version', { kind: 'Pod' }, ['spec.a.apiVersion: Required value']],
    ['one that says nothing', {}, ['spec.a.apiVersion: Required value', 'spec.a.kind: Required value']],
    [
      'one with a version of three parts',
      { ...pod, apiVersion: 'a/b/c' },
      ['spec.a.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ],
    [
      'one with a name that is none',
      { ...pod, metadata: { name: 'a/b' } },
      ['spec.a.metadata.name: Invalid value: "a/b": may not contain \'/\''],
    ],
    [
      'one with a label that is none',
      { ...pod, metadata: { labels: { a: 'b c' } } },
      [expect.stringContaining('spec.a.metadata.labels: Invalid value: "b c"') as unknown as string],
    ],
  ])('judge %s', (_, value, errors) => {
    expect(judgeSpec({ a: embedded }, { a: value })).toEqual(errors)
  })
})
