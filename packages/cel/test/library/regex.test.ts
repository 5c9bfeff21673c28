import { describe, expect, it } from 'vitest'
import { compileExpression, createEnvironment, createKubernetesEnvironment, regex, strings } from '../../src/index.ts'

const environment = createEnvironment({ libraries: [strings({ version: 2 }), regex()] })

/** Expressions with their values as `%s` prints them. */
const values: readonly (readonly [expression: string, shown: string])[] = [
  ["'abc 123'.find('[0-9]+')", '123'],
  ["'abc'.find('x')", ''],
  ["'123 abc 456'.findAll('[0-9]*')", '["123", "", "", "", "", "456"]'],
  ["'123 abc 456'.findAll('[0-9]*', 1)", '["123"]'],
  ["'123'.findAll('[0-9]', 0)", '[]'],
  ["'123'.findAll('x')", '[]'],
  ["'baaac'.findAll('a*')", '["", "aaa", ""]'],
]

const errors: readonly (readonly [expression: string, message: string])[] = [
  ["'abc'.find('[' + 'a')", 'Illegal regex: error parsing regexp: missing closing ]: `[a`'],
]

describe('regex', () => {
  it.each(values)('%s is %s', (expression, shown) => {
    const outcome = environment.compile(`'%s'.format([dyn(${expression})])`).evaluate()
    expect(outcome.error).toBeUndefined()
    expect(outcome.value).toBe(shown)
  })

  it.each(errors)('%s fails with %s', (expression, message) => {
    expect(environment.compile(expression).evaluate().error?.message).toBe(message)
  })
})

describe('constant patterns that do not compile', () => {
  it.each([
    ["'abc'.find('[') == ''", 'error parsing regexp: missing closing ]: `[`'],
    ["'abc'.findAll('(') == []", 'error parsing regexp: missing closing ): `(`'],
    ["'abc'.findAll('*', 2) == []", 'error parsing regexp: missing argument to repetition operator: `*`'],
  ])('%s is refused where Kubernetes compiles it, and fails elsewhere', (expression, message) => {
    const { problem } = compileExpression(createKubernetesEnvironment({}), expression)
    expect(problem).toEqual({ message: `program instantiation failed: ${message}`, isInternal: true })
    const lenient = createEnvironment({ libraries: [regex()] })
    expect(lenient.compile(expression).evaluate().error?.message).toBe(`Illegal regex: ${message}`)
  })
})
