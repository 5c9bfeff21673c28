import type { TimeSlices } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { areTooManyPatterns, patternProblem, patternsOf, preparePatterns, type Schema } from '../src/index.ts'

function countedSlices(most = Infinity): { readonly slices: () => TimeSlices; readonly turns: () => number } {
  let turns = 0
  const next = async (): Promise<void> => {
    if (++turns > most) throw new Error('the deadline is over')
  }
  return { slices: () => ({ isOver: () => true, next }), turns: () => turns }
}

const long = (count: number, length: number, letter: string): string[] =>
  Array.from({ length: count }, (_, index) => letter.repeat(length) + String(index))

describe('patterns that are prepared', () => {
  it('are compiled one in a turn, each of them once', async () => {
    const { slices, turns } = countedSlices()
    const patterns = long(3, 1_000, 'p')
    await preparePatterns([...patterns, ...patterns, ...patterns], slices)
    expect(turns()).toBe(3)
    expect(preparePatterns(patterns, slices)).toBeUndefined()
  })

  it('take no turn where they are short, or too many', () => {
    const { slices, turns } = countedSlices()
    expect(preparePatterns(long(20, 30, 'q'), slices)).toBeUndefined()
    expect(preparePatterns(long(30, 4_000, 'r'), slices)).toBeUndefined()
    expect(turns()).toBe(0)
  })

  it('are given up at the deadline', async () => {
    const { slices, turns } = countedSlices(2)
    await expect(preparePatterns(long(9, 1_000, 's'), slices)).rejects.toThrow('the deadline is over')
    expect(turns()).toBe(3)
  })
})

it('patterns of one CRD take 100,000 steps at most', () => {
  expect(areTooManyPatterns(new Set(long(12, 4_000, 't')))).toBe(false)
  expect(areTooManyPatterns(new Set(long(13, 4_000, 't')))).toBe(true)
})

it('a pattern that is too large to be compiled, or none, has a problem', () => {
  expect(patternProblem('^a+$')).toBeUndefined()
  expect(patternProblem('(')).toMatch(/^error parsing regexp: missing closing \)/)
  expect(patternProblem('u'.repeat(20_000))).toBe(
    'error parsing regexp: expression too large: it takes 20000 steps to compile, at most 10000 are supported',
  )
})

it('the patterns of a schema are found wherever they stand', () => {
  const text = (pattern: string): Schema => ({ type: 'string', pattern })
  const schema: Schema = {
    type: 'object',
    fields: new Map([
      ['list', { name: 'list', schema: { type: 'list', items: text('a') } }],
      ['map', { name: 'map', schema: { type: 'map', values: text('b') } }],
    ]),
    rules: {
      not: { pattern: 'c' },
      allOf: [{ items: { pattern: 'd' } }],
      anyOf: [{ properties: new Map([['x', { pattern: 'e' }]]) }],
      oneOf: [{ pattern: 'f' }],
    },
  }
  expect([...patternsOf(schema)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})
