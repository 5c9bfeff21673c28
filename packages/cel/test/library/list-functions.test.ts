import { describe, expect, it } from 'vitest'
import { createEnvironment, listFunctions, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), listFunctions()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ['[2, 1].isSorted()', 'false'],
  ["[duration('1s'), duration('2s')].sum()", '3s'],
  ['[1.5, 2.5].sum()', '4'],
  ['[1u, 2u].sum()', '3'],
  ['dyn([]).sum()', '0'],
  ['[3, 1, 2].max()', '3'],
  ['[true, false].min()', 'false'],
  ['[1, 2, 2].indexOf(2)', '1'],
  ['[1, 2, 2].lastIndexOf(2)', '2'],
  ['[1, 2, 2].lastIndexOf(5)', '-1'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ['[9223372036854775807, 1].sum()', 'integer overflow'],
]

describe('functions of lists', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})
