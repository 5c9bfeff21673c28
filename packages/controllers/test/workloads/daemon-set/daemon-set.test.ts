import { kubernetesVocabulary as vocabulary } from '@pinnace/meta'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { describe, expect, it } from 'vitest'
import { daemonNodeOf, daemonTemplate, fitsNode } from '../../../src/workloads/daemon-set/daemon-pod.ts'
import { podsByNode } from '../../../src/workloads/daemon-set/daemon-set-controller.ts'
import { daemonSetStatus } from '../../../src/workloads/daemon-set/daemon-set-status.ts'
import type { DaemonNode } from '../../../src/workloads/daemon-set/daemon-facts.ts'
import { planPlacement } from '../../../src/workloads/daemon-set/plan-daemon-pods.ts'
import { namesOf, node, pod, secondsAgo, templateOf } from '../objects.ts'
import { at, current, daemonSet, facts, old, rolling, shown } from './daemon-objects.ts'

describe('the placement of daemon pods', () => {
  it.each<[what: string, at: DaemonNode, create: readonly string[], remove: readonly string[]]>([
    ['creates a pod on a node without one', at('a', []), ['a'], []],
    ['leaves a node with a pod alone', at('a', [current('p')]), [], []],
    ['creates none on a node that should have none', at('a', [], { shouldRun: false }), [], []],
    ['lets a pod stay that may', at('a', [current('p')], { shouldRun: false }), [], []],
    ['removes a pod that may not stay', at('a', [current('p')], { shouldRun: false, mayStay: false }), [], ['p']],
    ['removes a failed pod and waits for its end', at('a', [current('p', { phase: 'Failed' })]), [], ['p']],
    ['removes a succeeded pod', at('a', [current('p', { phase: 'Succeeded' })]), [], ['p']],
    ['waits for a terminating pod', at('a', [current('p', { terminating: true })]), [], []],
    [
      'removes a failed pod beside a running one',
      at('a', [current('p', { phase: 'Failed' }), current('q')]),
      [],
      ['p'],
    ],
    [
      'keeps the oldest of several',
      at('a', [current('young', { created: secondsAgo(5) }), current('old', { created: secondsAgo(50) })]),
      [],
      ['young'],
    ],
    [
      'keeps one with a node before an older one without',
      at('a', [
        current('waiting', { created: secondsAgo(50), node: '' }),
        current('placed', { created: secondsAgo(5) }),
      ]),
      [],
      ['waiting'],
    ],
    [
      'does not remove a terminating pod twice',
      at('a', [current('p', { terminating: true })], { mayStay: false }),
      [],
      [],
    ],
  ])('%s', (_, place, create, remove) => {
    expect(shown(planPlacement(facts(daemonSet(), place)))).toEqual({ create, remove })
  })

  it('goes over all nodes', () => {
    const nodes = [at('a', []), at('b', [current('p')], { mayStay: false }), at('c', [])]
    expect(shown(planPlacement(facts(daemonSet(), ...nodes)))).toEqual({ create: ['a', 'c'], remove: ['p'] })
  })

  it('removes an old pod in a surge once the new one is available', () => {
    const set = rolling({ maxSurge: 1 })
    const unready = at('a', [old('o'), current('c', { ready: false })])
    expect(shown(planPlacement(facts(set, unready)))).toEqual({ create: [], remove: [] })
    expect(shown(planPlacement(facts(set, at('a', [old('o'), current('c')]))))).toEqual({ create: [], remove: ['o'] })
  })

  it('keeps at most one pod of each template in a surge', () => {
    const pods = [
      old('o1', { created: secondsAgo(40) }),
      old('o2', { created: secondsAgo(30) }),
      current('c1', { ready: false, created: secondsAgo(20) }),
      current('c2', { ready: false, created: secondsAgo(10) }),
    ]
    expect(shown(planPlacement(facts(rolling({ maxSurge: 1 }), at('a', pods))))).toEqual({
      create: [],
      remove: ['c2', 'o2'],
    })
  })
})

