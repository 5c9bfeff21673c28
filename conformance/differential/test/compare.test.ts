import { describe, expect, it } from 'vitest'
import { compare } from '../judge/compare.ts'
import type { Normalized } from '../judge/normalize.ts'

const ok = { status: 200, headers: {}, layout: 'compact' }

function answer(body: unknown, others: Partial<Normalized> = {}): Normalized {
  return { ...ok, body, ...others }
}

function invalid(causes: readonly object[], message = 'm'): Normalized {
  return answer({ kind: 'Status', reason: 'Invalid', message, details: { name: 's', causes } }, { status: 422 })
}

const cause = (field: string, message: string): object => ({ reason: 'FieldValueInvalid', field, message })

describe('compare finds nothing', () => {
  it.each([
    ['in equal objects with members in another order', answer({ a: 1, b: [2] }), answer({ b: [2], a: 1 })],
    [
      'in equal warnings',
      answer(1, { headers: { warning: ['a', 'b'] } }),
      answer(1, { headers: { warning: ['a', 'b'] } }),
    ],
    ['in equal causes', invalid([cause('a', 'x'), cause('b', 'y')]), invalid([cause('a', 'x'), cause('b', 'y')])],
  ])('%s', (_name, left, right) => {
    expect(compare(left, right)).toEqual([])
  })
})

describe('compare finds', () => {
  it.each([
    [
      'another status code, and nothing below it',
      answer({}),
      answer({ a: 1 }, { status: 201 }),
      ['status: 200 | 201: (an object) | (an object)'],
    ],
    ['a member that is absent', answer({ a: { b: 1 } }), answer({ a: {} }), ['/a/b: 1 | absent']],
    ['null where a list is empty', answer({ a: null }), answer({ a: [] }), ['/a: null | []']],
    ['another number of items', answer([1]), answer([1, 2]), ['/: 1 items [1] | 2 items [1,2]']],
    ['a header that is missing', answer(1, { headers: { vary: 'x' } }), answer(1), ['header vary: "x" | absent']],
    [
      'a warning that is missing',
      answer(1, { headers: { warning: ['a', 'b'] } }),
      answer(1, { headers: { warning: ['b'] } }),
      ['warning missing: a'],
    ],
    [
      'warnings in another order',
      answer(1, { headers: { warning: ['a', 'b'] } }),
      answer(1, { headers: { warning: ['b', 'a'] } }),
      ['warnings in another order: ["a","b"] | ["b","a"]'],
    ],
    ['another layout', answer(1), answer(1, { layout: 'indented' }), ['layout: compact | indented']],
    [
      'a cause with other words',
      invalid([cause('a', 'x')]),
      invalid([cause('a', 'y')]),
      ['cause: [FieldValueInvalid] a ▸ x | [FieldValueInvalid] a ▸ y'],
    ],
    [
      'a cause that is missing',
      invalid([cause('a', 'x'), cause('b', 'y')]),
      invalid([cause('a', 'x')]),
      ['cause missing: [FieldValueInvalid] b ▸ y'],
    ],
    ['a cause too many', invalid([]), invalid([cause('a', 'x')]), ['cause extra: [FieldValueInvalid] a ▸ x']],
    [
      'a cause that is repeated',
      invalid([cause('a', 'x'), cause('a', 'x')]),
      invalid([cause('a', 'x')]),
      ['cause repeated: 2 | 1 times: [FieldValueInvalid] a ▸ x'],
    ],
    [
      'causes in another order',
      invalid([cause('a', 'x'), cause('b', 'y')]),
      invalid([cause('b', 'y'), cause('a', 'x')]),
      [
        'causes in another order: [FieldValueInvalid] a ▸ x ; [FieldValueInvalid] b ▸ y | [FieldValueInvalid] b ▸ y ; [FieldValueInvalid] a ▸ x',
      ],
    ],
    ['another message, where the causes are the same', invalid([], 'one'), invalid([], 'two'), ['message: one | two']],
  ])('%s', (_name, left, right, texts) => {
    expect(compare(left, right).map(({ text }) => text)).toEqual(texts)
  })

  it('differences of one cause with one signature', () => {
    const [first] = compare(invalid([cause('a', 'must be 1: "abc"')]), invalid([cause('a', 'must be one')]))
    const [second] = compare(invalid([cause('b', 'must be 23: "other"')]), invalid([cause('b', 'must be one')]))
    expect(first?.signature).toBe('cause: must be N: "…" | must be one')
    expect(second?.signature).toBe(first?.signature)
  })
})
