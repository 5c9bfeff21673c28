import type { ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodAffinityTerm, PodSpec } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { createAssignedPods } from '../../../src/workloads/scheduler/assigned-pods.ts'
import { findNode } from '../../../src/workloads/scheduler/find-node.ts'
import type { Cluster } from '../../../src/workloads/scheduler/node-problems.ts'
import {
  createAffinityFilter,
  hasPodAffinityTerms,
  hasPodAntiAffinity,
} from '../../../src/workloads/scheduler/pod-affinity.ts'
import { node, pod, type PodOptions } from '../objects.ts'

function cluster(nodes: readonly Node[], placed: readonly (readonly [Pod, string])[] = []): Cluster {
  const assigned = createAssignedPods()
  for (const [of, name] of placed) assigned.assign(of, name)
  return { nodes, assigned, namespace: () => undefined, unschedulableTaint: 'node.kubernetes.io/unschedulable' }
}

function place(of: Pod, nodes: readonly Node[], placed: readonly (readonly [Pod, string])[] = []): string {
  const found = findNode(of, cluster(nodes, placed))
  return 'node' in found ? found.node : found.problem
}

function term(app: string, more: Partial<PodAffinityTerm> = {}): PodAffinityTerm {
  return { labelSelector: { matchLabels: { app } }, topologyKey: 'zone', ...more }
}

function wanting(
  type: 'podAffinity' | 'podAntiAffinity',
  terms: readonly PodAffinityTerm[],
  options: PodOptions & { readonly name?: string } = {},
): Pod {
  const affinity: PodSpec['affinity'] = { [type]: { requiredDuringSchedulingIgnoredDuringExecution: terms } }
  return pod(options.name ?? 'p', { ...options, spec: { containers: [{ name: 'c' }], affinity } })
}

function asking(cpu: string): Pod {
  return pod('p', { spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } })
}

const zones = [node('a', { labels: { zone: '1' } }), node('b', { labels: { zone: '2' } }), node('c')]

describe('the node of a pod', () => {
  it('is the one with the fewest pods, then the first by name', () => {
    expect(place(pod('p'), [node('b'), node('a')])).toBe('a')
    expect(place(pod('p'), [node('a'), node('b')], [[pod('x'), 'a']])).toBe('b')
    expect(
      place(
        pod('p'),
        [node('a'), node('b')],
        [
          [pod('x'), 'a'],
          [pod('y'), 'b'],
        ],
      ),
    ).toBe('a')
  })

  it('is one that suits it, however many pods that has', () => {
    const nodes = [
      node('a', { allocatable: { cpu: '1', pods: '9' } }),
      node('b', { allocatable: { cpu: '8', pods: '9' } }),
    ]
    expect(
      place(asking('2'), nodes, [
        [pod('x'), 'b'],
        [pod('y'), 'b'],
      ]),
    ).toBe('b')
  })

  it('counts what other pods request', () => {
    const nodes = [node('a', { allocatable: { cpu: '3', pods: '9' } })]
    const other = { ...asking('2'), metadata: { ...asking('2').metadata, name: 'x' } }
    expect(place(asking('1'), nodes, [[other, 'a']])).toBe('a')
    expect(place(asking('2'), nodes, [[other, 'a']])).toBe('0/1 nodes are available: 1 Insufficient cpu.')
  })

  it('does not exist without nodes', () => {
    expect(place(pod('p'), [])).toBe('no nodes available to schedule pods')
  })

  it.each<[what: string, of: Pod, on: Node, reason: string]>([
    ['is unschedulable', pod('p'), node('a', { unschedulable: true }), 'node(s) were unschedulable'],
    [
      'is tainted',
      pod('p'),
      node('a', { taints: [{ key: 'k', value: 'v', effect: 'NoSchedule' }] }),
      'node(s) had untolerated taint {k: v}',
    ],
    [
      'is tainted without a value',
      pod('p'),
      node('a', { taints: [{ key: 'k', effect: 'NoExecute' }] }),
      'node(s) had untolerated taint {k: }',
    ],
    [
      'is not selected',
      pod('p', { spec: { containers: [], nodeSelector: { a: 'b' } } }),
      node('a'),
      "node(s) didn't match Pod's node affinity/selector",
    ],
    ['has no room', asking('99'), node('a'), 'Insufficient cpu'],
    ['is full', pod('p'), node('a', { allocatable: { pods: '0' } }), 'Too many pods'],
    [
      'is not near',
      wanting('podAffinity', [term('x')]),
      zones[0] ?? node('a'),
      "node(s) didn't match pod affinity rules",
    ],
  ])('is not one that %s', (_, of, on, reason) => {
    expect(place(of, [on])).toBe(`0/1 nodes are available: 1 ${reason}.`)
  })

  it('reports the first rule that fails on each node, counted and sorted', () => {
    const nodes = [
      node('a', { unschedulable: true, taints: [{ key: 'k', effect: 'NoSchedule' }] }),
      node('b', { taints: [{ key: 'k', effect: 'NoSchedule' }] }),
      node('c', { taints: [{ key: 'k', effect: 'NoSchedule' }] }),
      node('d', { allocatable: { cpu: '1', pods: '0' } }),
    ]
    expect(place(asking('2'), nodes)).toBe(
      '0/4 nodes are available: 1 Insufficient cpu, 1 Too many pods, 1 node(s) were unschedulable, 2 node(s) had untolerated taint {k: }.',
    )
  })

  it('may be unschedulable for a pod that tolerates that', () => {
    const tolerations = [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }]
    const tolerant = pod('p', { spec: { containers: [], tolerations } })
    expect(place(tolerant, [node('a', { unschedulable: true })])).toBe('a')
  })
})

