import type { Node, Taint } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { hasHostPortConflict } from '../../../src/workloads/scheduler/host-ports.ts'
import { selectsNode } from '../../../src/workloads/scheduler/node-affinity.ts'
import { fitProblems, podRequests } from '../../../src/workloads/scheduler/resource-fit.ts'
import { untoleratedTaint } from '../../../src/workloads/scheduler/tolerations.ts'
import {
  needsNode,
  schedulingFacts,
  unschedulableConditions,
} from '../../../src/workloads/scheduler/unschedulable-pods.ts'
import { node, now, nowMs, pod, secondsAgo } from '../objects.ts'

type Toleration = NonNullable<PodSpec['tolerations']>[number]

describe('a toleration', () => {
  const taint: Taint = { key: 'own', value: 'x', effect: 'NoSchedule' }

  it.each<[toleration: Toleration | undefined, of: Taint, tolerated: boolean]>([
    [undefined, taint, false],
    [{ key: 'own', operator: 'Equal', value: 'x', effect: 'NoSchedule' }, taint, true],
    [{ key: 'own', value: 'x' }, taint, true],
    [{ key: 'own', operator: '', value: 'x' }, taint, true],
    [{ key: 'own', value: 'y' }, taint, false],
    [{ key: 'own' }, taint, false],
    [{ key: 'own' }, { key: 'own', effect: 'NoSchedule' }, true],
    [{ key: 'other', value: 'x' }, taint, false],
    [{ key: 'own', operator: 'Exists' }, taint, true],
    [{ operator: 'Exists' }, taint, true],
    [{ operator: 'Exists', effect: 'NoExecute' }, taint, false],
    [{ operator: 'Exists', effect: 'NoSchedule' }, taint, true],
    [{ value: 'x' }, taint, false],
    [{ key: 'own', operator: 'Gt', value: '5' }, { ...taint, value: '6' }, true],
    [{ key: 'own', operator: 'Gt', value: '5' }, { ...taint, value: '5' }, false],
    [{ key: 'own', operator: 'Lt', value: '5' }, { ...taint, value: '4' }, true],
    [{ key: 'own', operator: 'Lt', value: '5' }, { ...taint, value: '6' }, false],
    [{ key: 'own', operator: 'Gt', value: '5' }, taint, false],
    [{ key: 'own', operator: 'Gt', value: '' }, { ...taint, value: '6' }, false],
    [{ key: 'own', operator: 'Unknown', value: '5' }, { ...taint, value: '5' }, false],
  ])('%j of taint %j: %s', (toleration, of, tolerated) => {
    expect(untoleratedTaint([of], toleration === undefined ? [] : [toleration])).toEqual(tolerated ? undefined : of)
  })

  it('is not needed for a taint with effect PreferNoSchedule', () => {
    expect(untoleratedTaint([{ key: 'own', effect: 'PreferNoSchedule' }], [])).toBeUndefined()
  })

  it('is needed for every taint; the first without one is found', () => {
    const taints = [taint, { key: 'b', effect: 'NoExecute' }, { key: 'c', effect: 'NoExecute' }]
    expect(untoleratedTaint(taints, [{ key: 'own', operator: 'Exists' }])).toEqual(taints[1])
  })
})

describe('node selection', () => {
  const labeled = node('a', { labels: { zone: '1', size: '7', disk: 'fast' } })
  const required = (...nodeSelectorTerms: readonly object[]): Partial<PodSpec> => ({
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  })
  const onLabel = (key: string, operator: string, ...values: readonly string[]): Partial<PodSpec> =>
    required({ matchExpressions: [{ key, operator, values }] })

  it.each<[what: string, spec: Partial<PodSpec>, expected: boolean]>([
    ['nothing', {}, true],
    ['a label', { nodeSelector: { zone: '1' } }, true],
    ['two labels', { nodeSelector: { zone: '1', disk: 'fast' } }, true],
    ['a label of another value', { nodeSelector: { zone: '2' } }, false],
    ['a label it does not have', { nodeSelector: { other: '1' } }, false],
    ['the key "constructor"', { nodeSelector: { constructor: 'x' } }, false],
    ['In', onLabel('zone', 'In', '0', '1'), true],
    ['In with other values', onLabel('zone', 'In', '0', '2'), false],
    ['In without the label', onLabel('other', 'In', '1'), false],
    ['NotIn', onLabel('zone', 'NotIn', '2'), true],
    ['NotIn with the value', onLabel('zone', 'NotIn', '1'), false],
    ['NotIn without the label', onLabel('other', 'NotIn', '1'), true],
    ['Exists', onLabel('zone', 'Exists'), true],
    ['Exists without the label', onLabel('other', 'Exists'), false],
    ['DoesNotExist', onLabel('other', 'DoesNotExist'), true],
    ['DoesNotExist with the label', onLabel('zone', 'DoesNotExist'), false],
    ['Gt', onLabel('size', 'Gt', '6'), true],
    ['Gt of the same number', onLabel('size', 'Gt', '7'), false],
    ['Lt', onLabel('size', 'Lt', '8'), true],
    ['Lt of the same number', onLabel('size', 'Lt', '7'), false],
    ['Gt compares numbers, not text', onLabel('size', 'Gt', '-10'), true],
    ['Gt of text', onLabel('disk', 'Gt', '1'), false],
    ['Gt without a value', onLabel('size', 'Gt'), false],
    ['an unknown operator', onLabel('size', 'Near', '7'), false],
    ['a term without requirements', required({}), false],
    ['no terms', required(), false],
    [
      'one of two terms',
      required(
        { matchExpressions: [{ key: 'other', operator: 'Exists' }] },
        { matchExpressions: [{ key: 'zone', operator: 'Exists' }] },
      ),
      true,
    ],
    [
      'all requirements of a term',
      required({
        matchExpressions: [
          { key: 'zone', operator: 'Exists' },
          { key: 'other', operator: 'Exists' },
        ],
      }),
      false,
    ],
    ['its name', required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }), true],
    ['another name', required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }), false],
    [
      'a name and a label',
      required({
        matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }],
        matchExpressions: [{ key: 'other', operator: 'Exists' }],
      }),
      false,
    ],
    ['selector and affinity together', { nodeSelector: { zone: '2' }, ...onLabel('zone', 'Exists') }, false],
  ])('by %s: %s', (_, spec, expected) => {
    expect(selectsNode(pod('p', { spec }), labeled)).toBe(expected)
  })
})

