import { describe, expect, it } from 'vitest'
import { acquiredSpec, mayAcquire, observe, releasedSpec, type Lease, type LeaseSpec } from '../src/election/lease.ts'

const lease = (spec: LeaseSpec | undefined, resourceVersion = '1'): Lease => ({
  metadata: { name: 'loops', resourceVersion },
  ...(spec === undefined ? {} : { spec }),
})
const now = '2030-01-01T00:00:10.000000Z'
const before = '2030-01-01T00:00:00.000000Z'

describe('a lease', () => {
  it('is observed from when its version was first seen', () => {
    const first = observe(undefined, lease({ holderIdentity: 'a' }), 100)
    expect(first.atMs).toBe(100)
    expect(observe(first, lease({ holderIdentity: 'a' }), 200)).toBe(first)
    expect(observe(first, lease({ holderIdentity: 'a' }, '2'), 200).atMs).toBe(200)
  })

  const held: LeaseSpec = { holderIdentity: 'other', leaseDurationSeconds: 15 }
  it.each<[string, LeaseSpec | undefined, number, boolean]>([
    ['without a record', undefined, 0, true],
    ['without a holder', { ...held, holderIdentity: '' }, 0, true],
    ['of the candidate itself', { ...held, holderIdentity: 'me' }, 0, true],
    ['of another candidate', held, 14_999, false],
    ['of another candidate that has expired', held, 15_000, true],
    ['of another candidate without a duration', { holderIdentity: 'other' }, 0, true],
  ])('%s may be acquired, or not', (_, spec, afterMs, expected) => {
    expect(mayAcquire(observe(undefined, lease(spec), 1000), 'me', 1000 + afterMs)).toBe(expected)
  })

  it('counts its transitions, and keeps the time it was acquired at while it is renewed', () => {
    const options = { identity: 'me', leaseDurationMs: 1500, now }
    const acquired = { holderIdentity: 'me', leaseDurationSeconds: 2, acquireTime: now, renewTime: now }
    expect(acquiredSpec(undefined, options)).toEqual({ ...acquired, leaseTransitions: 0 })
    const taken = { holderIdentity: 'other', acquireTime: before, renewTime: before, leaseTransitions: 3 }
    expect(acquiredSpec(taken, options)).toEqual({ ...acquired, leaseTransitions: 4 })
    expect(acquiredSpec({ ...taken, holderIdentity: 'me' }, options)).toEqual({
      ...acquired,
      acquireTime: before,
      leaseTransitions: 3,
    })
  })

  it('that is given up is held by no one, for a second, and keeps its transitions', () => {
    expect(releasedSpec({ holderIdentity: 'me', leaseDurationSeconds: 15, leaseTransitions: 3 }, now)).toEqual({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 3,
    })
  })
})
