import { eventually } from '@pinnace/testing'
import { describe, expect, it } from 'vitest'
import { createAssignedPods } from '../../src/workloads/scheduler/assigned-pods.ts'
import type { Cluster } from '../../src/workloads/scheduler/node-problems.ts'
import { findPreemption } from '../../src/workloads/scheduler/preempt.ts'
import { namesOf, node, pod as stored } from './objects.ts'
import { startCluster, type Loose } from './support.ts'

const asking = (cpu: string): Loose => ({
  containers: [{ name: 'main', image: 'i:1', resources: { requests: { cpu } } }],
})
const pod = (name: string, priority: number, cpu: string, spec: Loose = {}): Loose =>
  stored(name, { spec: { ...asking(cpu), priority, ...spec } })

function preempt(
  of: Loose,
  placed: Readonly<Record<string, readonly Loose[]>>,
  budgets: readonly Loose[] = [],
): unknown {
  const assigned = createAssignedPods()
  for (const [name, pods] of Object.entries(placed)) for (const one of pods) assigned.assign(one, name)
  const nodes = Object.keys(placed).map((name) => node(name, { allocatable: { cpu: '4', pods: '9' } }))
  const cluster: Cluster = { nodes, assigned, namespace: () => undefined, unschedulableTaint: 'u' }
  const found = findPreemption(of, nodes, cluster, budgets)
  return found && [found.node, ...[...namesOf(found.victims)].sort()]
}

describe('disruption budgets', () => {
  const labelled = (name: string, priority: number, cpu: string): Loose => {
    const one = pod(name, priority, cpu)
    return { ...one, metadata: { ...one.metadata, labels: { app: 'db' } } }
  }
  const budget = (disruptionsAllowed: number, more: Loose = {}): Loose => ({
    metadata: { name: 'b', namespace: 'default' },
    spec: { selector: { matchLabels: { app: 'db' } } },
    status: { disruptionsAllowed, ...more },
  })
  const asks = pod('p', 9, '2')

  it.each<
    [what: string, placed: Readonly<Record<string, readonly Loose[]>>, budgets: readonly Loose[], expected: unknown]
  >([
    [
      'spare their pods where another node has victims',
      { a: [labelled('x', 0, '4')], b: [pod('y', 5, '4')] },
      [budget(0)],
      ['b', 'y'],
    ],
    [
      'spare their pods beside others on the node',
      { a: [labelled('x', 0, '2'), pod('y', 5, '2')] },
      [budget(0)],
      ['a', 'y'],
    ],
    ['do not stop a preemption where there is no other way', { a: [labelled('x', 0, '4')] }, [budget(0)], ['a', 'x']],
    [
      'allow as many disruptions as their status says',
      { a: [labelled('x', 0, '4')], b: [pod('y', 5, '4')] },
      [budget(1)],
      ['a', 'x'],
    ],
    [
      'do not count pods that are being disrupted',
      { a: [labelled('x', 0, '4')], b: [pod('y', 5, '4')] },
      [budget(0, { disruptedPods: { x: '2030-01-01T00:00:00Z' } })],
      ['a', 'x'],
    ],
    [
      'with an empty selector select nothing',
      { a: [labelled('x', 0, '4')], b: [pod('y', 5, '4')] },
      [{ ...budget(0), spec: { selector: {} } }],
      ['a', 'x'],
    ],
  ])('%s', (_, placed, budgets, expected) => {
    expect(preempt(asks, placed, budgets)).toEqual(expected)
  })
})

describe('preemption', () => {
  it.each<[what: string, of: Loose, placed: Readonly<Record<string, readonly Loose[]>>, expected: unknown]>([
    ['takes pods of lower priority', pod('p', 10, '2'), { a: [pod('x', 1, '3')] }, ['a', 'x']],
    ['spares pods of the same priority', pod('p', 1, '2'), { a: [pod('x', 1, '3')] }, undefined],
    ['takes no more than it needs', pod('p', 9, '2'), { a: [pod('x', 1, '2'), pod('y', 2, '2')] }, ['a', 'x']],
    [
      'is not for pods that never preempt',
      pod('p', 9, '2', { preemptionPolicy: 'Never' }),
      { a: [pod('x', 1, '3')] },
      undefined,
    ],
    [
      'does not help where pods of lower priority are too small',
      pod('p', 9, '2'),
      { a: [pod('x', 1, '1'), pod('y', 9, '3')] },
      undefined,
    ],
    [
      'takes the node whose highest victim is lowest',
      pod('p', 9, '4'),
      { a: [pod('x', 5, '1')], b: [pod('y', 1, '1'), pod('z', 4, '1')] },
      ['b', 'y', 'z'],
    ],
    [
      'takes the node with fewer victims of the same priorities',
      pod('p', 9, '4'),
      { a: [pod('w', 0, '1'), pod('x', 0, '1')], b: [pod('y', 0, '1')] },
      ['b', 'y'],
    ],
  ])('%s', (_, of, placed, expected) => {
    expect(preempt(of, placed)).toEqual(expected)
  })

  it('deletes pods of lower priority and takes their place, before pods of lower priority that wait', async () => {
    await using cluster = await startCluster({
      nodes: [{ name: 'a', capacity: { cpu: '2', memory: '4Gi', pods: '9' } }],
      stages: { stopMs: 5000 },
    })
    const { of, clock } = cluster
    await of('PriorityClass').create({ metadata: { name: 'high' }, value: 1000 })
    await of('Pod').create({ metadata: { name: 'low' }, spec: asking('2') })
    await cluster.waitFor('Pod', 'low', ({ status }) => status.phase === 'Running')
    await of('Pod').create({ metadata: { name: 'waiting' }, spec: asking('1') })
    await of('Pod').create({ metadata: { name: 'high' }, spec: { ...asking('2'), priorityClassName: 'high' } })
    const victim = await cluster.waitFor('Pod', 'low', ({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect(victim.status.conditions.find(({ type }: Loose) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
    })
    const high = await cluster.waitFor('Pod', 'high', ({ status }) => status.nominatedNodeName === 'a')
    expect(high.spec.nodeName).toBeUndefined()
    await clock.advance(5000)
    await cluster.waitFor('Pod', 'high', ({ status }) => status.phase === 'Running')
    expect((await of('Pod').get('waiting')).spec.nodeName).toBeUndefined()
    await eventually(
      () => cluster.events(),
      (events) => events.includes(`Preempted: Preempted by pod ${high.metadata.uid} on node a`),
    )
    expect(cluster.failures).toEqual([])
  })
})
