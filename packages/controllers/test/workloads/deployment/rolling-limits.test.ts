import { describe, expect, it } from 'vitest'
import {
  currentReplicaSetSize,
  oldReplicaSetSizes,
  rollingLimits,
  sizeAnnotations,
} from '../../../src/workloads/deployment/rolling-limits.ts'
import { names, replicaSet, secondsAgo, storedDeployment } from '../objects.ts'

function rolling(maxSurge: number | string, maxUnavailable: number | string): object {
  return { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } } }
}

describe('limits of a rolling update', () => {
  it.each<[replicas: number, surge: number | string, unavailable: number | string, expected: [number, number]]>([
    [10, '25%', '25%', [3, 2]],
    [4, '25%', '25%', [1, 1]],
    [3, '25%', '25%', [1, 0]],
    [1, '25%', '25%', [1, 0]],
    [10, '1%', '1%', [1, 0]],
    [10, 0, '1%', [0, 1]],
    [10, '0%', '0%', [0, 1]],
    [10, 4, 0, [4, 0]],
    [10, 0, 4, [0, 4]],
    [2, 0, 5, [0, 2]],
    [10, '100%', '100%', [10, 10]],
    [0, '25%', '25%', [0, 0]],
  ])(
    'of %i pods with surge %s and unavailability %s are %j',
    (replicas, surge, unavailable, [maxSurge, maxUnavailable]) => {
      expect(rollingLimits(storedDeployment({ replicas, ...rolling(surge, unavailable) }))).toEqual({
        maxSurge,
        maxUnavailable,
      })
    },
  )

  it('are zero for strategy Recreate', () => {
    expect(rollingLimits(storedDeployment({ strategy: { type: 'Recreate' } }))).toEqual({
      maxSurge: 0,
      maxUnavailable: 0,
    })
  })

  it('count one pod when replicas is absent', () => {
    const { replicas: _, ...spec } = storedDeployment(rolling('50%', '50%')).spec
    expect(rollingLimits({ ...storedDeployment(), spec })).toEqual({ maxSurge: 1, maxUnavailable: 0 })
  })

  it('are written on replica sets as the desired and the maximum size', () => {
    expect(sizeAnnotations(storedDeployment({ replicas: 10 }), names)).toEqual({
      'deployment.kubernetes.io/desired-replicas': '10',
      'deployment.kubernetes.io/max-replicas': '13',
    })
  })
})

describe('the size of the current replica set', () => {
  it.each<[what: string, current: number | undefined, old: number[], expected: number]>([
    ['is the surge when it does not exist and the old one has all pods', undefined, [10], 3],
    ['is all pods when there are no others', undefined, [], 10],
    ['grows by the room that old pods leave', 3, [8], 5],
    ['counts the pods of all old replica sets', 3, [4, 4], 5],
    ['stays when surge is used up', 3, [10], 3],
    ['stays when there are more pods than allowed', 3, [20], 3],
    ['grows to the desired size and no further', 9, [0], 10],
    ['shrinks to the desired size', 14, [0], 10],
    ['stays when it is complete', 10, [0], 10],
  ])('%s', (_, current, old, expected) => {
    const sets = {
      current: current === undefined ? undefined : replicaSet('new', { replicas: current }),
      old: old.map((replicas, index) => replicaSet(`old-${index}`, { replicas })),
    }
    expect(currentReplicaSetSize(storedDeployment(), sets)).toBe(expected)
  })

  it('is all pods at once with strategy Recreate', () => {
    const deployment = storedDeployment({ strategy: { type: 'Recreate' } })
    expect(currentReplicaSetSize(deployment, { current: undefined, old: [replicaSet('old', { replicas: 10 })] })).toBe(
      10,
    )
  })

  it('does not grow without surge until an old pod is gone', () => {
    const deployment = storedDeployment({ replicas: 4, ...rolling(0, 1) })
    const current = replicaSet('new', { replicas: 0 })
    expect(currentReplicaSetSize(deployment, { current, old: [replicaSet('old', { replicas: 4 })] })).toBe(0)
    expect(currentReplicaSetSize(deployment, { current, old: [replicaSet('old', { replicas: 3 })] })).toBe(1)
  })
})

describe('the sizes of old replica sets', () => {
  const sizes = (
    current: ReturnType<typeof replicaSet>,
    old: readonly ReturnType<typeof replicaSet>[],
    deployment = storedDeployment(),
  ): Readonly<Record<string, number>> =>
    Object.fromEntries(
      oldReplicaSetSizes(deployment, current, old).map(({ set, replicas }) => [set.metadata.name ?? '', replicas]),
    )

  it('go down by the allowed unavailability at the beginning of a rollout', () => {
    const current = replicaSet('new', { replicas: 3, available: 0 })
    expect(sizes(current, [replicaSet('old', { replicas: 10 })])).toEqual({ old: 8 })
  })

  it('go down as new pods become available', () => {
    const current = replicaSet('new', { replicas: 5, available: 3 })
    expect(sizes(current, [replicaSet('old', { replicas: 8 })])).toEqual({ old: 5 })
  })

  it('stay while as few pods are available as may be', () => {
    const current = replicaSet('new', { replicas: 5, available: 0 })
    expect(sizes(current, [replicaSet('old', { replicas: 8 })])).toEqual({ old: 8 })
  })

  it('go down to zero once all new pods are available', () => {
    const current = replicaSet('new', { replicas: 10 })
    expect(sizes(current, [replicaSet('old', { replicas: 3 })])).toEqual({ old: 0 })
  })

  it('lose pods that are not available first', () => {
    const current = replicaSet('new', { replicas: 2, available: 0 })
    const broken = replicaSet('broken', { replicas: 3, available: 0, created: secondsAgo(10) })
    const good = replicaSet('good', { replicas: 8, created: secondsAgo(100) })
    expect(sizes(current, [good, broken])).toEqual({ good: 8, broken: 0 })
  })

  it('lose no more unavailable pods than the limits allow', () => {
    // 13 pods, of which 7 are available; 8 must be, so 2 of the 3 broken old pods may go while 3 new ones start.
    const current = replicaSet('new', { replicas: 3, available: 0 })
    expect(sizes(current, [replicaSet('old', { replicas: 10, available: 7 })])).toEqual({ old: 8 })
  })

  it('lose pods of the oldest replica set first', () => {
    const current = replicaSet('new', { replicas: 5 })
    const older = replicaSet('older', { replicas: 4, created: secondsAgo(200) })
    const newer = replicaSet('newer', { replicas: 4, created: secondsAgo(100) })
    expect(sizes(current, [newer, older])).toEqual({ older: 0, newer: 3 })
  })

  it('do not count pods that a replica set no longer asks for', () => {
    // The old set was scaled from 10 to 8; its status still counts 10 available pods.
    const old = replicaSet('old', { replicas: 8, existing: 10, available: 10 })
    expect(sizes(replicaSet('new', { replicas: 3, available: 0 }), [old])).toEqual({ old: 8 })
  })

  it('may all go at once when everything may be unavailable', () => {
    const deployment = storedDeployment(rolling(0, '100%'))
    expect(sizes(replicaSet('new', { replicas: 0 }), [replicaSet('old', { replicas: 10 })], deployment)).toEqual({
      old: 0,
    })
  })
})
