import { describe, expect, it } from 'vitest'
import { isEqualJson, isSemanticEqual, parseJson, setMember } from '@pinnace/meta'

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const objects = (levels: number): string => `${'{"a":[0,'.repeat(levels)}1${']}'.repeat(levels)}`
const read = (text: string): unknown => parseJson(Buffer.from(text), { maxDepth: 10_000 }).value

function nested(levels: number, end: unknown): unknown {
  let value = end
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describe('equality of JSON', () => {
  it.each<[title: string, left: unknown, right: unknown, exact: boolean, semantic: boolean]>([
    ['the order of keys does not matter', { a: 1, b: [2] }, { b: [2], a: 1 }, true, true],
    ['the order of items matters', [1, 2], [2, 1], false, false],
    ['values differ', { a: 1 }, { a: 2 }, false, false],
    ['types differ', 1, '1', false, false],
    ['a list is not an object', [1], { 0: 1 }, false, false],
    ['an empty list is not an empty object', { a: [] }, { a: {} }, false, false],
    ['null is not absent', { a: null }, {}, false, true],
    ['null is not another member that is null', { a: null }, { b: null }, false, true],
    ['undefined is not absent', { a: undefined }, {}, false, true],
    ['an empty list is not absent', { a: [] }, {}, false, true],
    ['an empty annotation is not absent', { annotations: { a: '' } }, { annotations: {} }, false, false],
    ['an empty label is not another one', { labels: { a: '' } }, { labels: { b: '' } }, false, false],
    [
      'a selector of an empty value is not one of none',
      { nodeSelector: { a: '' } },
      { nodeSelector: {} },
      false,
      false,
    ],
    ['an empty list is not null', null, [], false, true],
    ['an empty string is not absent', '', undefined, false, true],
    ['an empty list is not an empty string', { a: [] }, { a: '' }, false, true],
    ['an empty string behind a pointer is not absent', { labelSelectorPath: '' }, {}, false, false],
    ['an absent string behind a pointer is not empty', { a: {} }, { a: { zone: '' } }, false, false],
    ['null behind a pointer is absent', { zone: null }, {}, false, true],
    ['an empty object is not absent', { a: {} }, {}, false, false],
    ['an empty object is not null', null, {}, false, false],
    ['an object of null members is not an empty object', { a: { b: null } }, { a: {} }, false, true],
    ['an object of null members is not absent', { a: { b: null } }, {}, false, false],
    ['empty objects are of different members', { podSelector: {} }, { namespaceSelector: {} }, false, false],
    ['zero is not absent', 0, undefined, false, false],
    ['false is not absent', { a: false }, {}, false, false],
    ['a list of one null is not an empty list', [null], [], false, false],
    ['-0 is 0', { a: -0 }, { a: 0 }, true, true],
    ['a bigint is the number of the same value', { a: 5n }, { a: 5 }, true, true],
    ['a bigint is not a number near it', 9_007_199_254_740_993n, 9_007_199_254_740_992, false, false],
    ['a bigint is not a fraction', 5n, 5.5, false, false],
    ['a bigint is not a string', 5n, '5', false, false],
    ['bigints differ', 9_007_199_254_740_993n, 9_007_199_254_740_992n, false, false],
    ['inherited members are not members', { toString: 1 }, {}, false, false],
    ['inherited members are not members of the same name', { constructor: 1 }, { valueOf: 1 }, false, false],
  ])('%s', (_, left, right, exact, semantic) => {
    expect([isEqualJson(left, right), isEqualJson(right, left)]).toEqual([exact, exact])
    expect([isSemanticEqual(left, right), isSemanticEqual(right, left)]).toEqual([semantic, semantic])
  })

  it('compares integers beyond 53 bits as they are read', () => {
    for (const isEqual of [isEqualJson, isSemanticEqual]) {
      expect(isEqual(read('9007199254740993'), read('9007199254740992'))).toBe(false)
      expect(isEqual(read('9007199254740993'), read('9007199254740993'))).toBe(true)
    }
  })

  it('takes __proto__ for a member like any other', () => {
    const [left, right]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
    setMember(left, '__proto__', { a: 1 })
    expect(isEqualJson(left, right)).toBe(false)
    expect(isSemanticEqual(left, right)).toBe(false)
    setMember(right, '__proto__', { a: 1 })
    expect(isEqualJson(left, right)).toBe(true)
    expect(isSemanticEqual(left, right)).toBe(true)
    expect(isEqualJson(read('{"__proto__":1}'), read('{"toString":1}'))).toBe(false)
  })

  it.each([
    [lists(9_999), lists(9_999), true],
    [objects(4_000), objects(4_001), false],
  ])('compares what is deeply nested (%#)', (left, right, same) => {
    expect(isEqualJson(read(left), read(right))).toBe(same)
    expect(isSemanticEqual(read(left), read(right))).toBe(same)
  })

  it('does not exhaust the stack', () => {
    for (const isEqual of [isEqualJson, isSemanticEqual]) {
      expect(isEqual(nested(200_000, 1), nested(200_000, 1))).toBe(true)
      expect(isEqual(nested(200_000, 1), nested(200_000, 2))).toBe(false)
    }
  })
})

describe('isSemanticEqual', () => {
  it.each<[title: string, make: (quantity: string) => unknown, isQuantity: boolean]>([
    ['limits by value', (memory) => ({ resources: { limits: { memory } } }), true],
    [
      'requests of a list of containers by value',
      (memory) => [{ name: 'a', resources: { requests: { memory } } }],
      true,
    ],
    ['the overhead of a pod by value', (memory) => ({ overhead: { memory } }), true],
    ['the overhead of a runtime class by value', (memory) => ({ overhead: { podFixed: { memory } } }), true],
    ['the size limit of a volume by value', (sizeLimit) => ({ emptyDir: { sizeLimit } }), true],
    ['the divisor of a resource field by value', (divisor) => ({ resourceFieldRef: { divisor } }), true],
    ['labels by text', (limits) => ({ labels: { limits } }), false],
    ['a node selector by text', (requests) => ({ nodeSelector: { requests } }), false],
    ['data of any name by text', (value) => ({ data: { limits: value, sizeLimit: value, divisor: value } }), false],
    ['limits of something else by text', (memory) => ({ spec: { limits: { memory } } }), false],
  ])('compares %s', (_, make, isQuantity) => {
    expect(isSemanticEqual(make('1Gi'), make('1073741824'))).toBe(isQuantity)
    expect(isSemanticEqual(make('1Gi'), make('1G'))).toBe(false)
    expect(isSemanticEqual(make('1Gi'), make('much'))).toBe(false)
    expect(isEqualJson(make('1Gi'), make('1073741824'))).toBe(false)
  })
})
