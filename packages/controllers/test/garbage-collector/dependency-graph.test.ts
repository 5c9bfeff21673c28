import type { ObjectMeta } from '@pinnace/meta'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAbsentOwners, type AbsentOwners } from '../../src/garbage-collector/absent-owners.ts'
import { createDependencyGraph, type DependencyGraph } from '../../src/garbage-collector/dependency-graph.ts'
import { identity, reference } from './support.ts'

const deletionTimestamp = '2030-01-01T00:00:00Z'
let graph: DependencyGraph
let absentOwners: AbsentOwners
/** What the graph has asked for since it was last taken. */
let asked: string[]

beforeEach(() => {
  asked = []
  absentOwners = createAbsentOwners()
  graph = createDependencyGraph({
    absentOwners,
    attemptDelete: (uid) => asked.push(`delete ${uid}`),
    attemptLater: (uid) => asked.push(`later ${uid}`),
    attemptOrphan: (uid) => asked.push(`orphan ${uid}`),
    onInvalidNamespace: (dependent, owner) => asked.push(`namespace ${dependent.uid} ${owner.uid}`),
  })
})

const take = (): string[] => asked.splice(0)
const observe = (name: string, metadata: ObjectMeta = {}, namespace = 'a'): void =>
  graph.observe(identity(name, { namespace }), metadata)
const dependent = (name: string, ...owners: readonly string[]): void =>
  observe(name, { ownerReferences: owners.map((owner) => reference(owner)) })

describe('the dependency graph', () => {
  it('asks for nothing when objects without owners come, change and go', () => {
    observe('x')
    observe('x', { labels: { a: 'b' } })
    expect(graph.size).toBe(1)
    graph.remove(identity('x'))
    expect(graph.size).toBe(0)
    expect(absentOwners.has(identity('x'))).toBe(false)
    expect(take()).toEqual([])
  })

  it('looks up an owner that has not been observed, and has a node for it', () => {
    dependent('d', 'x')
    expect(take()).toEqual(['delete uid-x'])
    expect(graph.get('uid-x')).toMatchObject({ identity: identity('x'), seen: undefined })
    expect([...(graph.get('uid-x')?.dependents ?? [])]).toEqual([graph.get('uid-d')])
    observe('x')
    expect(take()).toEqual([])
  })

  it('checks the dependents of an object that is deleted', () => {
    observe('x')
    dependent('d', 'x')
    dependent('e', 'x')
    take()
    graph.remove(identity('x'))
    expect(take()).toEqual(['delete uid-d', 'delete uid-e'])
    expect(absentOwners.has(identity('x'))).toBe(true)
  })

  it('knows that an owner exists again', () => {
    observe('x')
    dependent('d', 'x')
    graph.remove(identity('x'))
    observe('x')
    expect(absentOwners.has(identity('x'))).toBe(false)
  })

  it('forgets owners that an object has no longer', () => {
    observe('x')
    dependent('d', 'x')
    dependent('d')
    graph.remove(identity('x'))
    expect(take()).toEqual([])
  })

  it('checks an owner in foreground deletion when a dependent is deleted', () => {
    observe('x', { deletionTimestamp, finalizers: ['foregroundDeletion'] })
    dependent('d', 'x')
    take()
    graph.remove(identity('d'))
    expect(take()).toEqual(['delete uid-x'])
  })

  it('checks an owner when a dependent blocks its deletion no longer', () => {
    observe('x')
    observe('d', { ownerReferences: [reference('x', { blockOwnerDeletion: true })] })
    take()
    dependent('d', 'x')
    expect(take()).toEqual(['delete uid-x'])
  })

  it('checks the dependents and then the owner when a foreground deletion begins, once', () => {
    observe('x')
    dependent('d', 'x')
    take()
    const metadata = { deletionTimestamp, finalizers: ['foregroundDeletion'] }
    observe('x', metadata)
    expect(take()).toEqual(['delete uid-d', 'delete uid-x'])
    expect(graph.get('uid-x')).toMatchObject({ isBeingDeleted: true, isDeletingDependents: true })
    observe('x', { ...metadata, labels: { a: 'b' } })
    expect(take()).toEqual([])
  })

  it('orphans dependents when such a deletion begins', () => {
    observe('x')
    observe('x', { deletionTimestamp, finalizers: ['orphan'] })
    expect(take()).toEqual(['orphan uid-x'])
  })

  it('reports a reference into another namespace, and checks the dependent', () => {
    observe('x')
    observe('d', { ownerReferences: [reference('x')] }, 'b')
    expect(take()).toEqual(['namespace uid-d uid-x', 'delete uid-d'])
  })

  it('reports it also when the dependent was observed first', () => {
    observe('d', { ownerReferences: [reference('x')] }, 'b')
    expect(take()).toEqual(['delete uid-x'])
    observe('x')
    expect(take()).toEqual(['namespace uid-d uid-x', 'delete uid-d'])
  })

  it('checks a dependent whose reference has the uid of another object', () => {
    observe('x')
    observe('d', { ownerReferences: [reference('x', { name: 'y' })] })
    expect(take()).toEqual(['delete uid-d'])
  })

  it('has one node for an object that is observed in another version', () => {
    observe('x')
    graph.observe(identity('x', { apiVersion: 'v2' }), {})
    expect(graph.size).toBe(1)
    expect(graph.get('uid-x')?.identity.apiVersion).toBe('v2')
  })
})

