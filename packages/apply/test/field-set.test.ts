import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  formatFieldSet,
  compareElements,
  difference,
  eachPath,
  emptySet,
  equalSets,
  fieldElement,
  fieldSetOf,
  formatPath,
  hasPath,
  intersection,
  isEmptySet,
  keyElement,
  leaves,
  parseElement,
  readFieldsV1,
  recursiveDifference,
  sizeOfSet,
  union,
  valueElement,
  writeFieldsV1,
  type FieldPath,
  type FieldSet,
} from '../src/index.ts'

const texts: readonly (readonly [element: string, written: string, printed: string])[] = [
  [fieldElement('spec'), 'f:spec', '.spec'],
  [fieldElement('a.b/c'), 'f:a.b/c', '.a.b/c'],
  [fieldElement(''), 'f:', '.'],
  [fieldElement('__proto__'), 'f:__proto__', '.__proto__'],
  [keyElement([['name', 'a']]), 'k:{"name":"a"}', '[name="a"]'],
  [
    keyElement([
      ['containerPort', 80],
      ['protocol', 'TCP'],
    ]),
    'k:{"containerPort":80,"protocol":"TCP"}',
    '[containerPort=80,protocol="TCP"]',
  ],
  [keyElement([['on', true]]), 'k:{"on":true}', '[on=true]'],
  [keyElement([['n', null]]), 'k:{"n":null}', '[n=null]'],
  [keyElement([['n', 9007199254740993n]]), 'k:{"n":9007199254740993}', '[n=9007199254740993]'],
  // Fields are tracked before an object is validated, so that a key may be anything.
  [
    keyElement([['a', [{ b: [9007199254740993n, '<'] }]]]),
    'k:{"a":[{"b":[9007199254740993,"\\u003c"]}]}',
    '[a=[map[b:[9007199254740993 <]]]]',
  ],
  [keyElement([['name', 'a"b\\c']]), 'k:{"name":"a\\"b\\\\c"}', '[name="a\\"b\\\\c"]'],
  [keyElement([['name', '<&>']]), 'k:{"name":"\\u003c\\u0026\\u003e"}', '[name="<&>"]'],
  [keyElement([['name', 'tab\tnew\nline']]), 'k:{"name":"tab\\tnew\\nline"}', '[name="tab\\tnew\\nline"]'],
  [keyElement([['name', '\b\f\u0001']]), 'k:{"name":"\\u0008\\u000c\\u0001"}', '[name="\\b\\f\\x01"]'],
  [keyElement([['name', '\u2028']]), 'k:{"name":"\\u2028"}', '[name="\\u2028"]'],
  [keyElement([['name', 'é']]), 'k:{"name":"é"}', '[name="é"]'],
  [valueElement('a'), 'v:"a"', '[="a"]'],
  [valueElement(1), 'v:1', '[=1]'],
  [valueElement(1.5), 'v:1.5', '[=1.5]'],
  [valueElement(true), 'v:true', '[=true]'],
  ['i:3', 'i:3', '[3]'],
]

describe('a step of a path', () => {
  for (const [element, written, printed] of texts) {
    it(`is written ${written} and printed ${printed}`, () => {
      expect(element).toBe(written)
      expect(formatPath([element])).toBe(printed)
    })
  }

  for (const bad of ['', 'f', 'fspec', 'k:{', 'k:[]', 'k:1', 'v:', 'v:{', 'i:x', 'i:']) {
    it(`${JSON.stringify(bad)} is malformed`, () => expect(() => parseElement(bad)).toThrow(SyntaxError))
  }

  it('of an unknown type is undefined', () => expect(parseElement('q:what')).toBeUndefined())

  const order = [
    'f:',
    'f:A',
    'f:a',
    'f:b',
    'f:é',
    'f:\uffee',
    'f:😀',
    'k:{"a":1}',
    'k:{"a":1,"b":1}',
    'k:{"a":2}',
    'k:{"a":10}',
    'k:{"a":"1"}',
    'k:{"a":"a"}',
    'k:{"a":"a b"}',
    'k:{"a":"a!"}',
    'k:{"a":"ab"}',
    'k:{"a":"b"}',
    'k:{"a":false}',
    'k:{"a":true}',
    'k:{"a":null}',
    'k:{"b":1}',
    'v:-1',
    'v:2',
    'v:10',
    'v:"1"',
    'v:"a"',
    'v:true',
    'i:-1',
    'i:2',
    'i:10',
  ]
  it('is sorted as in kube-apiserver: fields, keys, values, indexes; numbers before text', () => {
    expect([...order].reverse().sort(compareElements)).toEqual(order)
    for (const one of order)
      for (const other of order)
        expect(Math.sign(compareElements(one, other))).toBe(-Math.sign(compareElements(other, one)) + 0)
  })
})

