import { describe, expect, it } from 'vitest'
import { createEnvironment, lists, optionals, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [optionals(), strings({ version: 2 }), lists({ version: 3 })] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ['[3u, 1u].sort()', '[1, 3]'],
  ["['b', 'a'].sort()", '["a", "b"]'],
  ["[{'a': 2}, {'a': 1}].sortBy(x, x.a)", '[{"a":1}, {"a":2}]'],
  ['lists.range(-1)', '[]'],
  ['dyn([]).first().hasValue()', 'false'],
  ['[1, 2].last().value()', '2'],
  ['[1, [2, 3], [4]].flatten()', '[1, 2, 3, 4]'],
  ['[1, 2, [], [], [3, 4]].flatten()', '[1, 2, 3, 4]'],
  ['dyn([1, 2]).flatten()', '[1, 2]'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ['[1, 2, 3].slice(-1, 2)', 'cannot slice(-1, 2), negative indexes not supported'],
  ['[1, 2, 3].slice(1, 5)', 'cannot slice(1, 5), list is length 3'],
  ['[[1]].flatten(-1)', 'level must be non-negative'],
  ['dyn(1).flatten()', 'no such overload: int.flatten()'],
]

const refused: readonly (readonly [expression: string, message: string])[] = [
  ['[[2], [1]].sort()', "found no matching overload for 'sort' applied to 'list(list(int)).()'"],
  [
    '[1, 2].sortBy(x, [x])',
    "found no matching overload for '@sortByAssociatedKeys' applied to 'list(int).(list(list(int)))'",
  ],
  ["'a'.sortBy(x, x)", 'sortBy can only be applied to a list, identifier, comprehension, call or select expression'],
]

describe('lists', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })

  it.each(refused)('%s is refused with %s', (expression, message) => {
    expect(() => environment.compile(expression)).toThrow(message)
  })
})

it('refuses negative and very large ranges in version 4, which Kubernetes does not have', () => {
  const strict = createEnvironment({ libraries: [lists()] })
  const failureOf = (expression: string): string | undefined => strict.compile(expression).evaluate().error?.message
  expect(failureOf('lists.range(-1)')).toBe('lists.range: size must be non-negative, got -1')
  expect(failureOf('lists.range(1000001)')).toBe('lists.range: size 1000001 exceeds maximum allowed (1000000)')
  expect(failureOf('lists.range(1000000)')).toBeUndefined()
})
