import { describe, expect, it } from 'vitest'
import { compareVersions } from '../src/index.ts'

describe('the preference of versions', () => {
  it.each([
    [
      ['v1', 'v2'],
      ['v2', 'v1'],
    ],
    [
      ['v1beta1', 'v1'],
      ['v1', 'v1beta1'],
    ],
    [
      ['v1alpha1', 'v1beta2', 'v1beta10'],
      ['v1beta10', 'v1beta2', 'v1alpha1'],
    ],
    [
      ['foo10', 'foo1', 'v11alpha2', 'v1'],
      ['v1', 'v11alpha2', 'foo1', 'foo10'],
    ],
    [
      ['a', 'v0alpha0', 'v0', 'v01', 'v9007199254740993', 'v9007199254740992', 'v9223372036854775808'],
      ['v9007199254740993', 'v9007199254740992', 'v01', 'v0', 'v0alpha0', 'a', 'v9223372036854775808'],
    ],
  ])('orders %j as %j', (given, wanted) => {
    expect([...given].sort(compareVersions)).toEqual(wanted)
  })
})