describe('an owner that the server does not have', () => {
  it('is removed, and its dependents are checked', () => {
    dependent('d', 'x')
    take()
    graph.removeAbsent(identity('x'))
    expect(graph.get('uid-x')).toBeUndefined()
    expect(take()).toEqual(['delete uid-d'])
    expect(absentOwners.has(identity('x'))).toBe(true)
  })

  it('is looked up later under the next identity that a dependent refers to', () => {
    dependent('d', 'x')
    observe('e', { ownerReferences: [reference('x', { kind: 'Secret' })] })
    take()
    graph.removeAbsent(identity('x'))
    expect(take()).toEqual(['delete uid-d', 'later uid-x'])
    expect(graph.get('uid-x')?.identity.kind).toBe('Secret')
    graph.removeAbsent(identity('x', { kind: 'Secret' }))
    expect(take()).toEqual(['delete uid-e', 'later uid-x'])
  })

  it('stays when it was observed under another identity; dependents that refer to the absent one are checked', () => {
    observe('x')
    observe('e', { ownerReferences: [reference('x', { kind: 'Secret' })] })
    take()
    graph.removeAbsent(identity('x', { kind: 'Secret' }))
    expect(take()).toEqual(['delete uid-e'])
    expect(graph.get('uid-x')?.seen).toBeDefined()
  })

  it('is removed when it was observed and its deletion was missed', () => {
    observe('x')
    dependent('d', 'x')
    take()
    graph.removeAbsent(identity('x'))
    expect(graph.get('uid-x')).toBeUndefined()
    expect(take()).toEqual(['delete uid-d'])
  })

  it('may be unknown to the graph', () => {
    graph.removeAbsent(identity('x'))
    graph.remove(identity('x'))
    graph.forget(identity('x'))
    expect(take()).toEqual([])
  })
})

describe('a resource that is monitored no longer', () => {
  it('leaves no node without dependents, and nothing is believed to be deleted', () => {
    observe('x')
    graph.forget(identity('x'))
    expect(graph.size).toBe(0)
    expect(absentOwners.has(identity('x'))).toBe(false)
  })

  it('leaves owners of others, and what is monitored in another version', () => {
    observe('x')
    dependent('d', 'x')
    graph.forget(identity('x'))
    graph.forget(identity('d', { apiVersion: 'v2' }))
    expect(graph.size).toBe(2)
    expect(take()).toEqual([])
  })
})
