import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { createAssignedPods } from '../../../src/workloads/scheduler/assigned-pods.ts'
import { findNode } from '../../../src/workloads/scheduler/find-node.ts'
import { node, pod } from '../objects.ts'
import type { Loose } from '../support.ts'

type Placed = readonly (readonly [Pod, string])[]

function place(of: Pod, nodes: readonly Node[], placed: Placed = []): string {
  const assigned = createAssignedPods()
  for (const [one, name] of placed) assigned.assign(one, name)
  const found = findNode(of, { nodes, assigned, namespace: () => undefined, unschedulableTaint: 'u' })
  return 'node' in found ? found.node : found.problem
}

const web = (name: string, spec: Loose = {}): Pod => pod(name, { labels: { app: 'web' }, spec })
const a = node('a', { labels: { zone: '1', disk: 'slow' } })
const b = node('b', { labels: { zone: '2', disk: 'fast' } })
const c = node('c', { labels: { zone: '2', disk: 'slow' } })
const zones = [a, b, c]

describe('topology spread', () => {
  const spread = (constraint: Loose = {}): Loose => ({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
        ...constraint,
      },
    ],
  })
  const mismatch = "node(s) didn't match pod topology spread constraints"

  it.each<[what: string, constraint: Loose, placed: Placed, expected: string]>([
    ['keeps domains within the skew', {}, [[web('x'), 'a']], 'b'],
    [
      'counts a domain of several nodes once',
      {},
      [
        [web('x'), 'b'],
        [web('y'), 'a'],
        [web('z'), 'c'],
      ],
      'a',
    ],
    [
      'allows a larger skew',
      { maxSkew: 2 },
      [
        [web('x'), 'b'],
        [web('y'), 'c'],
      ],
      'a',
    ],
    [
      'does not count pods that the selector does not match',
      {},
      [
        [pod('x'), 'b'],
        [pod('y'), 'c'],
      ],
      'a',
    ],
    [
      'does not count pods of other namespaces',
      {},
      [
        [pod('x', { labels: { app: 'web' }, namespace: 'o' }), 'a'],
        [pod('y'), 'b'],
        [pod('z'), 'c'],
        [pod('w'), 'c'],
        [pod('v'), 'b'],
      ],
      'a',
    ],
    [
      'only prefers with ScheduleAnyway',
      { whenUnsatisfiable: 'ScheduleAnyway' },
      [
        [web('x'), 'a'],
        [pod('y'), 'b'],
        [pod('z'), 'c'],
      ],
      'b',
    ],
    [
      'refuses a node without the label',
      { topologyKey: 'rack' },
      [],
      `0/3 nodes are available: 3 ${mismatch} (missing required label).`,
    ],
    [
      'counts domains that are missing as empty ones',
      { minDomains: 3 },
      [
        [web('x'), 'a'],
        [web('y'), 'b'],
      ],
      `0/3 nodes are available: 3 ${mismatch}.`,
    ],
  ])('%s', (_, constraint, placed, expected) => {
    expect(place(web('p', spread(constraint)), zones, placed)).toBe(expected)
  })

  it('leaves out nodes that the pod does not select, unless the policy says otherwise', () => {
    const on = (constraint: Loose): Pod => web('p', { ...spread(constraint), nodeSelector: { zone: '2' } })
    const placed: Placed = [[web('x'), 'b']]
    expect(place(on({}), zones, placed)).toBe('c')
    expect(place(on({ nodeAffinityPolicy: 'Ignore' }), zones, placed)).toBe(
      `0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 2 ${mismatch}.`,
    )
  })

  it('leaves out nodes with taints when the policy says so', () => {
    const tainted = node('t', { labels: { zone: '3' }, taints: [{ key: 'own', effect: 'NoSchedule' }] })
    const placed: Placed = [
      [web('x'), 'a'],
      [web('y'), 'b'],
    ]
    expect(place(web('p', spread()), [...zones, tainted], placed)).toContain(`3 ${mismatch}`)
    expect(place(web('p', spread({ nodeTaintsPolicy: 'Honor' })), [...zones, tainted], placed)).toBe('c')
  })

  it('counts pods of the same revision only, with matchLabelKeys', () => {
    const revision = (name: string, hash: string, spec: Loose = {}): Pod =>
      pod(name, { labels: { app: 'web', hash }, spec })
    const placed: Placed = [
      [revision('x', 'old'), 'a'],
      [revision('y', 'old'), 'a'],
    ]
    expect(place(revision('p', 'new', spread()), [a, b], placed)).toBe('b')
    expect(
      place(
        revision('p', 'new', spread({ matchLabelKeys: ['hash'] })),
        [a, b],
        [...placed, [pod('z'), 'b'], [pod('w'), 'b'], [pod('v'), 'b']],
      ),
    ).toBe('a')
  })
})

describe('a preferred node', () => {
  const term = (weight: number, app: string): Loose => ({
    weight,
    podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app } } },
  })
  const preferred = (type: string, ...terms: readonly Loose[]): Loose => ({
    affinity: { [type]: { preferredDuringSchedulingIgnoredDuringExecution: terms } },
  })
  const fast = { weight: 5, preference: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] } }

  it('has the labels that the pod prefers', () => {
    expect(place(pod('p', { spec: preferred('nodeAffinity', fast) }), zones, [[pod('x'), 'b']])).toBe('b')
  })

  it('is with the pods that the pod prefers', () => {
    expect(place(pod('p', { spec: preferred('podAffinity', term(1, 'web')) }), zones, [[web('x'), 'c']])).toBe('b')
  })

  it('is without the pods that the pod avoids', () => {
    expect(
      place(
        pod('p', { spec: preferred('podAntiAffinity', term(1, 'web')) }),
        [a, b],
        [
          [web('x'), 'a'],
          [pod('y'), 'b'],
          [pod('z'), 'b'],
        ],
      ),
    ).toBe('b')
  })

  it('is with pods that prefer the pod', () => {
    const other = pod('x', { spec: preferred('podAffinity', term(1, 'web')) })
    expect(
      place(web('p'), zones, [
        [other, 'c'],
        [pod('y'), 'b'],
      ]),
    ).toBe('b')
    expect(
      place(pod('p'), zones, [
        [other, 'c'],
        [pod('y'), 'b'],
      ]),
    ).toBe('a')
  })

  it('is without a taint of effect PreferNoSchedule, unless that is tolerated', () => {
    const tainted = node('0', { taints: [{ key: 'own', effect: 'PreferNoSchedule' }] })
    expect(place(pod('p'), [tainted, a])).toBe('a')
    const tolerations = [{ key: 'own', operator: 'Exists' }]
    expect(place(pod('p', { spec: { tolerations } }), [tainted, a])).toBe('0')
  })
})
