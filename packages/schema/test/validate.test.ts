import { FieldErrors } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { compileValidator, createTypeLoader, type Field, type ObjectSchema, type Schema } from '../src/index.ts'
import { load } from './types.ts'

/** `!` after a name: required. */
function object(fields: Record<string, Schema>, rest: Partial<ObjectSchema> = {}): ObjectSchema {
  const entries = Object.entries(fields).map(([key, schema]): [string, Field] => {
    const name = key.replace(/!$/, '')
    return [name, { name, schema, required: name !== key }]
  })
  return { type: 'object', fields: new Map(entries), ...rest }
}

function errorsOf(schema: Schema, value: unknown): readonly string[] {
  const errors = new FieldErrors()
  compileValidator(schema)(value, errors)
  return errors.list.map(({ field, message }) => `${field}: ${message}`)
}

const text: Schema = { type: 'string' }
const int32: Schema = { type: 'integer', format: 'int32' }
const body = (type: string, found: string): string =>
  `spec.x: Invalid value: "${found}": spec.x in body must be of type ${type}: "${found}"`
const inFormat = (format: string): string =>
  `<nil>: Invalid value: "": Checked value must be of type integer ${format} in spec.x`

/** A schema for spec.x, a value for it, and the expected errors. */
const rows: readonly [string, Schema, unknown, readonly string[]][] = [
  // types
  ['a string', text, 'a', []],
  ['a number for a string', text, 1, [body('string', 'integer')]],
  ['a fraction for a string', text, 1.5, [body('string', 'number')]],
  ['a boolean for a string', text, true, [body('string', 'boolean')]],
  ['an object for a string', text, {}, [body('string', 'object')]],
  ['a list for a string', text, [], [body('string', 'array')]],
  ['null for a string', text, null, [body('string', 'null')]],
  ['null where it is a value', { ...text, nullable: true }, null, []],
  ['an integer', { type: 'integer' }, 1, []],
  ['a whole number written as a fraction', { type: 'integer' }, 1.0, []],
  ['a fraction for an integer', { type: 'integer' }, 1.5, [body('integer', 'number'), inFormat('(default format)')]],
  ['a string for an integer', { type: 'integer' }, 'a', [body('integer', 'string')]],
  ['a string for an int32', int32, 'a', [body('integer', 'string')]],
  ['a fraction for an int32', int32, 1.5, [body('int32', 'float64'), inFormat('with format int32')]],
  ['a boolean for an int32', int32, true, [body('int32', '')]],
  ['an int32 too large', int32, 2147483648, [inFormat('with format int32')]],
  ['the least int32', int32, -2147483648, []],
  ['an int64 as a bigint', { type: 'integer', format: 'int64' }, 9223372036854775807n, []],
  [
    'an integer too large for 64 bits',
    { type: 'integer' },
    1e19,
    [body('integer', 'number'), inFormat('(default format)')],
  ],
  ['a number', { type: 'number' }, 1.5, []],
  ['the largest float', { type: 'number', format: 'float' }, 3.4e38, []],
  [
    'a number too large for a float',
    { type: 'number', format: 'float' },
    1e300,
    ['<nil>: Invalid value: "": Checked value must be of type number with format float in spec.x'],
  ],
  ['a large double', { type: 'number', format: 'double' }, 1e300, []],
  ['a large number', { type: 'number' }, -1e300, []],
  ['an integer for a number', { type: 'number' }, 1, []],
  ['a string for a number', { type: 'number' }, '1', [body('number', 'string')]],
  ['a boolean', { type: 'boolean' }, false, []],
  ['a string for a boolean', { type: 'boolean' }, 'true', [body('boolean', 'string')]],
  ['a number for int-or-string', { type: 'int-or-string' }, 1, []],
  ['a string for int-or-string', { type: 'int-or-string' }, '25%', []],
  ['a boolean for int-or-string', { type: 'int-or-string' }, true, [body('integer,string', 'boolean')]],
  ['a fraction for int-or-string', { type: 'int-or-string' }, 0.5, [body('integer,string', 'number')]],
  ['a list for an object', object({}), [], [body('object', 'array')]],
  ['a list for a map', { type: 'map', values: text }, [], [body('object', 'array')]],
  ['an object for a list', { type: 'list', items: text }, {}, [body('array', 'object')]],
  ['a string for a raw object', { type: 'raw' }, 'a', [body('object', 'string')]],
  ['anything for any', { type: 'any' }, null, []],
  // enums
  ['a value of the enum', { ...text, enum: ['a', 'b'], closedEnum: true }, 'b', []],
  [
    'a value not of the enum',
    { ...text, enum: ['b', 'a'], closedEnum: true },
    'x',
    ['spec.x: Unsupported value: "x": supported values: "b", "a"'],
  ],
  ['a value not of an open enum', { ...text, enum: ['a'] }, 'x', []],
  [
    'a number not of the enum',
    { type: 'integer', enum: [1, 2] },
    3,
    ['spec.x: Unsupported value: 3: supported values: "1", "2"'],
  ],
  // text
  [
    'text too short',
    { ...text, minLength: 2 },
    'a',
    ['spec.x: Invalid value: "a": spec.x in body should be at least 2 chars long'],
  ],
  ['text too long', { ...text, maxLength: 2 }, 'abc', ['spec.x: Too long: may not be more than 2 bytes']],
  ['text as long as it may be, in characters', { ...text, maxLength: 2, minLength: 2 }, '😀é', []],
  [
    'text too short in characters',
    { ...text, minLength: 2 },
    '😀',
    ['spec.x: Invalid value: "😀": spec.x in body should be at least 2 chars long'],
  ],
  ['a pattern matched', { ...text, pattern: '^a+$' }, 'aa', []],
  [
    'a pattern not matched',
    { ...text, pattern: '^a$' },
    'b',
    [`spec.x: Invalid value: "b": spec.x in body should match '^a$'`],
  ],
  ['a pattern matched anywhere', { ...text, pattern: 'b' }, 'abc', []],
  [
    'a pattern that takes exponential time in a backtracking engine',
    { ...text, pattern: '^(a+)+$' },
    `${'a'.repeat(5000)}!`,
    [`spec.x: Invalid value: "${'a'.repeat(5000)}!": spec.x in body should match '^(a+)+$'`],
  ],
  // numbers
  ['a number at the minimum', { type: 'integer', minimum: 1 }, 1, []],
  [
    'a number under the minimum',
    { type: 'integer', minimum: 1 },
    0,
    ['spec.x: Invalid value: 0: spec.x in body should be greater than or equal to 1'],
  ],
  [
    'a number at an exclusive minimum',
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    1,
    ['spec.x: Invalid value: 1: spec.x in body should be greater than 1'],
  ],
  [
    'a number over the maximum',
    { type: 'number', maximum: 1.5 },
    2,
    ['spec.x: Invalid value: 2: spec.x in body should be less than or equal to 1.5'],
  ],
  [
    'a number at an exclusive maximum',
    { type: 'integer', maximum: 1, exclusiveMaximum: true },
    1,
    ['spec.x: Invalid value: 1: spec.x in body should be less than 1'],
  ],
  [
    'a bigint over the maximum',
    { type: 'integer', maximum: 5 },
    9007199254740993n,
    ['spec.x: Invalid value: 9007199254740993: spec.x in body should be less than or equal to 5'],
  ],
  ['a multiple', { type: 'number', multipleOf: 0.5 }, 1.5, []],
  [
    'no multiple',
    { type: 'integer', multipleOf: 5 },
    7,
    ['spec.x: Invalid value: 7: spec.x in body should be a multiple of 5'],
  ],
  // lists and maps
  [
    'too few items',
    { type: 'list', items: text, minItems: 1 },
    [],
    ['spec.x: Invalid value: 0: spec.x in body should have at least 1 items'],
  ],
  [
    'too many items',
    { type: 'list', items: text, maxItems: 2 },
    ['a', 'b', 'c'],
    ['spec.x: Too many: 3: must have at most 2 items'],
  ],
  [
    'an item of the wrong type',
    { type: 'list', items: text },
    ['a', 1],
    ['spec.x[1]: Invalid value: "integer": spec.x[1] in body must be of type string: "integer"'],
  ],
  [
    'a null item',
    { type: 'list', items: text },
    [null],
    ['spec.x[0]: Invalid value: "null": spec.x[0] in body must be of type string: "null"'],
  ],
  ['a set', { type: 'list', items: text, listType: 'set' }, ['a', 'b'], []],
  [
    'a set with duplicates',
    { type: 'list', items: text, listType: 'set' },
    ['a', 'b', 'a', 'a'],
    ['spec.x[2]: Duplicate value: "a"'],
  ],
  ['1 and "1" in a set', { type: 'list', items: { type: 'int-or-string' }, listType: 'set' }, [1, '1'], []],
  [
    'equal objects in a set, whatever their order',
    { type: 'list', items: { type: 'any' }, listType: 'set' },
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    ['spec.x[1]: Duplicate value: {"b":[2],"a":1}'],
  ],
  ['a list that is no set', { type: 'list', items: text }, ['a', 'a'], []],
  [
    'a keyed list',
    { type: 'list', items: object({ name: text, n: int32 }), listType: 'map', mapKeys: ['name'] },
    [
      { name: 'a', n: 1 },
      { name: 'b', n: 1 },
    ],
    [],
  ],
  [
    'a keyed list with duplicates',
    { type: 'list', items: object({ name: text, n: int32 }), listType: 'map', mapKeys: ['name'] },
    [
      { name: 'a', n: 1 },
      { name: 'a', n: 2 },
    ],
    ['spec.x[1]: Duplicate value: {"name":"a"}'],
  ],
  [
    'a list keyed by two fields',
    { type: 'list', items: object({ p: int32, t: text }), listType: 'map', mapKeys: ['p', 't'] },
    [
      { p: 1, t: 'a' },
      { p: 1, t: 'b' },
      { t: 'b', p: 1 },
    ],
    ['spec.x[2]: Duplicate value: {"p":1,"t":"b"}'],
  ],
  [
    'items without their keys',
    { type: 'list', items: object({ name: text }), listType: 'map', mapKeys: ['name'] },
    [{}, {}],
    ['spec.x[1]: Duplicate value: {}'],
  ],
  [
    'too few properties',
    { type: 'map', values: text, minProperties: 1 },
    {},
    ['spec.x: Invalid value: 0: spec.x in body should have at least 1 properties'],
  ],
  [
    'too many properties',
    { type: 'map', values: text, maxProperties: 1 },
    { a: 'a', b: 'b' },
    ['spec.x: Too many: 2: must have at most 1 item'],
  ],
  [
    'a map value of the wrong type',
    { type: 'map', values: text },
    { a: 1 },
    ['spec.x.a: Invalid value: "integer": spec.x.a in body must be of type string: "integer"'],
  ],
  // structs
  ['a required field', object({ 'y!': text }), {}, ['spec.x.y: Required value']],
  [
    'a required field that every object inherits',
    object({ 'constructor!': text, toString: text }),
    {},
    ['spec.x.constructor: Required value'],
  ],
  [
    'a field of a field',
    object({ y: object({ z: { type: 'boolean' } }) }),
    { y: { z: 0 } },
    ['spec.x.y.z: Invalid value: "integer": spec.x.y.z in body must be of type boolean: "integer"'],
  ],
  [
    'several errors, in the order of the schema',
    object({ 'a!': text, b: text }),
    { b: 1 },
    [
      'spec.x.a: Required value',
      'spec.x.b: Invalid value: "integer": spec.x.b in body must be of type string: "integer"',
    ],
  ],
  [
    'an embedded resource',
    object({}, { embeddedResource: true }),
    { kind: '' },
    ['spec.x.apiVersion: Required value', 'spec.x.kind: Invalid value: "": must not be empty'],
  ],
]

