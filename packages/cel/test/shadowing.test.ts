import { describe, expect, it } from 'vitest'
import { bindings, createEnvironment, intType, stringType, type CelType } from '../src/index.ts'

interface Case {
  readonly expression: string
  readonly variables: Readonly<Record<string, CelType>>
  readonly values: Readonly<Record<string, unknown>>
}

const cases: readonly Case[] = [
  { expression: '[0].all(n, n == 0)', variables: { 'a.b.n': intType }, values: { 'a.b.n': 7 } },
  { expression: "['x'].all(n, .n == 'y')", variables: { n: stringType }, values: { n: 'y' } },
  { expression: "[{'m': 0}].all(n, n.m == 0)", variables: { 'n.m': intType }, values: { 'n.m': 7 } },
  { expression: "[{'m': 0}].all(n, n.m == 0)", variables: { 'a.b.n.m': intType }, values: { 'a.b.n.m': 7 } },
  {
    expression: "[{'m': 'x'}].all(n, .n.m == 'y')",
    variables: { 'n.m': stringType },
    values: { 'n.m': 'y' },
  },
  { expression: '[1].all(n, [0].all(n, n == 0))', variables: { 'a.b.n': intType }, values: { 'a.b.n': 7 } },
  { expression: 'cel.bind(n, 0, n == 0)', variables: { 'a.b.n': intType }, values: { 'a.b.n': 7 } },
  { expression: "cel.bind(n, {'m': 0}, n.m == 0)", variables: { 'n.m': intType }, values: { 'n.m': 7 } },
  { expression: 'n == 7', variables: { 'a.b.n': intType, n: intType }, values: { 'a.b.n': 7, n: 8 } },
  { expression: '.n == 8', variables: { 'a.b.n': intType, n: intType }, values: { 'a.b.n': 7, n: 8 } },
]

describe('variables of comprehensions hide those of the environment', () => {
  it.each(cases)('$expression', ({ expression, variables, values }) => {
    const environment = createEnvironment({ container: 'a.b', variables, libraries: [bindings()] })
    for (const unchecked of [false, true]) {
      expect(environment.compile(expression, { unchecked }).evaluate(values).value).toBe(true)
    }
  })
})
