import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ReplicaSetCondition } from '@pinnace/types/apps-v1'
import { describe, expect, it } from 'vitest'
import { scaledValue } from '../../src/workloads/int-or-percent.ts'
import { podFromTemplate } from '../../src/workloads/pod-from-template.ts'
import {
  isActive,
  isAvailable,
  isFinished,
  isReady,
  msUntilAvailable,
  nextAvailableMs,
  podCondition,
} from '../../src/workloads/pod-state.ts'
import { podDeletionOrder } from '../../src/workloads/pod-deletion-order.ts'
import { replicaSetStatus, type ReplicaSetFacts } from '../../src/workloads/replica-set/replica-set-status.ts'
import { requeueAfter } from '../../src/workloads/requeue.ts'
import { isSameStatus } from '../../src/workloads/same-status.ts'
import { namesOf, now, nowMs, pod, secondsAgo } from './objects.ts'

describe('a pod', () => {
  it.each<[what: string, of: Pod, finished: boolean, active: boolean]>([
    ['that is pending', pod('p', { phase: 'Pending' }), false, true],
    ['that runs', pod('p'), false, true],
    ['that has succeeded', pod('p', { phase: 'Succeeded' }), true, false],
    ['that has failed', pod('p', { phase: 'Failed' }), true, false],
    ['that is being deleted', pod('p', { terminating: true }), false, false],
    ['without a status', { metadata: { name: 'p' } }, false, true],
  ])('%s', (_, of, finished, active) => {
    expect([isFinished(of), isActive(of)]).toEqual([finished, active])
  })

  it('is ready by its condition', () => {
    expect(isReady(pod('p', { ready: true }))).toBe(true)
    expect(isReady(pod('p', { ready: false }))).toBe(false)
    expect(isReady(pod('p'))).toBe(false)
    expect(podCondition(pod('p', { ready: true }), 'Ready')?.status).toBe('True')
    expect(podCondition(pod('p', { ready: true }), 'Initialized')).toBeUndefined()
  })

  it.each<[what: string, of: Pod, minReadySeconds: number, expected: number | undefined]>([
    ['is not ready', pod('p', { ready: false }), 0, undefined],
    ['is ready and needs no time', pod('p', { ready: true, readySince: now }), 0, 0],
    ['has just become ready', pod('p', { ready: true, readySince: now }), 30, 30_000],
    ['has been ready for a while', pod('p', { ready: true, readySince: secondsAgo(10) }), 30, 20_000],
    ['has been ready for exactly long enough', pod('p', { ready: true, readySince: secondsAgo(30) }), 30, 0],
    ['has been ready for long', pod('p', { ready: true, readySince: secondsAgo(300) }), 30, 0],
    ['does not say since when it is ready', pod('p', { ready: true, readySince: '' }), 30, undefined],
  ])('that %s is available after the right time', (_, of, minReadySeconds, expected) => {
    expect(msUntilAvailable(of, minReadySeconds, nowMs)).toBe(expected)
    expect(isAvailable(of, minReadySeconds, nowMs)).toBe(expected === 0)
  })

  it('is looked at again when the next of several becomes available', () => {
    const pods = [30, 10, 50].map((age) => pod(`p${age}`, { ready: true, readySince: secondsAgo(age) }))
    expect(nextAvailableMs(pods, 40, nowMs)).toBe(10_000)
    expect(nextAvailableMs(pods, 60, nowMs)).toBe(10_000)
    expect(nextAvailableMs(pods, 5, nowMs)).toBeUndefined()
    expect(nextAvailableMs([pod('p', { ready: false })], 5, nowMs)).toBeUndefined()
  })
})

describe('a number or percentage', () => {
  it.each<[value: number | string | undefined, total: number, up: number, down: number]>([
    [undefined, 10, 0, 0],
    [3, 10, 3, 3],
    ['25%', 10, 3, 2],
    ['50%', 10, 5, 5],
    ['1%', 10, 1, 0],
    ['100%', 7, 7, 7],
    ['0%', 7, 0, 0],
    ['33%', 0, 0, 0],
  ])('%s of %i is %i rounded up and %i rounded down', (value, total, up, down) => {
    expect(scaledValue(value, total, 'up')).toBe(up)
    expect(scaledValue(value, total, 'down')).toBe(down)
  })
})

describe('a requeue', () => {
  it('takes the shortest delay that is known, and never a negative one', () => {
    expect(requeueAfter(5, undefined, 3)).toEqual({ requeueAfterMs: 3 })
    expect(requeueAfter(-5, 3)).toEqual({ requeueAfterMs: 0 })
    expect(requeueAfter(0)).toEqual({ requeueAfterMs: 0 })
    expect(requeueAfter(undefined, undefined)).toBeUndefined()
    expect(requeueAfter()).toBeUndefined()
  })
})

describe('two statuses', () => {
  it.each<[a: unknown, b: unknown, expected: boolean]>([
    [{ replicas: 0, conditions: [] }, {}, true],
    [undefined, {}, true],
    [{ a: '', b: false, c: null }, undefined, true],
    [{ a: { b: 0 } }, {}, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, {}, false],
    [{ a: [0, 1] }, { a: [1] }, false],
    [{ a: [{ b: 0, c: 1 }] }, { a: [{ c: 1 }] }, true],
    [{ a: [1, 2] }, { a: [2, 1] }, false],
  ])('%j and %j: the same is %s', (a, b, expected) => {
    expect(isSameStatus(a, b)).toBe(expected)
    expect(isSameStatus(b, a)).toBe(expected)
  })
})

