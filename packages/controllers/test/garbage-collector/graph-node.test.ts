import { describe, expect, it } from 'vitest'
import { alternateIdentity } from '../../src/garbage-collector/alternate-identity.ts'
import { blockingDependents, partitionDependents, waitsFor } from '../../src/garbage-collector/graph-node.ts'
import { formatIdentity, identityKey } from '../../src/garbage-collector/object-identity.ts'
import { identity, observed, own, reference } from './support.ts'

const blockedBy = (name: string) => ({ ownerReferences: [reference(name, { blockOwnerDeletion: true })] })

describe('the dependents that block the deletion of an owner', () => {
  it('are those whose reference has blockOwnerDeletion', () => {
    const blocking = observed('b', blockedBy('x'))
    const other = observed('o', { ownerReferences: [reference('x'), reference('y', { blockOwnerDeletion: true })] })
    const explicit = observed('e', { ownerReferences: [reference('x', { blockOwnerDeletion: false })] })
    expect(blockingDependents(own(observed('x'), blocking, other, explicit))).toEqual([blocking])
  })
})

describe('a foreground deletion', () => {
  it('waits for itself through a cycle of foreground deletions', () => {
    const first = Object.assign(observed('1', blockedBy('3')), { isDeletingDependents: true })
    const second = Object.assign(observed('2', blockedBy('1')), { isDeletingDependents: true })
    const third = Object.assign(observed('3', blockedBy('2')), { isDeletingDependents: true })
    own(first, second)
    own(second, third)
    own(third, first)
    expect(waitsFor(second, first)).toBe(true)
    expect(waitsFor(first, first)).toBe(true)
  })

  it('does not wait through an object that is not deleted in the foreground', () => {
    const first = Object.assign(observed('1', blockedBy('2')), { isDeletingDependents: true })
    const second = observed('2', blockedBy('1'))
    own(first, second)
    own(second, first)
    expect(waitsFor(second, first)).toBe(false)
  })

  it('ends its search in a cycle that does not contain the other', () => {
    const one = Object.assign(observed('1', blockedBy('2')), { isDeletingDependents: true })
    const two = Object.assign(observed('2', blockedBy('1')), { isDeletingDependents: true })
    own(one, two)
    own(two, one)
    expect(waitsFor(one, observed('other'))).toBe(false)
  })
})

describe('the dependents of a uid', () => {
  const right = observed('right', { ownerReferences: [reference('x')] })
  const wrong = observed('wrong', { ownerReferences: [reference('x', { name: 'y' })] })
  const both = observed('both', { ownerReferences: [reference('x'), reference('x', { kind: 'Secret' })] })
  const far = observed('far', { ownerReferences: [reference('x')] }, { namespace: 'b' })

  it('are parted by whether they refer to the identity of the owner', () => {
    const { matching, others } = partitionDependents([right, wrong, both, far], identity('x'))
    expect(matching).toEqual([right, both])
    expect(others).toEqual([wrong, both, far])
  })

  it('may be in any namespace when the owner is cluster-scoped', () => {
    const { matching, others } = partitionDependents([right, far], identity('x', { namespace: '' }))
    expect(matching).toEqual([right, far])
    expect(others).toEqual([])
  })
})

describe('the alternate identity of an absent owner', () => {
  const dependent = (name: string, owner: Partial<Parameters<typeof reference>[1]>, namespace = 'a') =>
    observed(name, { ownerReferences: [reference('x', owner)] }, { namespace })

  it('is undefined when all dependents refer to the absent identity', () => {
    expect(alternateIdentity([dependent('d', {})], identity('x'))).toBeUndefined()
  })

  it('is what another dependent refers to', () => {
    const found = alternateIdentity([dependent('d', {}), dependent('e', { kind: 'Secret' })], identity('x'))
    expect(found).toEqual(identity('x', { kind: 'Secret' }))
  })

  it('is in the namespace of the dependent that refers to it', () => {
    expect(alternateIdentity([dependent('d', {}, 'b')], identity('x'))).toEqual(identity('x', { namespace: 'b' }))
  })

  it('goes through all identities in order, and begins again after the last', () => {
    const dependents = ['Boat', 'Car', 'Train'].map((kind) => dependent(kind, { kind }))
    const tried: string[] = []
    let current = identity('x', { kind: 'Boat' })
    for (let turn = 0; turn < 4; turn++) {
      const next = alternateIdentity(dependents, current)
      if (next === undefined) break
      tried.push(next.kind)
      current = next
    }
    expect(tried).toEqual(['Car', 'Train', 'Boat', 'Car'])
  })

  it('is not the same identity in the namespaces of the dependents when the kind is cluster-scoped', () => {
    const absent = identity('x', { namespace: '' })
    expect(alternateIdentity([dependent('d', {}, 'a'), dependent('e', {}, 'b')], absent)).toBeUndefined()
  })
})

describe('an identity', () => {
  it('has a key of its own, whatever characters its members have', () => {
    const keys = [
      identity('x'),
      identity('x', { namespace: '' }),
      identity('x', { kind: 'a","b' }),
      identity('x', { kind: 'a', apiVersion: 'b' }),
      identity('x', { uid: 'other' }),
    ].map(identityKey)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is printed as in the events of Kubernetes', () => {
    expect(formatIdentity(identity('x'))).toBe('[v1/ConfigMap, namespace: a, name: x, uid: uid-x]')
  })
})
