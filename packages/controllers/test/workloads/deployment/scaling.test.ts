import { describe, expect, it } from 'vitest'
import type { StoredReplicaSet } from '../../../src/workloads/deployment/replica-sets.ts'
import { isScalingEvent, scaledSizes } from '../../../src/workloads/deployment/scaling.ts'
import { names, replicaSet, secondsAgo, storedDeployment } from '../objects.ts'

function sized(name: string, replicas: number, desired: number, max: number, ageSeconds = 60): StoredReplicaSet {
  const annotations = { [names.desiredReplicas]: String(desired), [names.maxReplicas]: String(max) }
  return replicaSet(name, { replicas, annotations, created: secondsAgo(ageSeconds) })
}

function rolling(replicas: number, maxSurge: number | string): ReturnType<typeof storedDeployment> {
  return storedDeployment({
    replicas,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable: 2 } },
  })
}

function sizes(
  deployment: ReturnType<typeof storedDeployment>,
  current: StoredReplicaSet | undefined,
  old: readonly StoredReplicaSet[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    scaledSizes(deployment, { current, old }, names).map(({ set, replicas }) => [set.metadata.name ?? '', replicas]),
  )
}

describe('a scaling event', () => {
  it.each<[what: string, sets: readonly StoredReplicaSet[], expected: boolean]>([
    ['is another desired size on a replica set with pods', [sized('a', 5, 5, 6)], true],
    ['is not the same desired size', [sized('a', 10, 10, 13)], false],
    ['is not another desired size on a replica set without pods', [sized('a', 0, 5, 6)], false],
    ['is not a replica set without the annotation', [replicaSet('a', { replicas: 5 })], false],
    ['is found on any of several replica sets', [sized('a', 10, 10, 13), sized('b', 1, 9, 12)], true],
  ])('%s', (_, sets, expected) => {
    expect(isScalingEvent(storedDeployment(), sets, names)).toBe(expected)
  })
})

describe('a scaled deployment', () => {
  it('gives its size to the only replica set with pods', () => {
    expect(sizes(storedDeployment(), sized('new', 4, 4, 5), [sized('old', 0, 4, 5)])).toEqual({ new: 10 })
  })

  it('gives its size to an old replica set when that is the only one with pods', () => {
    expect(sizes(storedDeployment(), sized('new', 0, 4, 5), [sized('old', 4, 4, 5)])).toEqual({ old: 10 })
  })

  it('gives its size to the current replica set when none has pods', () => {
    expect(sizes(storedDeployment(), sized('new', 0, 0, 0), [sized('old', 0, 0, 0)])).toEqual({ new: 10 })
  })

  it('gives its size to the newest replica set when none has pods or is current', () => {
    const old = [sized('newer', 0, 0, 0, 10), sized('older', 0, 0, 0, 20)]
    expect(sizes(storedDeployment(), undefined, old)).toEqual({ newer: 10 })
  })

  it('changes nothing without replica sets', () => {
    expect(sizes(storedDeployment(), undefined, [])).toEqual({})
  })

  it('removes the pods of old replica sets once the current one is saturated', () => {
    expect(sizes(storedDeployment(), sized('new', 10, 10, 13), [sized('old', 2, 10, 13)])).toEqual({ old: 0 })
  })

  it.each<[what: string, to: number, surge: number | string, current: number, old: number, expected: object]>([
    ['up', 15, 3, 5, 8, { new: 7, old: 11 }],
    ['down', 5, 3, 5, 8, { new: 3, old: 5 }],
    ['to zero', 0, 3, 5, 8, { new: 0, old: 0 }],
    ['up by one', 11, 3, 5, 8, { new: 5, old: 9 }],
    ['not at all', 10, 3, 5, 8, { new: 5, old: 8 }],
  ])('in the middle of a rollout is scaled %s in proportion', (_, to, surge, current, old, expected) => {
    const deployment = rolling(to, surge)
    expect(sizes(deployment, sized('new', current, 10, 13), [sized('old', old, 10, 13)])).toEqual(expected)
  })

  it('gives what is left over to the largest replica set', () => {
    const old = [sized('a', 3, 9, 9, 30), sized('b', 3, 9, 9, 20)]
    const scaled = sizes(rolling(10, 0), sized('new', 3, 9, 9, 10), old)
    expect(Object.values(scaled).reduce((sum, size) => sum + size, 0)).toBe(10)
    expect(scaled).toEqual({ new: 4, b: 3, a: 3 })
  })

  it('takes what is left over from the oldest of equal replica sets', () => {
    const old = [sized('a', 3, 9, 9, 30), sized('b', 3, 9, 9, 20)]
    expect(sizes(rolling(8, 0), sized('new', 3, 9, 9, 10), old)).toEqual({ a: 2, b: 3, new: 3 })
  })

  it('takes the size in its status for replica sets without annotations', () => {
    const deployment = { ...rolling(20, 0), status: { replicas: 10 } }
    const current = replicaSet('new', { replicas: 4, available: 1 })
    expect(sizes(deployment, current, [replicaSet('old', { replicas: 6 })])).toEqual({ old: 12, new: 8 })
  })

  it('waits for the rollout to end with strategy Recreate', () => {
    const deployment = storedDeployment({ strategy: { type: 'Recreate' } })
    expect(sizes(deployment, sized('new', 4, 8, 8), [sized('old', 4, 8, 8)])).toEqual({})
  })
})