describe('affinity between pods', () => {
  const web = pod('web', { labels: { app: 'web' } })

  it('requires the domain of a pod that matches', () => {
    expect(place(wanting('podAffinity', [term('web')]), zones, [[web, 'b']])).toBe('b')
  })

  it('is satisfied anywhere in the domain', () => {
    const nodes = [...zones, node('d', { labels: { zone: '2' } })]
    expect(place(wanting('podAffinity', [term('web')]), nodes, [[web, 'b']])).toBe('d')
  })

  it('lets the first pod of a group in where the domain is known', () => {
    const first = wanting('podAffinity', [term('web')], { labels: { app: 'web' } })
    expect(place(first, zones)).toBe('a')
    expect(place(first, [node('c')])).toBe("0/1 nodes are available: 1 node(s) didn't match pod affinity rules.")
  })

  it('does not let the first pod in when the others are elsewhere', () => {
    const next = wanting('podAffinity', [term('web')], { labels: { app: 'web' } })
    expect(place(next, zones, [[web, 'b']])).toBe('b')
  })

  it('requires one pod that matches all terms', () => {
    const terms = [term('web'), { labelSelector: { matchLabels: { tier: 'x' } }, topologyKey: 'zone' }]
    const both = pod('both', { labels: { app: 'web', tier: 'x' } })
    const half = pod('half', { labels: { app: 'web' } })
    expect(
      place(wanting('podAffinity', terms), zones, [
        [half, 'a'],
        [both, 'b'],
      ]),
    ).toBe('b')
  })

  it('keeps a pod off the domain of a pod that matches its anti-affinity', () => {
    expect(place(wanting('podAntiAffinity', [term('web')]), zones, [[web, 'a']])).toBe('b')
  })

  it('does not keep a pod off nodes without the topology label', () => {
    const nodes = zones.filter(({ metadata }) => metadata.name !== 'b')
    expect(place(wanting('podAntiAffinity', [term('web')]), nodes, [[web, 'a']])).toBe('c')
  })

  it('keeps other pods off by the anti-affinity of pods that are there', () => {
    const guard = wanting('podAntiAffinity', [term('web')], { name: 'guard' })
    const nodes = zones.slice(0, 1)
    expect(place(web, nodes, [[guard, 'a']])).toBe(
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules.",
    )
    expect(place(pod('other'), nodes, [[guard, 'a']])).toBe('a')
  })

  it.each<[what: string, more: Partial<PodAffinityTerm>, expected: string | undefined]>([
    ['its own namespace', {}, 'near'],
    ['a list without it', { namespaces: ['x'] }, undefined],
    ['a list with it', { namespaces: ['x', 'team'] }, 'near'],
    ['a selector that matches', { namespaceSelector: { matchLabels: { env: 'prod' } } }, 'near'],
    ['a selector that does not', { namespaceSelector: { matchLabels: { env: 'test' } } }, undefined],
    ['an empty selector', { namespaceSelector: {} }, 'near'],
    ['a list or a selector', { namespaces: ['x'], namespaceSelector: { matchLabels: { env: 'prod' } } }, 'near'],
  ])('looks in %s', (_, more, expected) => {
    const namespaceOf = (name: string): ApiObject | undefined =>
      name === 'team' ? { metadata: { name, labels: { env: 'prod' } } } : undefined
    const other = pod('web', { labels: { app: 'web' }, namespace: 'team' })
    const own = wanting('podAffinity', [term('web', more)], { namespace: 'team' })
    const filter = createAffinityFilter(own, {
      scheduled: [{ pod: other, node: zones[0] ?? node('a') }],
      namespace: namespaceOf,
    })
    expect(filter(zones[0] ?? node('a')) === undefined ? 'near' : undefined).toBe(expected)
  })

  it('does not reach into other namespaces by default', () => {
    const other = pod('web', { labels: { app: 'web' }, namespace: 'team' })
    expect(place(wanting('podAntiAffinity', [term('web')]), zones.slice(0, 1), [[other, 'a']])).toBe('a')
  })

  it('is had by pods with required terms', () => {
    const near = wanting('podAffinity', [term('web')])
    const apart = wanting('podAntiAffinity', [term('web')])
    expect([near, apart, web].map(hasPodAffinityTerms)).toEqual([true, true, false])
    expect([near, apart, web].map(hasPodAntiAffinity)).toEqual([false, true, false])
  })
})

describe('assigned pods', () => {
  it('are listed, all and those with anti-affinity', () => {
    const assigned = createAssignedPods()
    const apart = wanting('podAntiAffinity', [term('web')], { name: 'apart' })
    assigned.assign(pod('x'), 'a')
    assigned.assign(apart, 'b')
    expect(assigned.all().map(({ node: name }) => name)).toEqual(['a', 'b'])
    expect(assigned.withAntiAffinity().map(({ pod: of }) => of.metadata.name)).toEqual(['apart'])
    assigned.remove('default/apart')
    expect(assigned.withAntiAffinity()).toEqual([])
    expect([assigned.has('default/x'), assigned.has('default/apart')]).toEqual([true, false])
  })

  it('move from node to node', () => {
    const assigned = createAssignedPods()
    expect(assigned.assign(asking('2'), 'a')).toBe(true)
    expect(assigned.assign(asking('3'), 'a')).toBe(false)
    expect(Object.fromEntries(assigned.loadOf('a').used)).toEqual({ cpu: 3000n })
    expect(assigned.assign(asking('3'), 'b')).toBe(true)
    expect([assigned.loadOf('a').pods.size, assigned.loadOf('b').pods.size]).toEqual([0, 1])
    expect(assigned.remove('default/none')).toBe(false)
  })
})
