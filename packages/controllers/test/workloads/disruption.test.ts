import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodDisruptionBudget, PodDisruptionBudgetStatus } from '@pinnace/types/policy-v1'
import { describe, expect, it } from 'vitest'
import { countBudget, type BudgetFacts } from '../../src/workloads/disruption/budget-counts.ts'
import { budgetStatus, failedBudgetStatus } from '../../src/workloads/disruption/budget-status.ts'
import { now, nowMs, pod, secondsAgo } from './objects.ts'

function budget(
  spec: NonNullable<PodDisruptionBudget['spec']> = {},
  status?: Partial<PodDisruptionBudgetStatus>,
): PodDisruptionBudget {
  const counts = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 }
  return {
    metadata: { name: 'web', namespace: 'default', generation: 3 },
    spec,
    ...(status ? { status: { ...counts, ...status } } : {}),
  }
}

function pods(ready: number, unready = 0): readonly Pod[] {
  return [
    ...Array.from({ length: ready }, (_, index) => pod(`r${index}`, { ready: true })),
    ...Array.from({ length: unready }, (_, index) => pod(`u${index}`, { ready: false })),
  ]
}

function count(facts: Partial<BudgetFacts>): ReturnType<typeof countBudget> {
  return countBudget({
    budget: budget(),
    pods: [],
    scaleOf: () => ({ uid: 'u', replicas: 10 }),
    nowMs,
    ...facts,
  })
}

describe('the counts of a disruption budget', () => {
  it.each<
    [
      spec: NonNullable<PodDisruptionBudget['spec']>,
      ready: number,
      unready: number,
      desired: number,
      expected: number,
      allowed: number,
    ]
  >([
    [{ minAvailable: 3 }, 5, 0, 3, 5, 2],
    [{ minAvailable: 3 }, 3, 2, 3, 5, 0],
    [{ minAvailable: 3 }, 2, 0, 3, 2, 0],
    [{ minAvailable: 0 }, 2, 0, 0, 2, 2],
    [{ minAvailable: '50%' }, 10, 0, 5, 10, 5],
    [{ minAvailable: '55%' }, 10, 0, 6, 10, 4],
    [{ minAvailable: '100%' }, 10, 0, 10, 10, 0],
    [{ maxUnavailable: 1 }, 10, 0, 9, 10, 1],
    [{ maxUnavailable: 1 }, 9, 1, 9, 10, 0],
    [{ maxUnavailable: '25%' }, 10, 0, 7, 10, 3],
    [{ maxUnavailable: '100%' }, 10, 0, 0, 10, 10],
    [{ maxUnavailable: 20 }, 10, 0, 0, 10, 10],
    [{}, 4, 0, 0, 4, 4],
    [{ minAvailable: 1 }, 0, 0, 1, 0, 0],
  ])(
    'of %j with %i ready and %i other pods',
    (spec, ready, unready, desiredHealthy, expectedPods, disruptionsAllowed) => {
      expect(count({ budget: budget(spec), pods: pods(ready, unready) })).toEqual({
        currentHealthy: ready,
        desiredHealthy,
        expectedPods,
        disruptionsAllowed,
        disruptedPods: {},
        recheckMs: undefined,
      })
    },
  )

  it('add the scales of different workloads, each once', () => {
    const scaleOf = ({ metadata }: Pod): { uid: string; replicas: number } =>
      metadata.name === 'r0' ? { uid: 'a', replicas: 2 } : { uid: 'b', replicas: 5 }
    expect(count({ budget: budget({ maxUnavailable: 1 }), pods: pods(4), scaleOf })).toMatchObject({
      expectedPods: 7,
      desiredHealthy: 6,
    })
  })

  it('are unknown when the scale of a pod is', () => {
    const scaleOf = (): string => 'found no controller ref for pod "r0"'
    const problem = { problem: 'found no controller ref for pod "r0"' }
    expect(count({ budget: budget({ maxUnavailable: 1 }), pods: pods(1), scaleOf })).toEqual(problem)
    expect(count({ budget: budget({ minAvailable: '50%' }), pods: pods(1), scaleOf })).toEqual(problem)
    expect(count({ budget: budget({ minAvailable: 1 }), pods: pods(1), scaleOf })).toMatchObject({ expectedPods: 1 })
  })

  it('leave out pods that are being deleted', () => {
    const going = pod('going', { ready: true, terminating: true })
    expect(count({ budget: budget({ minAvailable: 1 }), pods: [...pods(2), going] })).toMatchObject({
      currentHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
    })
  })

  it('leave out pods that an eviction is about to delete, for two minutes', () => {
    const disruptedPods = { r0: secondsAgo(30), r1: secondsAgo(119), r2: secondsAgo(120), gone: secondsAgo(1) }
    const counts = count({ budget: budget({ minAvailable: 1 }, { disruptedPods }), pods: pods(5) })
    expect(counts).toMatchObject({
      currentHealthy: 3,
      disruptionsAllowed: 2,
      disruptedPods: { r0: secondsAgo(30), r1: secondsAgo(119) },
      recheckMs: 1000,
    })
  })

  it('do not remember evictions of pods that are being deleted', () => {
    const of = budget({ minAvailable: 1 }, { disruptedPods: { going: secondsAgo(5) } })
    const going = pod('going', { ready: true, terminating: true })
    expect(count({ budget: of, pods: [going] })).toMatchObject({ disruptedPods: {}, recheckMs: undefined })
  })

  it('take a pod of the name "constructor" for what it is', () => {
    const odd = pod('constructor', { ready: true })
    expect(count({ budget: budget({ minAvailable: 0 }, { disruptedPods: {} }), pods: [odd] })).toMatchObject({
      currentHealthy: 1,
      disruptedPods: {},
    })
  })
})

