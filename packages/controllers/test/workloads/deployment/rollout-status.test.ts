import type { DeploymentCondition, DeploymentStatus } from '@pinnace/types/apps-v1'
import { describe, expect, it } from 'vitest'
import {
  deploymentCondition,
  progressing,
  withDeploymentCondition,
  withoutDeploymentCondition,
} from '../../../src/workloads/deployment/deployment-conditions.ts'
import { pauseCondition } from '../../../src/workloads/deployment/deployment-controller.ts'
import { countStatus, hasProgressDeadline, isComplete } from '../../../src/workloads/deployment/deployment-status.ts'
import type { ReplicaSets } from '../../../src/workloads/deployment/replica-sets.ts'
import { hasProgressed, progressCheck, rolloutStatus } from '../../../src/workloads/deployment/rollout-status.ts'
import { now, nowMs, replicaSet, secondsAgo, storedDeployment } from '../objects.ts'

function known(reason: string, status = 'True', ageSeconds = 60): DeploymentCondition {
  const time = secondsAgo(ageSeconds)
  return { type: 'Progressing', status, reason, message: 'm', lastUpdateTime: time, lastTransitionTime: time }
}

function progressOf(
  sets: ReplicaSets,
  { spec = {}, status = {} }: { readonly spec?: object; readonly status?: DeploymentStatus } = {},
): DeploymentCondition | undefined {
  const { conditions } = rolloutStatus(storedDeployment(spec, { status }), sets, nowMs)
  return deploymentCondition(conditions, 'Progressing')
}

const complete: ReplicaSets = { current: replicaSet('new', { replicas: 10 }), old: [] }
const halfway: ReplicaSets = {
  current: replicaSet('new', { replicas: 5, available: 3 }),
  old: [replicaSet('old', { replicas: 8, available: 8 })],
}
const halfwayCounts = { replicas: 13, updatedReplicas: 5, readyReplicas: 11, availableReplicas: 11 }

describe('conditions of a deployment', () => {
  const moved = { type: 'Available', status: 'True', reason: 'A', message: 'new' }

  it('get the time of their transition and update when they are new', () => {
    expect(withDeploymentCondition(undefined, moved, nowMs)).toEqual([
      { ...moved, lastUpdateTime: now, lastTransitionTime: now },
    ])
  })

  it('stay as they are with the same status and reason', () => {
    const conditions = [{ ...moved, message: 'old', lastUpdateTime: secondsAgo(9), lastTransitionTime: secondsAgo(9) }]
    expect(withDeploymentCondition(conditions, moved, nowMs)).toBe(conditions)
  })

  it('keep the time of their transition with another reason', () => {
    const conditions = [{ ...moved, reason: 'B', lastTransitionTime: secondsAgo(9) }]
    expect(withDeploymentCondition(conditions, moved, nowMs)).toEqual([
      { ...moved, lastUpdateTime: now, lastTransitionTime: secondsAgo(9) },
    ])
  })

  it('get another time of their transition with another status', () => {
    const conditions = [{ ...moved, status: 'False', lastTransitionTime: secondsAgo(9) }]
    expect(withDeploymentCondition(conditions, moved, nowMs)[0]?.lastTransitionTime).toBe(now)
  })

  it('get another update time when they are renewed', () => {
    const conditions = [{ ...moved, lastUpdateTime: secondsAgo(9), lastTransitionTime: secondsAgo(9) }]
    expect(withDeploymentCondition(conditions, moved, nowMs, { isRenewed: true })).toEqual([
      { ...moved, lastUpdateTime: now, lastTransitionTime: secondsAgo(9) },
    ])
  })

  it('are removed by type', () => {
    expect(withoutDeploymentCondition([known('A'), { ...moved }], 'Progressing')).toEqual([moved])
    expect(withoutDeploymentCondition(undefined, 'Progressing')).toEqual([])
  })
})

describe('the counts of a deployment', () => {
  it('are sums over its replica sets', () => {
    expect(countStatus(storedDeployment(), halfway, nowMs)).toMatchObject({
      ...halfwayCounts,
      observedGeneration: 1,
      unavailableReplicas: 2,
    })
  })

  it('never have a negative number of unavailable pods', () => {
    const sets = { current: replicaSet('new', { replicas: 3, existing: 5, available: 5 }), old: [] }
    expect(countStatus(storedDeployment(), sets, nowMs).unavailableReplicas).toBe(0)
  })

  it('keep the collision count', () => {
    const deployment = storedDeployment({}, { status: { collisionCount: 2 } })
    expect(countStatus(deployment, complete, nowMs).collisionCount).toBe(2)
    expect('collisionCount' in countStatus(storedDeployment(), complete, nowMs)).toBe(false)
  })

  it.each<[available: number, status: string, reason: string]>([
    [8, 'True', 'MinimumReplicasAvailable'],
    [7, 'False', 'MinimumReplicasUnavailable'],
    [0, 'False', 'MinimumReplicasUnavailable'],
  ])('of %i available pods of ten say Available %s', (available, status, reason) => {
    const sets = { current: replicaSet('new', { replicas: 10, available }), old: [] }
    const { conditions } = countStatus(storedDeployment(), sets, nowMs)
    expect(conditions).toMatchObject([{ type: 'Available', status, reason, lastTransitionTime: now }])
  })
})

