import { describe, expect, it } from 'vitest'
import { hasPatchStrategy, type Field } from '../src/index.ts'

describe('hasPatchStrategy', () => {
  const field = (patchStrategy: string): Field => ({ name: 'x', schema: { type: 'raw' }, patchStrategy })

  it('finds a word of a pair', () => {
    expect(hasPatchStrategy(field('merge,retainKeys'), 'retainKeys')).toBe(true)
    expect(hasPatchStrategy(field('merge'), 'retainKeys')).toBe(false)
    expect(hasPatchStrategy(undefined, 'merge')).toBe(false)
  })
})
