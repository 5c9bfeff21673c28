import { fromLabelSelector, kubernetesVocabulary } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { createAssignedPods } from '../../../src/workloads/scheduler/assigned-pods.ts'
import { createDefaultSpread, type DefaultSpread } from '../../../src/workloads/scheduler/default-spread.ts'
import { findNode } from '../../../src/workloads/scheduler/find-node.ts'
import { node, pod } from '../objects.ts'
import type { Loose } from '../support.ts'

type Placed = readonly (readonly [Pod, string])[]

function place(of: Pod, nodes: readonly Node[], placed: Placed = [], defaultSpread?: DefaultSpread): string {
  const assigned = createAssignedPods()
  for (const [one, name] of placed) assigned.assign(one, name)
  const cluster = { nodes, assigned, namespace: () => undefined, unschedulableTaint: 'u' }
  const found = findNode(of, { ...cluster, ...(defaultSpread ? { defaultSpread } : {}) })
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

describe('a pod without constraints', () => {
  const hostname = 'kubernetes.io/hostname'
  const zone = 'topology.kubernetes.io/zone'
  const nodes = [
    node('a1', { labels: { [hostname]: 'a1', [zone]: 'a' } }),
    node('a2', { labels: { [hostname]: 'a2', [zone]: 'a' } }),
    node('b1', { labels: { [hostname]: 'b1', [zone]: 'b' } }),
  ]
  const service = { metadata: { name: 'web', namespace: 'default' }, spec: { selector: { app: 'web' } } }
  const set = (name: string, labels: Loose): Loose => ({
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { selector: { matchLabels: labels } },
  })
  const owned = (name: string, kind: string, owner: string, labels: Loose): Pod =>
    pod(name, { labels, owner: { kind, name: owner, uid: `uid-${owner}` } })
  function spreadOf(objects: { readonly [kind: string]: readonly Loose[] }): DefaultSpread {
    const storeOf = (kind: string): Loose => ({
      get: (name: string) => objects[kind]?.find(({ metadata }) => metadata.name === name),
      list: () => objects[kind] ?? [],
    })
    const owners = {
      services: storeOf('services'),
      replicationControllers: storeOf('replicationControllers'),
      replicaSets: storeOf('replicaSets'),
      statefulSets: storeOf('statefulSets'),
    }
    return createDefaultSpread(owners, kubernetesVocabulary)
  }
  // Other pods make the nodes that spread would choose less attractive otherwise.
  const crowd = (on: string): Placed => Array.from({ length: 8 }, (_, index) => [pod(`${on}-${index}`), on] as const)

  it('goes to the zone and the node with the fewest pods of its service', () => {
    const spread = spreadOf({ services: [service] })
    expect(place(web('p'), nodes, [[web('x'), 'a1'], ...crowd('b1')], spread)).toBe('b1')
    expect(place(web('p'), nodes, [[web('x'), 'a1'], [web('y'), 'b1'], ...crowd('a2')], spread)).toBe('a2')
    expect(place(web('p'), nodes, [[web('x'), 'a1'], ...crowd('b1')])).toBe('a2')
  })

  it.each([
    ['replica set', 'ReplicaSet', 'replicaSets'],
    ['stateful set', 'StatefulSet', 'statefulSets'],
  ])('goes where the fewest pods of its %s are', (_, kind, store) => {
    const spread = spreadOf({ [store]: [set('own', { app: 'web' })] })
    const placed: Placed = [[owned('x', kind, 'own', { app: 'web' }), 'a1'], ...crowd('b1')]
    expect(place(owned('p', kind, 'own', { app: 'web' }), nodes, placed, spread)).toBe('b1')
    expect(place(owned('p', kind, 'other', { app: 'web' }), nodes, placed, spread)).toBe('a2')
  })

  it('goes where the fewest pods of its replication controller are', () => {
    const controller = { metadata: { name: 'own', namespace: 'default' }, spec: { selector: { app: 'web' } } }
    const spread = spreadOf({ replicationControllers: [controller] })
    const owner = { apiVersion: 'v1', kind: 'ReplicationController', name: 'own', uid: 'uid-own' }
    const placed: Placed = [[pod('x', { labels: { app: 'web' } }), 'a1'], ...crowd('b1')]
    expect(place(pod('p', { labels: { app: 'web' }, owner }), nodes, placed, spread)).toBe('b1')
  })

  it('is not spread with its own constraints, or without a service or an owner', () => {
    const spread = spreadOf({ services: [service, { metadata: { name: 'all' }, spec: { selector: {} } }] })
    const topologySpreadConstraints = [
      { maxSkew: 9, topologyKey: 'none', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {} },
    ]
    const placed: Placed = [[web('x'), 'a1'], ...crowd('b1')]
    expect(place(web('p', { topologySpreadConstraints }), nodes, placed, spread)).toBe('a2')
    expect(place(pod('p', { labels: { app: 'other' } }), nodes, placed, spread)).toBe('a2')
  })

  it('is spread over nodes without a zone', () => {
    const plain = [node('a', { labels: { [hostname]: 'a' } }), node('b', { labels: { [hostname]: 'b' } })]
    const spread = spreadOf({ services: [service] })
    expect(place(web('p'), plain, [[web('x'), 'a'], ...crowd('b')], spread)).toBe('b')
  })

  it('counts pods by their newest labels, and not those that terminate or are gone', () => {
    const assigned = createAssignedPods()
    const selectors = spreadOf({ services: [service] }).selectorsOf(web('p'))
    const counts = (): Loose => Object.fromEntries(assigned.countByNode('default', selectors))
    assigned.assign(web('x'), 'a1')
    assigned.assign(pod('other', { labels: { app: 'web' }, namespace: 'elsewhere' }), 'a1')
    expect(counts()).toEqual({ a1: 1 })
    assigned.assign(web('y'), 'a1')
    expect(counts()).toEqual({ a1: 2 })
    assigned.assign(pod('y', { labels: { app: 'web' }, terminating: true }), 'a1')
    expect(counts()).toEqual({ a1: 1 })
    assigned.assign(pod('x', { labels: { app: 'db' } }), 'a1')
    expect(counts()).toEqual({ a1: 0 })
    assigned.assign(web('z'), 'b1')
    assigned.remove('default/z')
    expect(counts()).toEqual({ a1: 0, b1: 0 })
  })

  it('counts by a selector of everything and by one of nothing', () => {
    const assigned = createAssignedPods()
    assigned.assign(web('x'), 'a1')
    const counts = (selector?: object): Loose =>
      Object.fromEntries(assigned.countByNode('default', [fromLabelSelector(selector)]))
    expect([counts(undefined), counts({})]).toEqual([{}, { a1: 1 }])
  })
})

describe('a node with free resources', () => {
  const requesting = (name: string, cpu: string, memory: string): Pod =>
    pod(name, { spec: { containers: [{ name: 'c', resources: { requests: { cpu, memory } } }] } })
  const plain = [node('a'), node('b')]

  it('is preferred, however many pods it has', () => {
    const small: Placed = [
      [requesting('s1', '10m', '10Mi'), 'b'],
      [requesting('s2', '10m', '10Mi'), 'b'],
    ]
    expect(place(pod('p'), plain, [[requesting('x', '2', '4Gi'), 'a'], ...small])).toBe('b')
  })

  it('is preferred if CPU and memory are used evenly with the pod', () => {
    const placed: Placed = [
      [requesting('x', '2', '1Gi'), 'a'],
      [requesting('y', '500m', '4Gi'), 'b'],
    ]
    expect(place(requesting('p', '2', '1Gi'), plain, placed)).toBe('b')
    expect(place(requesting('p', '500m', '4Gi'), plain, placed)).toBe('a')
  })
})