describe('the status of a disruption budget', () => {
  const counts = {
    currentHealthy: 4,
    desiredHealthy: 3,
    expectedPods: 4,
    disruptionsAllowed: 1,
    disruptedPods: {},
    recheckMs: 5,
  }
  const known = (status: string): Partial<PodDisruptionBudgetStatus> => ({
    conditions: [
      { type: 'Other', status: 'True', reason: 'R', message: '', lastTransitionTime: secondsAgo(60) },
      { type: 'DisruptionAllowed', status, reason: 'R', message: '', lastTransitionTime: secondsAgo(60) },
    ],
  })

  it.each<[allowed: number, status: string, reason: string]>([
    [1, 'True', 'SufficientPods'],
    [0, 'False', 'InsufficientPods'],
  ])('with %i disruptions allowed', (disruptionsAllowed, status, reason) => {
    const { recheckMs: _, ...written } = { ...counts, disruptionsAllowed }
    expect(budgetStatus(budget(), { ...counts, disruptionsAllowed }, nowMs)).toEqual({
      ...written,
      observedGeneration: 3,
      conditions: [
        { type: 'DisruptionAllowed', status, reason, message: '', observedGeneration: 3, lastTransitionTime: now },
      ],
    })
  })

  it('keeps other conditions, and the time of the transition while the status stays', () => {
    const same = budgetStatus(budget({}, known('True')), counts, nowMs).conditions
    expect(same?.map(({ type, lastTransitionTime }) => `${type} ${lastTransitionTime}`)).toEqual([
      `Other ${secondsAgo(60)}`,
      `DisruptionAllowed ${secondsAgo(60)}`,
    ])
    expect(budgetStatus(budget({}, known('False')), counts, nowMs).conditions?.[1]?.lastTransitionTime).toBe(now)
  })

  it('allows nothing when pods cannot be counted, and keeps the last counts', () => {
    const stored = { ...known('True'), currentHealthy: 4, expectedPods: 9, disruptionsAllowed: 2 }
    expect(failedBudgetStatus(budget({}, stored), 'why', nowMs)).toMatchObject({
      currentHealthy: 4,
      expectedPods: 9,
      disruptionsAllowed: 0,
      observedGeneration: 3,
      conditions: [
        { type: 'Other' },
        { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'why', lastTransitionTime: now },
      ],
    })
    expect(failedBudgetStatus(budget(), 'why', nowMs)).toMatchObject({ currentHealthy: 0, expectedPods: 0 })
  })
})