const wire: readonly (readonly [promise: string, given: unknown, read: unknown])[] = [
  ['an empty set', {}, {}],
  ['no set', undefined, {}],
  ['fields', { 'f:a': {}, 'f:b': { 'f:c': {} } }, { 'f:a': {}, 'f:b': { 'f:c': {} } }],
  ['a field that has fields and is in the set', { 'f:a': { '.': {}, 'f:b': {} } }, { 'f:a': { '.': {}, 'f:b': {} } }],
  [
    'steps out of order',
    { 'f:b': {}, 'f:a': { 'f:d': {}, '.': {}, 'f:c': {} } },
    { 'f:a': { '.': {}, 'f:c': {}, 'f:d': {} }, 'f:b': {} },
  ],
  ['numbers out of order', { 'v:10': {}, 'v:2': {} }, { 'v:2': {}, 'v:10': {} }],
  ['keys out of order', { 'k:{"b":1,"a":2}': {} }, { 'k:{"a":2,"b":1}': {} }],
  ['keys with space', { 'k:{ "a" : "b" }': {} }, { 'k:{"a":"b"}': {} }],
  ['text that needs escapes', { 'k:{"a":"<"}': {} }, { 'k:{"a":"\\u003c"}': {} }],
  [
    'one step written in two ways',
    { 'k:{"a":1,"b":2}': { 'f:x': {} }, 'k:{"b":2,"a":1}': { 'f:y': {} } },
    { 'k:{"a":1,"b":2}': { 'f:x': {}, 'f:y': {} } },
  ],
  [
    'one step written in two ways, once alone',
    { 'k:{"a":1,"b":2}': {}, 'k:{"b":2,"a":1}': { 'f:y': {} } },
    { 'k:{"a":1,"b":2}': { '.': {}, 'f:y': {} } },
  ],
  ['a point alone', { 'f:a': { '.': {} } }, { 'f:a': {} }],
  ['a point at the top', { '.': {}, 'f:a': {} }, { 'f:a': {} }],
  ['unknown steps', { 'q:a': {}, 'f:a': {} }, { 'f:a': {} }],
  [
    'a field that is __proto__',
    JSON.parse('{"f:__proto__":{"f:__proto__":{}}}'),
    JSON.parse('{"f:__proto__":{"f:__proto__":{}}}'),
  ],
]

describe('FieldsV1', () => {
  for (const [promise, given, read] of wire) {
    it(`reads ${promise}`, () => expect(JSON.stringify(readFieldsV1(given))).toBe(JSON.stringify(read)))
  }

  for (const bad of [
    1,
    'x',
    [],
    { 'f:a': 1 },
    { 'f:a': null },
    { 'f:a': [] },
    { a: {} },
    { 'k:x': {} },
    { 'v:': {} },
  ]) {
    it(`refuses ${JSON.stringify(bad)}`, () => expect(() => readFieldsV1(bad)).toThrow())
  }

  it('gives back the very object where it is canonical', () => {
    const fields = { 'f:a': { '.': {}, 'k:{"name":"a"}': { '.': {}, 'f:name': {} } } }
    expect(readFieldsV1(fields)).toBe(fields)
  })

  it('makes equal sets one object, sorted and frozen, whatever the order of their elements', () => {
    const first = writeFieldsV1({ 'f:b': {}, 'f:a': { 'k:{"name":"a"}': {}, '.': {} } })
    expect(JSON.stringify(first)).toBe('{"f:a":{".":{},"k:{\\"name\\":\\"a\\"}":{}},"f:b":{}}')
    expect(Object.isFrozen(first) && Object.isFrozen(first['f:a'])).toBe(true)
    expect(writeFieldsV1({ 'f:a': { '.': {}, 'k:{"name":"a"}': {} }, 'f:b': {} })).toBe(first)
    expect(formatFieldSet(first)).toBe(JSON.stringify(first))
  })

  it('sorts sets that are too large to be kept, and those with a large element', () => {
    for (const names of [
      Array.from({ length: 200 }, (_, index) => `f:${999 - index}`),
      ['f:b', `f:a${'x'.repeat(600)}`],
    ]) {
      const set = Object.fromEntries(names.map((name) => [name, {}]))
      const written = writeFieldsV1({ 'f:spec': set })['f:spec'] ?? {}
      expect(Object.keys(written)).toEqual(names.toSorted())
      expect(formatFieldSet(written)).toBe(JSON.stringify(written))
    }
  })

  it('forgets the sets of before when they take too much', () => {
    const first = writeFieldsV1({ 'f:kept': {} })
    for (let index = 0; index < 30_000; index++) writeFieldsV1({ [`f:${index}`]: {} })
    const again = writeFieldsV1({ 'f:kept': {} })
    expect(again).not.toBe(first)
    expect(again).toEqual(first)
  })
})