describe('a rollout', () => {
  it.each<[what: string, status: DeploymentStatus, expected: boolean]>([
    ['is complete', { replicas: 10, updatedReplicas: 10, availableReplicas: 10, observedGeneration: 1 }, true],
    ['has old pods', { replicas: 11, updatedReplicas: 10, availableReplicas: 10, observedGeneration: 1 }, false],
    ['has too few new pods', { replicas: 10, updatedReplicas: 9, availableReplicas: 10, observedGeneration: 1 }, false],
    [
      'has an unavailable pod',
      { replicas: 10, updatedReplicas: 10, availableReplicas: 9, observedGeneration: 1 },
      false,
    ],
    [
      'has an outdated status',
      { replicas: 10, updatedReplicas: 10, availableReplicas: 10, observedGeneration: 0 },
      false,
    ],
  ])('that %s: complete is %s', (_, status, expected) => {
    expect(isComplete(storedDeployment(), status)).toBe(expected)
  })

  it.each<[what: string, next: DeploymentStatus, expected: boolean]>([
    ['more updated pods', { ...halfwayCounts, updatedReplicas: 6 }, true],
    ['fewer old pods', { ...halfwayCounts, replicas: 12 }, true],
    ['more ready pods', { ...halfwayCounts, readyReplicas: 12 }, true],
    ['more available pods', { ...halfwayCounts, availableReplicas: 12 }, true],
    ['the same counts', halfwayCounts, false],
    ['fewer ready pods', { ...halfwayCounts, readyReplicas: 10 }, false],
  ])('with %s: progress is %s', (_, next, expected) => {
    expect(hasProgressed(halfwayCounts, next)).toBe(expected)
  })

  it.each<[seconds: number | undefined, expected: boolean]>([
    [600, true],
    [2_147_483_647, false],
    [undefined, false],
  ])('with progressDeadlineSeconds %s: a deadline is %s', (progressDeadlineSeconds, expected) => {
    const { progressDeadlineSeconds: _, ...spec } = storedDeployment().spec
    const given = progressDeadlineSeconds === undefined ? {} : { progressDeadlineSeconds }
    expect(hasProgressDeadline({ ...storedDeployment(), spec: { ...spec, ...given } })).toBe(expected)
  })
})

describe('the condition Progressing', () => {
  it('says that a complete rollout has succeeded', () => {
    expect(progressOf(complete)).toEqual({
      type: 'Progressing',
      status: 'True',
      reason: 'NewReplicaSetAvailable',
      message: 'ReplicaSet "new" has successfully progressed.',
      lastUpdateTime: now,
      lastTransitionTime: now,
    })
  })

  it('says that a rollout makes progress, with a new update time', () => {
    const status = { ...halfwayCounts, updatedReplicas: 4, conditions: [known('ReplicaSetUpdated')] }
    expect(progressOf(halfway, { status })).toMatchObject({
      reason: 'ReplicaSetUpdated',
      message: 'ReplicaSet "new" is progressing.',
      lastUpdateTime: now,
      lastTransitionTime: secondsAgo(60),
    })
  })

  it('stays as it is without progress', () => {
    const stored = known('ReplicaSetUpdated')
    expect(progressOf(halfway, { status: { ...halfwayCounts, conditions: [stored] } })).toEqual(stored)
  })

  it.each<[ageSeconds: number, reason: string]>([
    [600, 'ReplicaSetUpdated'],
    [601, 'ProgressDeadlineExceeded'],
  ])('of a rollout without progress for %i seconds says %s', (ageSeconds, reason) => {
    const status = { ...halfwayCounts, conditions: [known('ReplicaSetUpdated', 'True', ageSeconds)] }
    expect(progressOf(halfway, { status })?.reason).toBe(reason)
  })

  it('names the replica set, or the deployment before there is one', () => {
    const status = { conditions: [known('ReplicaSetCreateError', 'False', 900)] }
    expect(progressOf(halfway, { status: { ...halfwayCounts, ...status } })?.message).toBe(
      'ReplicaSet "new" has timed out progressing.',
    )
    expect(progressOf({ current: undefined, old: [] }, { status })?.message).toBe(
      'Deployment "web" has timed out progressing.',
    )
  })

  it('stays exceeded until there is progress', () => {
    const stored = known('ProgressDeadlineExceeded', 'False')
    expect(progressOf(halfway, { status: { ...halfwayCounts, conditions: [stored] } })).toEqual(stored)
    const moved = { ...halfwayCounts, availableReplicas: 10, conditions: [stored] }
    expect(progressOf(halfway, { status: moved })).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' })
  })

  it('stays complete when pods of a finished rollout become unavailable', () => {
    const stored = known('NewReplicaSetAvailable')
    const sets = { current: replicaSet('new', { replicas: 10, available: 4 }), old: [] }
    expect(progressOf(sets, { status: { conditions: [stored] } })).toEqual(stored)
  })

  it('is absent without a deadline', () => {
    const spec = { progressDeadlineSeconds: 2_147_483_647 }
    expect(progressOf(complete, { spec, status: { conditions: [known('ReplicaSetUpdated')] } })).toBeUndefined()
  })
})

