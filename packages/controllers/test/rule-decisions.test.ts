import { createQuotaEvaluators, readAmounts } from '@pinnace/admission/quota'
import { kubernetesVocabulary, runAtOnce } from '@pinnace/meta'
import type { Pod, ResourceQuota, Service } from '@pinnace/types/core-v1'
import type { ClusterRole, PolicyRule } from '@pinnace/types/rbac-v1'
import { describe, expect, it } from 'vitest'
import { changedRules } from '../src/cluster-role-aggregation/aggregated-rules.ts'
import { isEqualQuantities } from '../src/resource-quota/equal-quantities.ts'
import { changesUsage, contentKinds, isUncounted } from '../src/resource-quota/quota-changes.ts'

const rule = (resource: string, more: Partial<PolicyRule> = {}): PolicyRule => ({
  apiGroups: [''],
  resources: [resource],
  verbs: ['get'],
  ...more,
})

describe('the rules of an aggregated role', () => {
  const part = (
    name: string,
    labels: Readonly<Record<string, string>>,
    ...rules: readonly PolicyRule[]
  ): ClusterRole => ({
    metadata: { name, labels },
    rules,
  })
  const whole: ClusterRole = {
    metadata: { name: 'whole', labels: { to: 'view' } },
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'edit' } }, { matchLabels: { to: 'view' } }] },
    rules: [rule('overwritten')],
  }
  const resourcesOf = (...roles: readonly ClusterRole[]): readonly (string | undefined)[] =>
    runAtOnce(changedRules(whole, [whole, ...roles]))?.map(({ resources }) => resources?.[0]) ?? []

  it('are in the order of its selectors, and then of the names of roles', () => {
    const roles = [
      part('b', { to: 'view' }, rule('b1'), rule('b2')),
      part('a', { to: 'view' }, rule('a1')),
      part('z', { to: 'edit' }, rule('z1')),
      part('other', {}, rule('o1')),
    ]
    expect(resourcesOf(...roles)).toEqual(['z1', 'a1', 'b1', 'b2'])
  })

  it('have each rule once, whatever members are absent or empty', () => {
    const roles = [
      part('a', { to: 'view' }, rule('pods')),
      part('b', { to: 'view' }, rule('pods', { resourceNames: [] })),
      part('c', { to: 'edit' }, rule('pods', { verbs: ['list'] })),
    ]
    expect(resourcesOf(...roles)).toEqual(['pods', 'pods'])
  })

  it('do not contain its own, also when its labels match', () => {
    expect(resourcesOf()).toEqual([])
  })

  it('are none without selectors, and of roles without rules', () => {
    const none: ClusterRole = { metadata: { name: 'x' }, rules: [rule('own')] }
    expect(runAtOnce(changedRules(none, [part('a', { to: 'view' }, rule('pods'))]))).toEqual([])
    expect(resourcesOf({ metadata: { name: 'empty', labels: { to: 'view' } } })).toEqual([])
  })

  it.each([
    ['the same rules', [rule('a')], [rule('a')], true],
    ['absent and empty members', [rule('a')], [rule('a', { nonResourceURLs: [] })], true],
    ['another order', [rule('a'), rule('b')], [rule('b'), rule('a')], false],
    ['one rule less', [rule('a'), rule('b')], [rule('a')], false],
    ['another verb', [rule('a')], [rule('a', { verbs: ['*'] })], false],
    ['another name', [rule('a')], [rule('a', { resourceNames: ['x'] })], false],
  ] as const)('are compared with %s', (_, left, right, equal) => {
    for (const [own, others] of [
      [left, right],
      [right, left],
    ] as const) {
      const role = { ...whole, rules: own }
      const expected = equal ? undefined : others
      expect(runAtOnce(changedRules(role, [part('a', { to: 'edit' }, ...others)]))).toEqual(expected)
    }
  })
})

