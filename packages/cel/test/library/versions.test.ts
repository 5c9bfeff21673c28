import { describe, expect, it } from 'vitest'
import { createEnvironment, jsonPatch, lists, listType, strings, type Library } from '../../src/index.ts'

/** What kube-apiserver has elsewhere than in rules of custom resources, or not at all. */
const values: readonly (readonly [expression: string, library: Library, value: string])[] = [
  ["jsonpatch.escapeKey('k8s.io/my~label')", jsonPatch(), 'k8s.io~1my~0label'],
  ["jsonpatch.escapeKey('~1/')", jsonPatch(), '~01~1'],
  ["'a😀b'.reverse()", strings(), 'b😀a'],
  ["''.reverse()", strings(), ''],
]

describe('libraries with functions of their own', () => {
  it.each(values)('%s', (expression, library, value) => {
    expect(
      createEnvironment({ libraries: [library] })
        .compile(expression)
        .evaluate().value,
    ).toBe(value)
  })

  it('has the functions of its version only', () => {
    const compile = (expression: string, library: Library) => (): unknown =>
      createEnvironment({ libraries: [library] }).compile(expression)
    expect(compile("'%d'.format([1])", strings({ version: 0 }))).toThrow('undeclared reference to')
    expect(compile('[[1]].flatten()', lists({ version: 0 }))).toThrow('undeclared reference to')
    expect(compile('[1].sort()', lists({ version: 1 }))).toThrow('undeclared reference to')
  })

  it('flattens lists of any depth', () => {
    const environment = createEnvironment({ libraries: [lists({ version: 3 })], variables: { nested: listType() } })
    let nested: unknown[] = [1]
    for (let level = 0; level < 50_000; level++) nested = [nested]
    expect(environment.compile('nested.flatten(9000000)[0]').evaluate({ nested }).value).toBe(1)
    expect(environment.compile('[1, [2, [3, [4]]]].flatten(2).size()').evaluate().value).toBe(4)
  })

  it('makes long ranges without storing them, and fails for keys that have no one type', () => {
    const environment = createEnvironment({ libraries: [lists({ version: 3 })] })
    expect(environment.compile('lists.range(9000000000).size()').evaluate().value).toBe(9_000_000_000)
    expect(environment.compile("[dyn(1), dyn('a')].sortBy(x, x)").evaluate().error?.message).toBe(
      'list elements must have the same type',
    )
  })
})