// A set of paths as a set of texts: the model the tries must agree with.
const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:1')
const path = fc.array(element, { minLength: 1, maxLength: 4 })
const paths = fc.array(path, { maxLength: 12 })

const model = (list: readonly FieldPath[]): Set<string> => new Set(list.map((one) => one.join('/')))
const toModel = (set: FieldSet): Set<string> => {
  const found = new Set<string>()
  eachPath(set, (one) => found.add(one.join('/')))
  return found
}

describe('sets of fields agree with sets of paths on', () => {
  const check = (
    operation: (left: FieldSet, right: FieldSet) => FieldSet,
    expected: (left: Set<string>, right: Set<string>) => Iterable<string>,
  ): void => {
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        const left = fieldSetOf(one)
        const right = fieldSetOf(other)
        const before = JSON.stringify([left, right])
        const result = operation(left, right)
        expect([...toModel(result)].sort()).toEqual([...new Set(expected(model(one), model(other)))].sort())
        expect(JSON.stringify([left, right])).toBe(before)
        expect(isEmptySet(result)).toBe(toModel(result).size === 0)
        expect(readFieldsV1(JSON.parse(JSON.stringify(result)))).toEqual(writeFieldsV1(result))
      }),
      { numRuns: 300 },
    )
  }

  it('union', () => check(union, (left, right) => [...left, ...right]))
  it('intersection', () => check(intersection, (left, right) => [...left].filter((one) => right.has(one))))
  it('difference', () => check(difference, (left, right) => [...left].filter((one) => !right.has(one))))
  it('recursive difference', () =>
    check(recursiveDifference, (left, right) =>
      [...left].filter((one) => ![...right].some((gone) => one === gone || one.startsWith(`${gone}/`))),
    ))
  it('leaves', () =>
    check(leaves, (left) => [...left].filter((one) => ![...left].some((other) => other.startsWith(`${one}/`)))))

  it('membership, size and equality', () => {
    fc.assert(
      fc.property(paths, paths, path, (one, other, asked) => {
        const set = fieldSetOf(one)
        expect(hasPath(set, asked)).toBe(model(one).has(asked.join('/')))
        expect(sizeOfSet(set)).toBe(model(one).size)
        expect(equalSets(set, fieldSetOf(other))).toBe(
          [...model(one)].sort().join() === [...model(other)].sort().join(),
        )
      }),
    )
  })
})

describe('sets of fields', () => {
  it('share what an operation does not change', () => {
    const set = fieldSetOf([['f:a', 'f:b'], ['f:c']])
    expect(union(set, emptySet)).toBe(set)
    expect(union(set, fieldSetOf([['f:a', 'f:b']]))).toBe(set)
    expect(difference(set, fieldSetOf([['f:z']]))).toBe(set)
    expect(difference(set, fieldSetOf([['f:c']]))['f:a']).toBe(set['f:a'])
  })

  it('never hold the object itself', () => expect(hasPath(fieldSetOf([['f:a']]), [])).toBe(false))
})