describe('quantities', () => {
  it.each([
    [{ cpu: '1' }, { cpu: '1000m' }, true],
    [{ memory: '1Ki' }, { memory: '1024' }, true],
    [{ cpu: '1' }, { cpu: '2' }, false],
    [{ cpu: '1' }, { memory: '1' }, false],
    [{ cpu: '1' }, {}, false],
    [{}, {}, true],
  ] as const)('%j and %j are equal: %s', (left, right, equal) => {
    expect(isEqualQuantities(readAmounts(left), readAmounts(right))).toBe(equal)
  })
})

describe('a quota', () => {
  const evaluators = createQuotaEvaluators(kubernetesVocabulary)
  const quota = (hard: Readonly<Record<string, string>>, overrides: Partial<ResourceQuota> = {}): ResourceQuota => ({
    metadata: { name: 'q', namespace: 'team' },
    spec: { hard },
    ...overrides,
  })

  it.each([
    ['without a status', quota({ pods: '1' }), true],
    [
      'with the usage of all it limits',
      quota({ pods: '1' }, { status: { hard: { pods: '1' }, used: { pods: '0' } } }),
      false,
    ],
    ['whose limits have changed', quota({ pods: '2' }, { status: { hard: { pods: '1' }, used: { pods: '0' } } }), true],
    ['whose usage is missing', quota({ pods: '1' }, { status: { hard: { pods: '1' } } }), true],
    [
      'that limits what cannot be counted',
      quota({ 'example.dev/wheels': '1' }, { status: { hard: { 'example.dev/wheels': '1' } } }),
      false,
    ],
    ['without limits', quota({}), false],
  ] as const)('%s: whether it is uncounted', (_, one, uncounted) => {
    expect(isUncounted(one, evaluators)).toBe(uncounted)
  })

  const pod = (phase: string, cpu = '1', metadata: object = {}): Pod => ({
    metadata: { name: 'p', namespace: 'team', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
    status: { phase },
  })
  const service = (type: string): Service => ({
    metadata: { name: 's', namespace: 'team' },
    spec: { type, ports: [{ port: 80 }] },
  })
  const evaluatorOf = (resource: string) => {
    const found = evaluators.of({ group: '', resource })
    if (found === undefined) throw new Error(`${resource} has no evaluator`)
    return found
  }
  const nowMs = Date.parse('2030-01-01T00:00:00Z')

  it.each([
    ['a pod that finishes', { 'requests.cpu': '4' }, 'pods', pod('Running'), pod('Succeeded'), true],
    ['a pod that starts', { 'requests.cpu': '4' }, 'pods', pod('Pending'), pod('Running'), false],
    ['a pod that is resized', { 'requests.cpu': '4' }, 'pods', pod('Running', '1'), pod('Running', '2'), true],
    [
      'a pod that is resized, where another resource is limited',
      { 'requests.memory': '1Gi' },
      'pods',
      pod('Running', '1'),
      pod('Running', '2'),
      false,
    ],
    [
      'a pod that finishes, where services are limited',
      { services: '4' },
      'pods',
      pod('Running'),
      pod('Succeeded'),
      false,
    ],
    [
      'a service that becomes a load balancer',
      { 'services.loadbalancers': '1' },
      'services',
      service('ClusterIP'),
      service('LoadBalancer'),
      true,
    ],
    [
      'a service that becomes a load balancer, where all are counted',
      { services: '1' },
      'services',
      service('ClusterIP'),
      service('LoadBalancer'),
      false,
    ],
  ] as const)('may be affected by %s', (_, hard, resource, before, object, affected) => {
    expect(changesUsage({ quota: quota(hard), evaluator: evaluatorOf(resource), object, before, nowMs })).toBe(affected)
  })

  it('is not affected by an object outside its scopes', () => {
    const scoped = quota({ pods: '4' }, { spec: { hard: { pods: '4' }, scopes: ['BestEffort'] } })
    const change = { evaluator: evaluatorOf('pods'), before: pod('Running'), object: pod('Succeeded'), nowMs }
    expect(changesUsage({ ...change, quota: scoped })).toBe(false)
    expect(changesUsage({ ...change, quota: quota({ pods: '4' }) })).toBe(true)
  })

  it('knows kinds by their content that have an evaluator', () => {
    for (const { resource } of contentKinds) expect(evaluators.of(resource)).toBeDefined()
  })
})
