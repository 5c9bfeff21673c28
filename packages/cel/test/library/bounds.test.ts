import { describe, expect, it } from 'vitest'
import { compilePattern, createKubernetesEnvironment, listType, stringType } from '../../src/index.ts'
import { estimatePatternSize } from '../../src/library/pattern-size.ts'

const environment = createKubernetesEnvironment({
  variables: { text: stringType, pattern: stringType, texts: listType(stringType) },
})

describe('the size of a pattern', () => {
  it.each<[string, number]>([
    ['abc', 3],
    ['a{1000}', 1000],
    ['a{2,5}b', 6],
    ['(ab){10}', 40],
    ['((a{3}){2})', 12],
    ['\\d\\.', 21],
    ['\\p{Greek}x', 21],
    ['[a-z]', 24],
    ['[]a[:alpha:]]', 32],
    ['a{x}', 4],
    ['(', 2],
    ['\\', 1],
    ['[', 20],
  ])('%s is about %i instructions', (pattern, size) => {
    expect(estimatePatternSize(pattern)).toBe(size)
  })
})

describe('patterns', () => {
  it.each(['a'.repeat(40_001), 'a{1000}'.repeat(41), '(a{30}){30}'.repeat(50), '\\pL'.repeat(2_001)])(
    'that are too large are refused: %#',
    (pattern) => {
      expect(compilePattern(pattern)).toEqual({ error: 'error parsing regexp: expression too large' })
      const { error } = environment.compile('text.matches(pattern)').evaluate({ text: 'a', pattern })
      expect(error?.message).toBe('error parsing regexp: expression too large')
    },
  )

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