describe('compileValidator', () => {
  it.each(rows)('judges %s', (_, schema, value, expected) => {
    expect(errorsOf(object({ spec: object({ x: schema }) }), { spec: { x: value } })).toEqual(expected)
  })

  it.each<[string, string, boolean]>([
    ['bytes', 'aGVsbG8=', true],
    ['bytes', 'aGVsbG8', false],
    ['time', '2026-01-02T03:04:05Z', true],
    ['time', '2026-01-02', false],
    ['date-time', '2026-01-02T03:04:05.5+01:00', true],
    ['micro-time', '2026-01-02T03:04:05.000001Z', true],
    ['micro-time', 'now', false],
    ['date', '2026-02-28', true],
    ['date', '2026-02-30', false],
    ['duration', '1h30m', true],
    ['duration', '1 fortnight', false],
    ['quantity', '1.5Gi', true],
    ['quantity', 'much', false],
    ['ipv4', '10.0.0.1', true],
    ['ipv4', '10.0.0.256', false],
    ['ipv6', 'fe80::1', true],
    ['ipv6', '10.0.0.1', false],
    ['cidr', '10.0.0.0/8', true],
    ['cidr', '10.0.0.0/33', false],
    ['cidr', 'fe80::/128', true],
    ['cidr', '10.0.0.0', false],
    ['mac', '00:1B:44:11:3a:b7', true],
    ['mac', '00:1B:44', false],
    ['uuid', '2b7c0b4e-7d1e-4a38-9d3c-1f2a3b4c5d6e', true],
    ['uuid', '2b7c', false],
    ['hostname', 'a.example.com', true],
    ['hostname', '-a', false],
    ['email', 'a.b@example.com', true],
    ['email', 'a b@example.com', false],
    ['uri', 'https://example.com/a', true],
    ['uri', 'not a uri', false],
    ['unheard-of', 'anything', true],
  ])('knows the format %s: %j', (format, value, expected) => {
    expect(errorsOf({ type: 'string', format }, value).length === 0).toBe(expected)
  })

  it('names formats as the wire does', () => {
    expect(errorsOf(object({ at: { type: 'string', format: 'time' } }), { at: 'noon' })).toEqual([
      'at: Invalid value: "noon": at in body must be of type date-time: "noon"',
    ])
  })

  it('starts at the given path', () => {
    const errors = new FieldErrors()
    compileValidator(object({ 'a!': text }))({}, errors, 'spec.template')
    expect(errors.list[0]!.field).toBe('spec.template.a')
  })

  it('leaves built-in types to their own validation', () => {
    const metadata: Field = { name: 'metadata', schema: load('meta.v1.ObjectMeta'), goSemantics: true }
    const schema: ObjectSchema = { type: 'object', fields: new Map([['metadata', metadata]]) }
    expect(errorsOf(schema, { metadata: { name: 5 } })).toEqual([])
  })

  it('goes through types that contain themselves', () => {
    const types = createTypeLoader([{ 'a.v1.T': 'child 1 a.v1.T omitempty pointer\nname 2 string required' }])
    expect(errorsOf(types('a.v1.T'), { name: 'a', child: { name: 'b', child: {} } })).toEqual([
      'child.child.name: Required value',
    ])
  })

  it('refuses a pattern that is no RE2 expression when it is compiled', () => {
    expect(() => compileValidator({ type: 'string', pattern: '(?=a)' })).toThrow('pattern "(?=a)" is no RE2 expression')
    expect(() => compileValidator({ type: 'string', pattern: '(' })).toThrow(TypeError)
  })

  it('validates values under __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":1}')
    expect(errorsOf({ type: 'map', values: text }, value)).toEqual([
      '__proto__: Invalid value: "integer": __proto__ in body must be of type string: "integer"',
    ])
  })
})
