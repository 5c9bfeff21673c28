import { describe, expect, it } from 'vitest'
import { applyDefaults } from '../src/plugins/limit-ranger/apply-defaults.ts'

describe('a limit range without limits', () => {
  it('leaves pods as they are', () => {
    const pod = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } }
    applyDefaults(pod as never, { metadata: { name: 'l' }, spec: { limits: null } } as never, 'a')
    expect(pod).toEqual({ metadata: { name: 'p' }, spec: { containers: [{ name: 'c' }] } })
  })
})