describe('a pod from a template', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u' }

  it('has the labels, annotations, finalizers and spec of the template, and its owner', () => {
    const template = {
      metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.dev/x'], name: 'ignored' },
      spec: { containers: [{ name: 'main' }] },
    }
    expect(podFromTemplate(template, { name: 'web-x', generateName: 'web-', owner })).toEqual({
      metadata: {
        name: 'web-x',
        generateName: 'web-',
        labels: { a: 'b' },
        annotations: { c: 'd' },
        finalizers: ['example.dev/x'],
        ownerReferences: [owner],
      },
      spec: template.spec,
    })
  })

  it('has nothing that the template leaves out', () => {
    expect(podFromTemplate({}, { name: 'web-0', owner })).toEqual({
      metadata: { name: 'web-0', ownerReferences: [owner] },
      spec: { containers: [] },
    })
  })
})

describe('pods that are given up', () => {
  const costAnnotation = 'controller.kubernetes.io/pod-deletion-cost'
  const order = (pods: readonly Pod[], related: readonly Pod[] = []): readonly string[] =>
    namesOf(podDeletionOrder(pods, { costAnnotation, related }))
  const ready = (name: string, options: Parameters<typeof pod>[1] = {}): Pod =>
    pod(name, { ready: true, node: 'a', ...options })

  it.each<[rule: string, first: Pod, second: Pod, related?: readonly Pod[]]>([
    ['without a node', pod('first', { ready: true }), ready('second')],
    ['that are pending', ready('first', { phase: 'Pending' }), ready('second')],
    ['of unknown phase', ready('first', { phase: 'Unknown' }), ready('second')],
    ['pending before unknown', ready('first', { phase: 'Pending' }), ready('second', { phase: 'Unknown' })],
    ['that are not ready', pod('first', { node: 'a', ready: false }), ready('second')],
    ['of lower deletion cost', ready('first', { annotations: { [costAnnotation]: '-1' } }), ready('second')],
    [
      'of lower cost, compared as numbers',
      ready('first', { annotations: { [costAnnotation]: '9' } }),
      ready('second', { annotations: { [costAnnotation]: '10' } }),
    ],
    [
      'on a node with more related pods',
      ready('first', { node: 'b' }),
      ready('second'),
      [ready('x', { node: 'b' }), ready('y', { node: 'b' }), ready('z')],
    ],
    [
      'that became ready later',
      ready('first', { readySince: secondsAgo(5) }),
      ready('second', { readySince: secondsAgo(50) }),
    ],
    ['with more restarts', ready('first', { restarts: 3 }), ready('second', { restarts: 2 })],
    ['that are newer', ready('first', { created: secondsAgo(5) }), ready('second', { created: secondsAgo(50) })],
  ])('are those %s first', (_, first, second, related) => {
    expect(order([second, first], related)).toEqual(['first', 'second'])
    expect(order([first, second], related)).toEqual(['first', 'second'])
  })

  it('are ordered by node before readiness, and by readiness before cost', () => {
    const pods = [
      ready('cheap', { annotations: { [costAnnotation]: '-100' } }),
      pod('unready', { node: 'a', ready: false, annotations: { [costAnnotation]: '100' } }),
      pod('unassigned', { ready: true, annotations: { [costAnnotation]: '1000' } }),
    ]
    expect(order(pods)).toEqual(['unassigned', 'unready', 'cheap'])
  })

  it('keep their order when nothing tells them apart, and a malformed cost counts as none', () => {
    const pods = [ready('a'), ready('b', { annotations: { [costAnnotation]: 'x' } }), ready('c')]
    expect(order(pods)).toEqual(['a', 'b', 'c'])
    expect(namesOf(pods)).toEqual(['a', 'b', 'c'])
  })
})

describe('the status of a replica set', () => {
  const status = (facts: Partial<ReplicaSetFacts> = {}): ReturnType<typeof replicaSetStatus> =>
    replicaSetStatus({
      generation: 3,
      replicas: 4,
      template: { metadata: { labels: { app: 'web' } } },
      minReadySeconds: 30,
      pods: [],
      terminating: undefined,
      stored: undefined,
      failure: undefined,
      nowMs,
      ...facts,
    })
  const failure: ReplicaSetCondition = {
    type: 'ReplicaFailure',
    status: 'True',
    reason: 'FailedCreate',
    message: 'no quota',
    lastTransitionTime: now,
  }

  it('counts pods, fully labeled, ready and available ones', () => {
    const labels = { app: 'web' }
    const pods = [
      pod('a', { labels, ready: true }),
      pod('b', { labels: { ...labels, more: 'x' }, ready: true, readySince: secondsAgo(10) }),
      pod('c', { labels: { app: 'other' }, ready: false }),
    ]
    expect(status({ pods })).toEqual({
      replicas: 3,
      fullyLabeledReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 1,
      observedGeneration: 3,
    })
  })

  it('says why pods could not be created or deleted', () => {
    expect(status({ failure: 'no quota' }).conditions).toEqual([failure])
    const pods = Array.from({ length: 5 }, (_, index) => pod(`p${index}`))
    expect(status({ failure: 'no', pods }).conditions?.[0]?.reason).toBe('FailedDelete')
  })

  it('keeps a failure as it was first reported, and removes it when it is over', () => {
    const other = { type: 'Other', status: 'True' }
    const stored = { replicas: 0, conditions: [failure, other] }
    expect(status({ stored, failure: 'still none' }).conditions).toEqual([other, failure])
    expect(status({ stored }).conditions).toEqual([other])
    expect('conditions' in status({ stored: { replicas: 0, conditions: [failure] } })).toBe(false)
  })
})
