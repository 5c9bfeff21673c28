import { describe, expect, it } from 'vitest'
import { createEnvironment, sets, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), sets()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ['sets.equivalent([1], [1, 1])', 'true'],
  ['sets.intersects([1], [])', 'false'],
]

describe('sets', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })
})
