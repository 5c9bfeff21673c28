import { describe, expect, it } from 'vitest'
import { compilePattern, createKubernetesEnvironment, listType, stringType } from '../../src/index.ts'

const environment = createKubernetesEnvironment({
  variables: { text: stringType, pattern: stringType, texts: listType(stringType) },
})

describe('patterns', () => {
  it.each([
    'a'.repeat(5_001),
    'a{1000}'.repeat(10),
    '(a{30}){30}'.repeat(15),
    '\\pL'.repeat(100),
    '(?i)[a-\u{10ffff}]'.repeat(4),
  ])('that are too large are refused: %#', (pattern) => {
    expect(compilePattern(pattern)).toEqual({ error: 'error parsing regexp: expression too large' })
    const { error } = environment.compile('text.matches(pattern)').evaluate({ text: 'a', pattern })
    expect(error?.message).toBe('error parsing regexp: expression too large')
  })

  it.each(['matches', 'find', 'findAll'])('of %s end where the text is too long for them', (name) => {
    const dynamic = environment.compile(`dyn(text.${name}(pattern)) != ''`)
    const constant = environment.compile(`dyn(text.${name}('a{1000}$')) != ''`)
    const text = 'a'.repeat(100_001)
    for (const program of [dynamic, constant]) {
      expect(program.evaluate({ text, pattern: 'a{1000}$' }).error?.message).toBe(
        'the text is too long for the pattern',
      )
    }
    expect(dynamic.evaluate({ text: 'a'.repeat(10), pattern: 'a{1000}$' }).error).toBeUndefined()
  })
})

it('findAll and format end where the evaluation is interrupted', () => {
  const text = 'a'.repeat(1000)
  for (const expression of [
    "text.findAll('a').size()",
    "text.findAll('a', 900).size()",
    'text.findAll(pattern).size()',
  ]) {
    const outcome = environment.compile(expression).evaluate({ text, pattern: 'a' }, { interrupted: () => true })
    expect(outcome.error).toMatchObject({ message: 'operation interrupted', cancelled: true })
  }
  const texts = Array.from({ length: 100 }, String)
  const formatted = environment.compile("'%s'.format([texts])").evaluate({ texts }, { interrupted: () => true })
  expect(formatted.error).toMatchObject({ message: 'operation interrupted', cancelled: true })
})