describe('the fit of a node', () => {
  const template = (spec: Partial<PodSpec> = {}): ReturnType<typeof templateOf> => ({
    ...templateOf(1),
    spec: { containers: [{ name: 'main' }], ...spec },
  })
  const taint = (key: string, effect: string): { key: string; effect: string } => ({ key, effect })

  it.each<[what: string, spec: Partial<PodSpec>, of: ReturnType<typeof node>, shouldRun: boolean, mayStay: boolean]>([
    ['any node', {}, node('a'), true, true],
    ['a node that it names', { nodeName: 'a' }, node('a'), true, true],
    ['another node than it names', { nodeName: 'b' }, node('a'), false, false],
    ['a node that it selects', { nodeSelector: { d: 'x' } }, node('a', { labels: { d: 'x' } }), true, true],
    ['a node that it does not select', { nodeSelector: { d: 'x' } }, node('a'), false, false],
    [
      'a node that is not ready',
      {},
      node('a', { taints: [taint('node.kubernetes.io/not-ready', 'NoExecute')] }),
      true,
      true,
    ],
    [
      'an unschedulable node',
      {},
      node('a', { taints: [taint('node.kubernetes.io/unschedulable', 'NoSchedule')] }),
      true,
      true,
    ],
    [
      'a node under pressure',
      {},
      node('a', { taints: [taint('node.kubernetes.io/disk-pressure', 'NoSchedule')] }),
      true,
      true,
    ],
    ['a tainted node', {}, node('a', { taints: [taint('own', 'NoSchedule')] }), false, true],
    ['a node that evicts', {}, node('a', { taints: [taint('own', 'NoExecute')] }), false, false],
    ['a node that rather has no pods', {}, node('a', { taints: [taint('own', 'PreferNoSchedule')] }), true, true],
    [
      'a tainted node that it tolerates',
      { tolerations: [{ operator: 'Exists' }] },
      node('a', { taints: [taint('own', 'NoExecute')] }),
      true,
      true,
    ],
    [
      'a node without network',
      {},
      node('a', { taints: [taint('node.kubernetes.io/network-unavailable', 'NoSchedule')] }),
      false,
      true,
    ],
    [
      'a node without network, on the host network',
      { hostNetwork: true },
      node('a', { taints: [taint('node.kubernetes.io/network-unavailable', 'NoSchedule')] }),
      true,
      true,
    ],
  ])('of %s', (_, spec, of, shouldRun, mayStay) => {
    expect(fitsNode(template(spec), of, vocabulary)).toEqual({ shouldRun, mayStay })
  })

  it('is bound to the node, beside all that the template asks for', () => {
    const matchExpressions = [{ key: 'd', operator: 'Exists' }]
    const affinity = {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] } },
    }
    const { spec } = daemonTemplate(template({ affinity, tolerations: [{ key: 'own' }] }), 'a', vocabulary)
    expect(spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms).toEqual([
      { matchExpressions, matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] },
    ])
    expect(spec?.tolerations?.[0]).toEqual({ key: 'own' })
    expect(spec?.tolerations).toHaveLength(7)
    expect(daemonNodeOf({ metadata: {}, ...(spec ? { spec } : {}) })).toBe('a')
  })

  it('is read from the pod: its node, its affinity, or none', () => {
    expect(daemonNodeOf(pod('p', { node: 'b' }))).toBe('b')
    expect(daemonNodeOf(pod('p'))).toBe('')
  })
})

describe('the pods of nodes', () => {
  it('are grouped by node, and a pod of an unknown node should not be there', () => {
    const grouped = podsByNode(
      [node('a'), node('b')],
      [pod('p', { node: 'a' }), pod('q', { node: 'a' }), pod('r', { node: 'gone' })],
      ({ metadata }) => ({ shouldRun: metadata.name === 'a', mayStay: true }),
    )
    expect(grouped.map((one) => ({ ...one, pods: namesOf(one.pods) }))).toEqual([
      { name: 'a', shouldRun: true, mayStay: true, pods: ['p', 'q'] },
      { name: 'b', shouldRun: false, mayStay: true, pods: [] },
      { name: 'gone', shouldRun: false, mayStay: false, pods: ['r'] },
    ])
  })
})

describe('the status of a daemon set', () => {
  it('counts nodes', () => {
    const nodes = [
      at('a', [current('p')]),
      at('b', [old('q')]),
      at('c', [current('r', { ready: false })]),
      at('d', [current('s', { phase: 'Failed' })]),
      at('e', []),
      at('f', [current('t')], { shouldRun: false }),
      at('g', [], { shouldRun: false }),
    ]
    expect(daemonSetStatus(facts(daemonSet(), ...nodes))).toEqual({
      desiredNumberScheduled: 5,
      currentNumberScheduled: 4,
      numberMisscheduled: 1,
      numberReady: 2,
      numberAvailable: 2,
      numberUnavailable: 3,
      updatedNumberScheduled: 2,
      observedGeneration: 4,
    })
  })

  it('counts a node with two pods once, and available pods by minReadySeconds', () => {
    const set = daemonSet({ minReadySeconds: 60 })
    const nodes = [
      at('a', [old('o'), current('c', { readySince: secondsAgo(5) })]),
      at('b', [current('d', { readySince: secondsAgo(5) })]),
    ]
    expect(daemonSetStatus(facts(set, ...nodes))).toMatchObject({
      numberReady: 2,
      numberAvailable: 1,
      updatedNumberScheduled: 2,
    })
  })

  it('keeps collision count and conditions', () => {
    const conditions = [{ type: 'X', status: 'True' }]
    const status = { ...daemonSetStatus(facts(daemonSet())), collisionCount: 2, conditions }
    expect(daemonSetStatus(facts({ ...daemonSet(), status }))).toMatchObject({ collisionCount: 2, conditions })
  })
})
