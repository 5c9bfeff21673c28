import { describe, expect, it } from 'vitest'
import { maxCompileSteps, measurePattern } from '../src/index.ts'

describe('the instructions of a pattern', () => {
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
    expect(measurePattern(pattern).instructions).toBe(size)
  })
})

describe('the steps of compiling a pattern', () => {
  it.each<[string, number]>([
    ['abc', 6],
    ['a{1000}', 1007],
    ['(ab){10}', 49],
    ['[a-z]{10}', 19],
    ['\\pL', 124],
    ['[\\pL\\p{Nd}]', 252],
    ['[a-\\x{10FFFF}]', 15],
    ['(?i)[a-\\x{10FFFF}]', 3152],
    ['(?i)[\\x00-\u{10ffff}]', 3150],
    ['(?i:a)\\pL', 267],
    ['(?i)[z-a]', 15],
  ])('%s are about %i', (pattern, steps) => {
    expect(measurePattern(pattern).compileSteps).toBe(steps)
  })

  it('grow with the depth of groups', () => {
    const { compileSteps } = measurePattern('('.repeat(900) + ')'.repeat(900))
    expect(compileSteps).toBeGreaterThan(900 * 4 + 3_000)
  })

  it('are within the limit for a pattern of 5,000 characters, and for a class that is repeated 1,000 times', () => {
    expect(measurePattern('a'.repeat(5_000)).compileSteps).toBeLessThanOrEqual(maxCompileSteps)
    expect(measurePattern('a'.repeat(5_001)).compileSteps).toBeGreaterThan(maxCompileSteps)
    expect(measurePattern('^[-a-z0-9]{1,1000}$').compileSteps).toBeLessThanOrEqual(maxCompileSteps)
  })
})
