import { describe, expect, it } from 'vitest'
import { breakDown } from '../src/rule-cover.ts'

describe('a rule', () => {
  it('without verbs covers nothing, and is left for validation to reject', () => {
    expect(breakDown({ verbs: null as never, apiGroups: [''], resources: ['pods'] })).toEqual([])
    expect(breakDown({ verbs: null as never, nonResourceURLs: ['/x'] })).toEqual([])
  })
})