describe('the condition ReplicaFailure', () => {
  const failure = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'quota' }
  const failing: ReplicaSets = { current: replicaSet('new', { replicas: 1, conditions: [failure] }), old: [] }
  const failureOf = (sets: ReplicaSets, conditions: readonly DeploymentCondition[] = []): unknown =>
    deploymentCondition(
      rolloutStatus(storedDeployment({}, { status: { conditions } }), sets, nowMs).conditions,
      'ReplicaFailure',
    )

  it('is copied from a replica set', () => {
    expect(failureOf(failing)).toEqual({ ...failure, lastUpdateTime: now, lastTransitionTime: now })
  })

  it('is copied from an old replica set too', () => {
    const { current } = complete
    expect(failureOf({ current, old: [replicaSet('old', { conditions: [failure] })] })).toMatchObject(failure)
  })

  it('stays as it is while a replica set fails', () => {
    const stored = { ...failure, message: 'first', lastUpdateTime: secondsAgo(5) }
    expect(failureOf(failing, [stored])).toEqual(stored)
  })

  it('is removed when no replica set fails', () => {
    expect(failureOf(complete, [failure])).toBeUndefined()
  })
})

describe('the check of the progress deadline', () => {
  const check = (status: DeploymentStatus, spec = {}): number | undefined =>
    progressCheck(storedDeployment(spec), status, nowMs)?.requeueAfterMs

  it('comes one second after the deadline', () => {
    expect(check({ ...halfwayCounts, conditions: [known('ReplicaSetUpdated', 'True', 100)] })).toBe(501_000)
    expect(check({ ...halfwayCounts, conditions: [known('ReplicaSetUpdated', 'True', 10_000)] })).toBe(1000)
  })

  it.each<[what: string, status: DeploymentStatus, spec: object]>([
    [
      'the rollout is complete',
      {
        replicas: 10,
        updatedReplicas: 10,
        availableReplicas: 10,
        observedGeneration: 1,
        conditions: [known('NewReplicaSetAvailable')],
      },
      {},
    ],
    ['the deadline has been reported', { conditions: [known('ProgressDeadlineExceeded', 'False')] }, {}],
    ['there is no condition', {}, {}],
    ['there is no deadline', { conditions: [known('ReplicaSetUpdated')] }, { progressDeadlineSeconds: 2_147_483_647 }],
  ])('does not come when %s', (_, status, spec) => {
    expect(check(status, spec)).toBeUndefined()
  })
})

describe('a pause', () => {
  const of = (paused: boolean, reason?: string, spec = {}): unknown =>
    pauseCondition(
      storedDeployment({ paused, ...spec }, reason === undefined ? {} : { status: { conditions: [known(reason)] } }),
    )

  it('is reported once', () => {
    expect(of(true)).toEqual(progressing('Unknown', 'DeploymentPaused', 'Deployment is paused'))
    expect(of(true, 'ReplicaSetUpdated')).toMatchObject({ reason: 'DeploymentPaused' })
    expect(of(true, 'DeploymentPaused')).toBeUndefined()
  })

  it('is reported as over once', () => {
    expect(of(false, 'DeploymentPaused')).toEqual(progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed'))
    expect(of(false, 'DeploymentResumed')).toBeUndefined()
    expect(of(false)).toBeUndefined()
  })

  it('is not reported without a deadline, nor over an exceeded one', () => {
    expect(of(true, undefined, { progressDeadlineSeconds: 2_147_483_647 })).toBeUndefined()
    expect(of(true, 'ProgressDeadlineExceeded')).toBeUndefined()
  })
})