describe('the requests of a pod', () => {
  const requesting = (
    requests: Readonly<Record<string, string>>,
    more: object = {},
  ): PodSpec['containers'][number] => ({
    name: 'c',
    resources: { requests },
    ...more,
  })
  const sidecar = { restartPolicy: 'Always' }

  it.each<[what: string, spec: Partial<PodSpec>, expected: Readonly<Record<string, bigint>>]>([
    ['are none', {}, {}],
    [
      'are the sum of its containers',
      { containers: [requesting({ cpu: '100m' }), requesting({ cpu: '1', memory: '1Ki' })] },
      { cpu: 1100n, memory: 1_024_000n },
    ],
    [
      'are the largest init container',
      { initContainers: [requesting({ cpu: '2' }), requesting({ cpu: '3' })], containers: [requesting({ cpu: '1' })] },
      { cpu: 3000n },
    ],
    [
      'are the containers when these are larger',
      { initContainers: [requesting({ cpu: '1' })], containers: [requesting({ cpu: '2' })] },
      { cpu: 2000n },
    ],
    [
      'include sidecars',
      { initContainers: [requesting({ cpu: '1' }, sidecar)], containers: [requesting({ cpu: '2' })] },
      { cpu: 3000n },
    ],
    [
      'add the sidecars that run beside an init container',
      {
        initContainers: [requesting({ cpu: '1' }, sidecar), requesting({ cpu: '5' })],
        containers: [requesting({ cpu: '2' })],
      },
      { cpu: 6000n },
    ],
    [
      'do not add sidecars that start later',
      {
        initContainers: [requesting({ cpu: '5' }), requesting({ cpu: '1' }, sidecar)],
        containers: [requesting({ cpu: '2' })],
      },
      { cpu: 5000n },
    ],
    [
      'are those of the pod',
      { resources: { requests: { cpu: '4' } }, containers: [requesting({ cpu: '1', memory: '1' })] },
      { cpu: 4000n, memory: 1000n },
    ],
    ['include overhead', { overhead: { cpu: '500m' }, containers: [requesting({ cpu: '1' })] }, { cpu: 1500n }],
    ['leave out what is no quantity', { containers: [requesting({ cpu: 'many' })] }, {}],
  ])('%s', (_, spec, expected) => {
    expect(Object.fromEntries(podRequests(pod('p', { spec: { containers: [], ...spec } })))).toEqual(expected)
  })

  const small = node('a', { allocatable: { cpu: '2', memory: '1Gi', pods: '3' } })

  it.each<
    [
      what: string,
      requests: Readonly<Record<string, bigint>>,
      podCount: number,
      used: Readonly<Record<string, bigint>>,
      expected: readonly string[],
    ]
  >([
    ['fit', { cpu: 2000n }, 2, {}, []],
    ['fit beside others', { cpu: 1000n }, 2, { cpu: 1000n }, []],
    ['are too large', { cpu: 2001n }, 0, {}, ['Insufficient cpu']],
    ['are too large beside others', { cpu: 1001n }, 0, { cpu: 1000n }, ['Insufficient cpu']],
    [
      'are too large in two ways',
      { cpu: 3000n, memory: 2_000_000_000_000n },
      0,
      {},
      ['Insufficient cpu', 'Insufficient memory'],
    ],
    [
      'are of a resource that the node does not have',
      { 'example.dev/gpu': 1000n },
      0,
      {},
      ['Insufficient example.dev/gpu'],
    ],
    ['are zero of such a resource', { 'example.dev/gpu': 0n }, 0, {}, []],
    ['meet a full node', {}, 3, {}, ['Too many pods']],
  ])('%s', (_, requests, podCount, used, expected) => {
    const usage = { podCount, used: new Map(Object.entries(used)) }
    expect(fitProblems(new Map(Object.entries(requests)), small, usage)).toEqual(expected)
  })

  it('fit any number of pods on a node that does not limit them', () => {
    expect(fitProblems(new Map(), node('a', { allocatable: {} }), { podCount: 999, used: new Map() })).toEqual([])
  })
})

