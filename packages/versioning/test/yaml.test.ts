import { StatusError } from '@pinnace/meta'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatYaml, parseYaml } from '../src/index.ts'

function refusal(text: string): string {
  try {
    parseYaml(text)
  } catch (error) {
    if (error instanceof StatusError && error.code === 400) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

describe('scalars', () => {
  it.each([
    ['y', true],
    ['Y', true],
    ['yes', true],
    ['On', true],
    ['TRUE', true],
    ['n', false],
    ['no', false],
    ['off', false],
    ['False', false],
    ['~', null],
    ['null', null],
    ['', null],
    ['nUll', 'nUll'],
    ['yEs', 'yEs'],
    ['5', 5],
    ['-5', -5],
    ['+5', 5],
    ['0', 0],
    ['-0', 0],
    ['0644', 420],
    ['0o644', 420],
    ['-0644', -420],
    ['0x1F', 31],
    ['0b101', 5],
    ['1_000', 1000],
    ['08', 8],
    ['1.5', 1.5],
    ['1.0', 1],
    ['.5', 0.5],
    ['1e3', 1000],
    ['-1.5E-3', -0.0015],
    ['1.', 1],
    ['1:30', '1:30'],
    ['190:20:30', '190:20:30'],
    ['1.2.3', '1.2.3'],
    ['2001-12-14', '2001-12-14'],
    ['2001-12-14T21:59:43Z', '2001-12-14T21:59:43Z'],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['0xFFFFFFFFFFFFFFFF', 18446744073709551615n],
    ['18446744073709551616', 18446744073709552000],
    ['1e400', '1e400'],
    ['-', ['null']],
    ['500m', '500m'],
    ['100Mi', '100Mi'],
    ['a: b', { a: 'b' }],
    ['"5"', '5'],
    ["'yes'", 'yes'],
    ['!!str 5', '5'],
    ['! 5', '5'],
    ['!custom 5', '5'],
    ['!!int "5"', 5],
    ['!!float 5', 5],
    ['!!bool yes', true],
    ['!!null ""', null],
    ['!!binary aGVsbG8=', 'hello'],
    ['!<tag:yaml.org,2002:str> 5', '5'],
    ['<<', '<<'],
  ])('reads %j', (text, value) => {
    const expected: unknown = Array.isArray(value) ? [null] : value
    expect(parseYaml(text).value).toStrictEqual(expected)
    expect(parseYaml(`key: ${typeof expected === 'object' && expected !== null ? '1' : text}`).strictErrors).toEqual([])
  })
})

describe('documents', () => {
  it.each([
    ['', null],
    ['---\n', null],
    ['# only a comment\n', null],
    ['a: 1\n...\n', { a: 1 }],
    ['%YAML 1.1\n---\na: 1\n', { a: 1 }],
    ['{"a": {"b": [1, "x", null, true]}}', { a: { b: [1, 'x', null, true] } }],
    ['a: |\n  x\n  z\n', { a: 'x\nz\n' }],
    ['a: >-\n  x\n  z\n', { a: 'x z' }],
    ['a:\n- b\n- c: 1\n', { a: ['b', { c: 1 }] }],
    ['a:\r\n  b: 1\r\n', { a: { b: 1 } }],
    ['\uFEFFa: 1', { a: 1 }],
    ['1: a\n1.5: b\ntrue: c\nyes: d\n0x10: e\n', { '1': 'a', '1.5': 'b', true: 'd', '16': 'e' }],
    ['a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['base: &b {x: 1, z: 2}\nuse:\n  <<: *b\n  z: 3\n', { base: { x: 1, z: 2 }, use: { x: 1, z: 3 } }],
    ['base: &b {x: 1, z: 2}\nuse:\n  z: 3\n  <<: *b\n', { base: { x: 1, z: 2 }, use: { z: 3, x: 1 } }],
    ['use:\n  <<: [{x: 1}, {x: 2, z: 2}]\n', { use: { x: 1, z: 2 } }],
    ['use:\n  "<<": 1\n', { use: { '<<': 1 } }],
  ])('reads %j', (text, value) => {
    expect(parseYaml(text).value).toStrictEqual(value)
  })

  it('copies what an alias names, so that changing one place changes one place', () => {
    const { value } = parseYaml('a: &x {b: [1]}\nc: *x\n') as { value: Record<string, Record<string, unknown[]>> }
    value.a!.b!.push(2)
    expect(value.c).toEqual({ b: [1] })
  })

  it('keeps __proto__ and constructor as keys and changes no prototype', () => {
    const { value } = parseYaml('__proto__: {polluted: true}\nconstructor: 1\n') as { value: object }
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('keeps __proto__ a key through aliases and merges', () => {
    const { value } = parseYaml('a: &x {__proto__: {p: 1}}\nb: *x\nc:\n  <<: *x\n') as { value: Record<string, object> }
    expect(Object.keys(value.b!)).toEqual(['__proto__'])
    expect(Object.keys(value.c!)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value.c)).toBe(Object.prototype)
  })
})

describe('duplicate keys', () => {
  it('lets the last one win and reports each with the line of its value', () => {
    const { value, strictErrors } = parseYaml('a: 1\nb:\n  c: 1\n  c: 2\na: 3\n')
    expect(value).toEqual({ a: 3, b: { c: 2 } })
    expect(strictErrors).toEqual([
      'yaml: unmarshal errors:\n  line 4: key "c" already set in map\n  line 5: key "a" already set in map',
    ])
  })

  it('does not call a merged key that is overridden a duplicate', () => {
    expect(parseYaml('a: &x {b: 1}\nc: {<<: *x, b: 2}\n').strictErrors).toEqual([])
  })

  it('tells a hundred of them, and how many more there are, in no time', () => {
    const start = performance.now()
    const { strictErrors } = parseYaml('a: 1\n'.repeat(50_001))
    expect(strictErrors[0]!.split('\n')).toHaveLength(102)
    expect(strictErrors[0]).toMatch(/line 101: key "a" already set in map\n {2}and 49900 more$/)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it('sees keys that become the same text', () => {
    expect(parseYaml('1: a\n"1": b\n').strictErrors).toHaveLength(1)
  })
})

describe('refusals', () => {
  it.each([
    ['a: b: c', /^yaml: mapping values are not allowed in this context$/],
    ['a: b\n c: d', /^yaml: line 2: mapping values are not allowed in this context$/],
    ['a:\n\tb: 1', /^yaml: line 2: found character that cannot start any token$/],
    ['\ta: 1', /^yaml: found character that cannot start any token$/],
    ['a: @x', /^yaml: found character that cannot start any token$/],
    ['{', /^yaml: line 1: did not find expected node content$/],
    ['x: 1\na: [\n', /^yaml: line 2: did not find expected node content$/],
    ['a: [1, 2', /^yaml: line 1: did not find expected ',' or '\]'$/],
    ['{a: b', /^yaml: line 1: did not find expected ',' or '\}'$/],
    ['key: [a\nb: c', /^yaml: line 1: did not find expected ',' or '\]'$/],
    ['a: }', /^yaml: did not find expected node content$/],
    ['a: {b: c}}', /^yaml: did not find expected key$/],
    ['a: "x', /^yaml: found unexpected end of stream$/],
    ['"a\\q": b', /^yaml: found unknown escape character$/],
    ['- a\nb: c', /^yaml: line 1: did not find expected '-' indicator$/],
    ['a: b\n- c', /^yaml: line 1: did not find expected key$/],
    ['a: \u0001', /^yaml: control characters are not allowed$/],
    ['a: ,', /^yaml: did not find expected node content$/],
    ['a: 1\n---\nb: 2\n', /^yaml: expected a single document, but found more$/],
    ['a: *missing', /^yaml: unknown anchor 'missing' referenced$/],
    ['a: &x [*x]', /^yaml: unknown anchor 'x' referenced$/],
    ['? [a]\n: b', /^yaml: line 1: unsupported map key: a sequence$/],
    ['{a: 1}: b', /unsupported map key: a mapping/],
    ['~: b', /^yaml: line 1: unsupported map key: null$/],
    ['a: .nan', /unsupported value: \.nan/],
    ['a: -.inf', /unsupported value: -\.inf/],
    ['a: !!int x', /^yaml: cannot decode !!str `x` as a !!int$/],
    ['a: !!binary "$$"', /^yaml: !!binary value contains invalid base64 data$/],
    ['<<: 5', /^yaml: map merge requires map or sequence of maps as the value$/],
    ['a: \0', /null byte/],
    ['['.repeat(100_000), /^yaml: line 1: /],
    [Array.from({ length: 3000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), /^yaml: line /],
  ])('answers 400 to %.40j', (text, message) => {
    expect(refusal(text)).toMatch(message)
  })

  it('refuses a billion laughs in no time', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 10; level++)
      lines.push(`a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}*a${level - 1}]`)
    const start = performance.now()
    expect(refusal(lines.join('\n'))).toBe('yaml: document contains excessive aliasing')
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

/** Whole numbers beyond 2^53 as {@link parseYaml} reads them. */
function exact(_: string, value: unknown): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  return value >= -(2 ** 63) && value < 2 ** 64 ? BigInt(String(value)) : value
}

describe('formatYaml', () => {
  it('prints as the command-line client does', () => {
    const text = formatYaml({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      data: { b: 'yes', a: 'line 1\nline 2\n', c: 'a: b', d: '', e: '0644', f: '2001-01-01', g: 'plain text' },
      metadata: { name: 'x', labels: {}, finalizers: [] },
      items: [{ b: 1, a: [1, null, true] }],
      big: 9223372036854775807n,
    })
    expect(text).toBe(`apiVersion: v1
big: 9223372036854775807
data:
  a: |
    line 1
    line 2
  b: "yes"
  c: 'a: b'
  d: ""
  e: "0644"
  f: "2001-01-01"
  g: plain text
items:
- a:
  - 1
  - null
  - true
  b: 1
kind: ConfigMap
metadata:
  finalizers: []
  labels: {}
  name: x
`)
  })

  it('prints the same object twice rather than referring to it', () => {
    const shared = { x: 1 }
    expect(formatYaml({ a: shared, b: shared })).toBe('a:\n  x: 1\nb:\n  x: 1\n')
  })

  it.each(['0X0', '0x1F', '0b1', '+0X1', '0o7'])('quotes %s, which reads as a number', (text) => {
    expect(parseYaml(formatYaml({ [text]: text })).value).toEqual({ [text]: text })
  })

  it('reads back what it printed, whatever it was', () => {
    const json = fc.json({ maxDepth: 4 }).map((text) => JSON.parse(text, exact) as unknown)
    fc.assert(
      fc.property(json, (value) => {
        expect(parseYaml(formatYaml(value)).value).toEqual(value)
      }),
      { numRuns: 400 },
    )
  })

  it('reads back text that looks like something else', () => {
    const odd = [
      'y',
      'N',
      'on',
      '~',
      '',
      ' ',
      '1e3',
      '0o7',
      '0b1',
      '1_0',
      '.5',
      '.inf',
      '<<',
      '=',
      '-',
      '- a',
      '#',
      'a #b',
      '{',
      '!x',
      '&a',
      '*a',
      '%',
      '@',
      '`',
      '|',
      '>',
      "'",
      '"',
      'a\tb',
      '\u2028',
      '\u0000',
      'ä',
      '日本',
      '\ud83d\ude00',
      '---',
      '...',
      'null\n',
      '\nx',
      ' x',
      'x ',
    ]
    for (const text of odd)
      expect(parseYaml(formatYaml({ [`k${text}`]: text, v: [text] })).value).toEqual({ [`k${text}`]: text, v: [text] })
  })
})
