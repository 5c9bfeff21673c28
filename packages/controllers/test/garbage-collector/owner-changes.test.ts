import { describe, expect, it } from 'vitest'
import { begunDeletion, compareOwners, judgeReference } from '../../src/garbage-collector/owner-changes.ts'
import { identity, reference } from './support.ts'

const blocking = { blockOwnerDeletion: true }

describe('the comparison of two lists of owners', () => {
  it.each([
    ['equal lists', [reference('x')], [reference('x')], { added: [], removed: [], unblockedUids: [] }],
    ['a new owner', [], [reference('x')], { added: [reference('x')], removed: [], unblockedUids: [] }],
    ['a removed owner', [reference('x')], [], { added: [], removed: [reference('x')], unblockedUids: [] }],
    [
      'an owner that is replaced by another',
      [reference('x')],
      [reference('y')],
      { added: [reference('y')], removed: [reference('x')], unblockedUids: [] },
    ],
    [
      'a uid that is referred to by another name, which may not exist',
      [reference('x')],
      [reference('x', { name: 'z' })],
      { added: [reference('x', { name: 'z' })], removed: [], unblockedUids: [] },
    ],
    [
      'a uid that is referred to in another version',
      [reference('x')],
      [reference('x', { apiVersion: 'v2' })],
      { added: [reference('x', { apiVersion: 'v2' })], removed: [], unblockedUids: [] },
    ],
    [
      'a reference that blocks no longer',
      [reference('x', blocking)],
      [reference('x')],
      { added: [], removed: [], unblockedUids: ['uid-x'] },
    ],
    [
      'a blocking reference that is removed',
      [reference('x', blocking)],
      [],
      { added: [], removed: [reference('x', blocking)], unblockedUids: ['uid-x'] },
    ],
    [
      'a reference that begins to block',
      [reference('x')],
      [reference('x', blocking)],
      { added: [], removed: [], unblockedUids: [] },
    ],
    [
      'two references to one uid, of which the last counts',
      [reference('x', blocking), reference('x')],
      [reference('x')],
      { added: [], removed: [], unblockedUids: [] },
    ],
  ] as const)('finds %s', (_, before, after, changes) => {
    expect(compareOwners(before, after)).toEqual(changes)
  })
})

describe('a reference', () => {
  it.each([
    ['to an owner in the same namespace', reference('x'), 'a', { identity: identity('x'), seen: {} }, 'sound'],
    [
      'to an owner that is not observed yet',
      reference('x'),
      'a',
      { identity: identity('x'), seen: undefined },
      'sound',
    ],
    [
      'to a cluster-scoped owner',
      reference('x'),
      'a',
      { identity: identity('x', { namespace: '' }), seen: {} },
      'sound',
    ],
    [
      'to an owner that another object has called cluster-scoped and that is not observed',
      reference('x'),
      'a',
      { identity: identity('x', { namespace: '' }), seen: undefined },
      'doubtful',
    ],
    ['by another name', reference('x', { name: 'y' }), 'a', { identity: identity('x'), seen: {} }, 'doubtful'],
    ['by another kind', reference('x', { kind: 'Secret' }), 'a', { identity: identity('x'), seen: {} }, 'doubtful'],
    ['to an owner in another namespace', reference('x'), 'b', { identity: identity('x'), seen: {} }, 'otherNamespace'],
    ['from the cluster into a namespace', reference('x'), '', { identity: identity('x'), seen: {} }, 'otherNamespace'],
  ] as const)('%s is judged', (_, owner, namespace, node, verdict) => {
    expect(judgeReference(owner, namespace, node)).toBe(verdict)
  })
})

describe('a deletion', () => {
  const deletionTimestamp = '2030-01-01T00:00:00Z'
  const orphaning = { deletionTimestamp, finalizers: ['orphan'] }
  const foreground = { deletionTimestamp, finalizers: ['foregroundDeletion'] }

  it.each([
    ['an object that is not deleted', undefined, { finalizers: ['orphan'] }, undefined],
    ['an object deleted in the background', {}, { deletionTimestamp }, undefined],
    ['an object first observed while its dependents are orphaned', undefined, orphaning, 'orphan'],
    ['an object deleted with orphan', {}, orphaning, 'orphan'],
    ['an object deleted in the foreground', {}, foreground, 'foreground'],
    ['an object already deleted in the foreground', foreground, foreground, undefined],
    ['a deleted object that gets the finalizer later', { deletionTimestamp }, foreground, 'foreground'],
    [
      'an object with both finalizers, which orphans',
      {},
      { deletionTimestamp, finalizers: ['foregroundDeletion', 'orphan'] },
      'orphan',
    ],
    ['an object whose orphaning has ended', orphaning, foreground, 'foreground'],
  ] as const)('of %s concerns its dependents so', (_, before, after, begun) => {
    expect(begunDeletion(before, after)).toBe(begun)
  })
})
