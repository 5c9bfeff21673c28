import type { HorizontalPodAutoscaler } from '@pinnace/types/autoscaling-v2'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import {
  averageOf,
  isWithinTolerance,
  replicasFor,
  roundRatio,
  useOf,
  type PodUse,
  type ReplicaFacts,
} from '../../../src/workloads/autoscaler/replica-count.ts'

const startedMs = Date.parse('2026-01-01T00:00:00Z')
const minuteMs = 60_000

function pod(name: string, { status = {}, metadata = {} }: { status?: object; metadata?: object } = {}): Pod {
  const startTime = new Date(startedMs).toISOString()
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...metadata },
    status: { phase: 'Running', startTime, ...status },
  } as Pod
}

const ready = (status: 'True' | 'False', afterMs: number): object => ({
  conditions: [{ type: 'Ready', status, lastTransitionTime: new Date(startedMs + afterMs).toISOString() }],
})

const autoscaler = (behavior?: object): HorizontalPodAutoscaler =>
  ({ metadata: {}, spec: { maxReplicas: 10, ...(behavior && { behavior }) } }) as unknown as HorizontalPodAutoscaler

const factsOf = (pods: readonly Pod[], nowMs = startedMs): ReplicaFacts => ({
  autoscaler: autoscaler(),
  pods,
  replicas: pods.length,
  nowMs,
})

interface Group {
  readonly isMetered?: boolean
  readonly isCpu?: boolean
  readonly nowMs?: number
}

describe('the use of pods', () => {
  const groupOf = (one: Pod, options: Group): string => {
    const { isMetered = true, isCpu = true, nowMs = startedMs } = options
    const { known, missing, unready } = useOf(factsOf([one], nowMs), () => (isMetered ? 1n : undefined), { isCpu })
    return known.size > 0 ? 'known' : missing.length > 0 ? 'missing' : unready.length > 0 ? 'unready' : 'left out'
  }

  it.each<[what: string, pod: Pod, options: Group, group: string]>([
    ['a pod with a value', pod('a', { status: ready('True', 0) }), {}, 'known'],
    ['a pod without a value', pod('a', { status: ready('True', 0) }), { isMetered: false }, 'missing'],
    ['a pod that has not started', pod('a', { status: { phase: 'Pending' } }), { isMetered: false }, 'unready'],
    ['a finished pod', pod('a', { status: { phase: 'Succeeded' } }), {}, 'left out'],
    ['a failed pod', pod('a', { status: { phase: 'Failed' } }), {}, 'left out'],
    ['a deleted pod', pod('a', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } }), {}, 'left out'],
    ['a pod without a Ready condition', pod('a'), {}, 'unready'],
    ['a pod without a Ready condition, by memory', pod('a'), { isCpu: false }, 'known'],
    ['a pod without a start time', pod('a', { status: { startTime: undefined, ...ready('True', 0) } }), {}, 'unready'],
    ['a pod that is not ready in its first minutes', pod('a', { status: ready('False', 0) }), {}, 'unready'],
    [
      'a pod that has never been ready',
      pod('a', { status: ready('False', 10_000) }),
      { nowMs: startedMs + 6 * minuteMs },
      'unready',
    ],
    [
      'a pod that is no longer ready',
      pod('a', { status: ready('False', minuteMs) }),
      { nowMs: startedMs + 6 * minuteMs },
      'known',
    ],
  ])('of %s is counted as it is known', (_, one, options, group) => {
    expect(groupOf(one, options)).toBe(group)
  })

  it('is averaged over the pods that are known; of none it is zero', () => {
    expect(averageOf(new Map([pod('a'), pod('b')].map((one, index) => [one, BigInt(10 + index * 20)])))).toBe(20n)
    expect(averageOf(new Map())).toBe(0n)
  })
})

describe('the replicas for a use of 100 per pod', () => {
  const pods = Array.from({ length: 10 }, (_, index) => pod(`p${index}`))
  const replicas = (
    { known = [] as number[], missing = 0, unready = 0 },
    { current = known.length + missing + unready, behavior }: { current?: number; behavior?: object } = {},
  ): number => {
    const use: PodUse = {
      known: new Map(known.map((value, index) => [pods[index] as Pod, BigInt(value)])),
      missing: pods.slice(known.length, known.length + missing),
      unready: pods.slice(known.length + missing, known.length + missing + unready),
    }
    return replicasFor(use, () => 100n, { ...factsOf(pods), replicas: current, autoscaler: autoscaler(behavior) })
  }

  it.each<[what: string, use: Parameters<typeof replicas>[0], options: Parameters<typeof replicas>[1], count: number]>([
    ['grow in proportion', { known: [200, 200] }, {}, 4],
    ['are rounded up', { known: [150, 100] }, {}, 3],
    ['shrink in proportion', { known: [50, 50] }, {}, 1],
    ['stay where the deviation is 10 % or less', { known: [110, 110] }, {}, 2],
    ['follow a tolerance of the spec', { known: [110, 110] }, { behavior: { scaleUp: { tolerance: '0.05' } } }, 3],
    ['stay where no pod is known', {}, { current: 3 }, 3],
    ['grow less where pods without a metric may use nothing', { known: [300, 300], missing: 2 }, {}, 6],
    ['shrink less where pods without a metric may use what is wanted', { known: [25, 25], missing: 2 }, {}, 3],
    ['do not shrink because pods without a metric use nothing', { known: [120, 120], missing: 4 }, {}, 6],
    ['grow less where pods are not ready', { known: [400], unready: 1 }, {}, 4],
    ['ignore pods that are not ready when they shrink', { known: [40, 40], unready: 2 }, {}, 1],
    ['do not shrink below what is set while the use asks for more', { known: [300], missing: 1 }, { current: 8 }, 8],
    ['do not grow beyond what is set while the use asks for less', { known: [50], missing: 3 }, { current: 1 }, 1],
  ])('%s', (_, use, options, count) => {
    expect(replicas(use, options)).toBe(count)
  })
})

describe('the tolerance', () => {
  it.each<[ratio: number, behavior: object | undefined, isWithin: boolean]>([
    [1.1, undefined, true],
    [1.11, undefined, false],
    [0.9, undefined, true],
    [0.89, undefined, false],
    [1.2, { scaleUp: { tolerance: '200m' } }, true],
    [0.8, { scaleUp: { tolerance: '200m' } }, false],
    [0.8, { scaleDown: { tolerance: '0.2' } }, true],
    [1.001, { scaleUp: { tolerance: '0' } }, false],
  ])('of the ratio %d with %j: %s', (ratio, behavior, isWithin) => {
    expect(isWithinTolerance(ratio, autoscaler(behavior))).toBe(isWithin)
  })

  it('does not count the error of binary fractions as another replica', () => {
    const ratio = 0.1 * 3
    expect(Math.ceil(ratio * 10)).toBe(4)
    expect(Math.ceil(roundRatio(ratio * 10))).toBe(3)
  })
})