describe('host ports', () => {
  const listening = (...ports: readonly object[]): Pod =>
    pod('p', { spec: { containers: [{ name: 'c', ports: ports.map((port) => ({ containerPort: 80, ...port })) }] } })

  it.each<[wanted: object, taken: object, conflict: boolean]>([
    [{ hostPort: 80 }, { hostPort: 80 }, true],
    [{ hostPort: 80 }, { hostPort: 81 }, false],
    [{ hostPort: 80, protocol: 'UDP' }, { hostPort: 80 }, false],
    [{ hostPort: 80, protocol: 'TCP' }, { hostPort: 80 }, true],
    [{ hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80, hostIP: '10.0.0.2' }, false],
    [{ hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80, hostIP: '10.0.0.1' }, true],
    [{ hostPort: 80, hostIP: '10.0.0.1' }, { hostPort: 80 }, true],
    [{ hostPort: 80 }, { hostPort: 80, hostIP: '10.0.0.1' }, true],
    [{}, {}, false],
    [{ hostPort: 0 }, { hostPort: 0 }, false],
  ])('%j beside %j: conflict is %s', (wanted, taken, conflict) => {
    expect(hasHostPortConflict(listening(wanted), [pod('x'), listening(taken)])).toBe(conflict)
  })

  it('are those of all containers', () => {
    const two = pod('p', {
      spec: { containers: [{ name: 'a' }, { name: 'b', ports: [{ containerPort: 1, hostPort: 443 }] }] },
    })
    expect(hasHostPortConflict(two, [listening({ hostPort: 443 })])).toBe(true)
    expect(hasHostPortConflict(two, [])).toBe(false)
  })
})

describe('a pod that waits for a node', () => {
  const own: PodSpec = { containers: [], schedulerName: 'default-scheduler' }

  it.each<[what: string, of: Pod, expected: boolean]>([
    ['has none', pod('p', { spec: own }), true],
    ['has one', pod('p', { spec: own, node: 'a' }), false],
    ['has the name of another scheduler', pod('p', { spec: { ...own, schedulerName: 'mine' } }), false],
    ['has scheduling gates', pod('p', { spec: { ...own, schedulingGates: [{ name: 'x' }] } }), false],
    ['has an empty list of gates', pod('p', { spec: { ...own, schedulingGates: [] } }), true],
    ['is being deleted', pod('p', { spec: own, terminating: true }), false],
  ])('%s: %s', (_, of, expected) => {
    const spec = { ...of.spec, containers: [] }
    expect(needsNode({ ...of, spec }, 'default-scheduler')).toBe(expected)
  })

  const waiting = (message: string, status = 'False'): Pod =>
    pod('p', {
      status: {
        conditions: [
          { type: 'Other', status: 'True' },
          { type: 'PodScheduled', status, reason: 'Unschedulable', message, lastTransitionTime: secondsAgo(60) },
        ],
      },
    })
  const why = { reason: 'Unschedulable', message: 'new' } as const
  const next = { type: 'PodScheduled', status: 'False', ...why }

  it('says why', () => {
    expect(unschedulableConditions(pod('p'), why, nowMs)).toEqual([{ ...next, lastTransitionTime: now }])
  })

  it('says nothing again', () => {
    expect(unschedulableConditions(waiting('new'), why, nowMs)).toBeUndefined()
  })

  it('says something else with the old time of transition, beside other conditions', () => {
    expect(unschedulableConditions(waiting('old'), why, nowMs)).toEqual([
      { type: 'Other', status: 'True' },
      { ...next, lastTransitionTime: secondsAgo(60) },
    ])
    expect(unschedulableConditions(waiting('old', 'True'), why, nowMs)?.[1]?.lastTransitionTime).toBe(now)
  })

  it('is tried again when a node changes what matters for scheduling, and not at a heartbeat', () => {
    const facts = (of: Node): string => JSON.stringify(schedulingFacts(of))
    const plain = node('a')
    const heartbeat = { ...plain, status: { ...plain.status, conditions: [{ type: 'Ready', status: 'True' }] } }
    expect(facts(heartbeat)).toBe(facts(plain))
    for (const changed of [
      node('a', { labels: { a: 'b' } }),
      node('a', { unschedulable: true }),
      node('a', { allocatable: { cpu: '8' } }),
    ]) {
      expect(facts(changed)).not.toBe(facts(plain))
    }
  })
})
