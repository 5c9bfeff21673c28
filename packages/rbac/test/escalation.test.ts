import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary } from '@pinnace/meta'
import type { PolicyRule } from '@pinnace/authz'
import {
  compactRules,
  createEscalationChecks,
  createRbacAuthorizer,
  describeRule,
  uncoveredRules,
  type ClusterRole,
  type EscalationChecks,
  type RbacObjects,
  type RbacResource,
} from '../src/index.ts'
import { aggregated, binding, clusterBinding, clusterRole, indexFrom, paths, role, rule, user } from './policy.ts'

const alice = user('alice', 'team', 'system:authenticated')

describe('uncoveredRules', () => {
  const cases: readonly (readonly [title: string, held: PolicyRule[], wanted: PolicyRule[], missing: PolicyRule[]])[] =
    [
      ['the same', [rule('get', 'core', 'pods')], [rule('get', 'core', 'pods')], []],
      ['nothing wanted', [], [], []],
      ['nothing held', [], [rule('get', 'core', 'pods')], [rule('get', 'core', 'pods')]],
      [
        'a verb more',
        [rule('get', 'core', 'pods')],
        [rule('get,list', 'core', 'pods')],
        [rule('list', 'core', 'pods')],
      ],
      [
        'a group more',
        [rule('get', 'core', 'pods')],
        [rule('get', 'core,apps', 'pods')],
        [rule('get', 'apps', 'pods')],
      ],
      [
        'a resource more',
        [rule('get', 'core', 'pods')],
        [rule('get', 'core', 'pods,nodes')],
        [rule('get', 'core', 'nodes')],
      ],
      [
        'held in pieces',
        [rule('get', 'core', 'pods'), rule('list', 'core', 'pods')],
        [rule('list,get', 'core', 'pods')],
        [],
      ],
      ['every verb held', [rule('*', 'core', 'pods')], [rule('get,x', 'core', 'pods')], []],
      [
        'every verb wanted',
        [rule('get,list', 'core', 'pods')],
        [rule('*', 'core', 'pods')],
        [rule('*', 'core', 'pods')],
      ],
      ['every group held', [rule('get', '*', 'pods')], [rule('get', 'core,apps', 'pods')], []],
      [
        'every group wanted',
        [rule('get', 'core,apps', 'pods')],
        [rule('get', '*', 'pods')],
        [rule('get', '*', 'pods')],
      ],
      ['every resource held', [rule('get', 'core', '*')], [rule('get', 'core', 'pods,pods/log,*/scale')], []],
      [
        'every resource wanted',
        [rule('get', 'core', 'pods,*/scale')],
        [rule('get', 'core', '*')],
        [rule('get', 'core', '*')],
      ],
      [
        'a subresource of everything held',
        [rule('get', 'core', '*/scale')],
        [rule('get', 'core', 'pods/scale,*/scale')],
        [],
      ],
      [
        'a subresource of everything wanted',
        [rule('get', 'core', 'pods/scale')],
        [rule('get', 'core', '*/scale')],
        [rule('get', 'core', '*/scale')],
      ],
      [
        'a resource is not its subresource',
        [rule('get', 'core', 'pods')],
        [rule('get', 'core', 'pods/log')],
        [rule('get', 'core', 'pods/log')],
      ],
      [
        'nor a subresource its resource',
        [rule('get', 'core', '*/log')],
        [rule('get', 'core', 'log')],
        [rule('get', 'core', 'log')],
      ],
      ['every name held', [rule('get', 'core', 'pods')], [rule('get', 'core', 'pods', 'a')], []],
      [
        'every name wanted',
        [rule('get', 'core', 'pods', 'a')],
        [rule('get', 'core', 'pods')],
        [rule('get', 'core', 'pods')],
      ],
      [
        'a name more',
        [rule('get', 'core', 'pods', 'a')],
        [rule('get', 'core', 'pods', 'a,b')],
        [rule('get', 'core', 'pods', 'b')],
      ],
      [
        'names in pieces',
        [rule('get', 'core', 'pods', 'a'), rule('get', 'core', 'pods', 'b')],
        [rule('get', 'core', 'pods', 'b,a')],
        [],
      ],
      ['a path', [paths('get', '/a')], [paths('get', '/a,/b')], [paths('get', '/b')]],
      ['paths below held', [paths('get', '/a/*')], [paths('get', '/a/b,/a/b/*,/a/*,/a')], [paths('get', '/a')]],
      ['every path held', [paths('get', '*')], [paths('get', '/a,*,/b/*')], []],
      ['every path wanted', [paths('get', '/*')], [paths('get', '*')], [paths('get', '*')]],
      ['a verb on a path', [paths('get', '/a')], [paths('get,post', '/a')], [paths('post', '/a')]],
      ['resources hold no paths', [rule('*', '*', '*')], [paths('get', '/a')], [paths('get', '/a')]],
      ['paths hold no resources', [paths('*', '*')], [rule('get', 'core', 'pods')], [rule('get', 'core', 'pods')]],
      ['no verbs wanted', [], [rule('', 'core', 'pods')].map((empty) => ({ ...empty, verbs: [] })), []],
    ]

  it.each(cases)('%s', (_, held, wanted, missing) => expect(uncoveredRules(held, wanted)).toEqual(missing))
})

describe('compactRules', () => {
  it('joins the verbs on one resource', () => {
    expect(
      compactRules([
        rule('get', 'core', 'pods'),
        paths('get', '/a'),
        rule('get', 'core', 'pods', 'x'),
        rule('list', 'core', 'pods'),
        rule('list', 'core', 'pods', 'x'),
        rule('get', 'apps', 'pods'),
      ]).map(describeRule),
    ).toEqual([
      '{NonResourceURLs:["/a"], Verbs:["get"]}',
      '{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}',
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["x"], Verbs:["get" "list"]}',
      '{APIGroups:["apps"], Resources:["pods"], Verbs:["get"]}',
    ])
  })
})

type AnyObject = RbacObjects[RbacResource]

function checks(...objects: AnyObject[]): EscalationChecks {
  const index = indexFrom(...objects)
  return createEscalationChecks({ vocabulary: kubernetesVocabulary, index, authorize: createRbacAuthorizer(index) })
}

const held = [
  role('n', 'mine', [rule('get,list', 'core', 'pods')]),
  binding('n', 'mine', 'Role mine', 'User alice'),
  clusterRole('wide', [rule('get', 'core', 'nodes')]),
  clusterBinding('wide', 'wide', 'Group team'),
]

describe('ruleEscalation', () => {
  const write = (next: ClusterRole, live?: ClusterRole) => ({
    user: alice,
    namespace: next.metadata.namespace ?? '',
    requestName: live?.metadata.name ?? '',
    next,
    ...(live === undefined ? {} : { live }),
  })

  it('allows a role with rules that the user holds there', async () => {
    const { ruleEscalation } = checks(...held)
    const next = role('n', 'x', [rule('get', 'core', 'pods,nodes'), rule('list', 'core', 'pods', 'a')])
    expect(await ruleEscalation('roles', write(next))).toBeUndefined()
    expect(
      await ruleEscalation('clusterroles', write(clusterRole('x', [rule('get', 'core', 'nodes')]))),
    ).toBeUndefined()
    expect(await ruleEscalation('roles', write(role('n', 'x', [])))).toBeUndefined()
  })

  it('refuses rules that the user does not hold, and lists them', async () => {
    const { ruleEscalation } = checks(...held)
    const next = role('n', 'x', [
      rule('watch,get,delete', 'core', 'pods'),
      paths('get', '/metrics'),
      rule('get', 'apps', 'deployments', 'a,b'),
    ])
    const refusal = await ruleEscalation('roles', write(next))
    expect(refusal).toMatchObject({
      code: 403,
      reason: 'Forbidden',
      details: { name: 'x', group: 'rbac.authorization.k8s.io', kind: 'roles' },
      message:
        'roles.rbac.authorization.k8s.io "x" is forbidden: user "alice" (groups=["team" "system:authenticated"]) is ' +
        'attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["pods"], Verbs:["watch" "delete"]}\n' +
        '{APIGroups:["apps"], Resources:["deployments"], ResourceNames:["a"], Verbs:["get"]}\n' +
        '{APIGroups:["apps"], Resources:["deployments"], ResourceNames:["b"], Verbs:["get"]}\n' +
        '{NonResourceURLs:["/metrics"], Verbs:["get"]}',
    })
  })

  it('counts rules held in the cluster for a cluster role, and also those in the namespace for a role', async () => {
    const { ruleEscalation } = checks(...held)
    const pods = [rule('get', 'core', 'pods')]
    expect(await ruleEscalation('clusterroles', write(clusterRole('x', pods)))).toMatchObject({ code: 403 })
    expect(await ruleEscalation('roles', write(role('m', 'x', pods)))).toMatchObject({ code: 403 })
  })

  it('mentions the missing roles of the user', async () => {
    const { ruleEscalation } = checks(
      clusterBinding('a', 'gone', 'User alice'),
      clusterBinding('b', 'lost', 'User alice'),
    )
    const refusal = await ruleEscalation('clusterroles', write(clusterRole('x', [rule('get', 'core', 'pods')])))
    expect(refusal?.message).toContain(
      '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}; resolution errors: ' +
        '[[clusterrole.rbac.authorization.k8s.io "gone" not found, clusterrole.rbac.authorization.k8s.io "lost" not found]]',
    )
  })

  it('allows the privileged group, and users who may escalate', async () => {
    const next = role('n', 'x', [rule('*', '*', '*')])
    const master = { ...write(next), user: user('root', 'system:masters') }
    expect(await checks().ruleEscalation('roles', master)).toBeUndefined()
    const escalate = (resources: string, names = ''): EscalationChecks =>
      checks(
        clusterRole('e', [rule('escalate', 'rbac.authorization.k8s.io', resources, names)]),
        clusterBinding('e', 'e', 'User alice'),
      )
    expect(await escalate('roles').ruleEscalation('roles', write(next))).toBeUndefined()
    expect(await escalate('clusterroles').ruleEscalation('roles', write(next))).toMatchObject({ code: 403 })
    // A create by POST has no name in its path, so a name in the rule never matches it.
    expect(await escalate('roles', 'x').ruleEscalation('roles', write(next))).toMatchObject({ code: 403 })
    expect(await escalate('roles', 'x').ruleEscalation('roles', write(next, role('n', 'x', [])))).toBeUndefined()
  })

  it('requires every permission for an aggregation rule', async () => {
    const message =
      'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule'
    const next = aggregated('sum', { a: 'b' })
    const everything = [
      clusterRole('all', [rule('*', '*', '*'), paths('*', '*')]),
      clusterBinding('all', 'all', 'User alice'),
    ]
    expect(await checks(...held).ruleEscalation('clusterroles', write(next))).toMatchObject({ message })
    expect(await checks(...held).ruleEscalation('clusterroles', write(clusterRole('sum', []), next))).toMatchObject({
      message,
    })
    expect(await checks(...everything).ruleEscalation('clusterroles', write(next))).toBeUndefined()
  })

  it('allows an update that changes only owner references and finalizers', async () => {
    const live = role('n', 'x', [rule('*', '*', '*')])
    const next = { ...live, metadata: { ...live.metadata, finalizers: [], ownerReferences: [] } }
    const finalized = { ...live, metadata: { ...live.metadata, finalizers: ['example.dev/f'] } }
    const labelled = { ...live, metadata: { ...live.metadata, labels: { a: 'b' } } }
    expect(await checks().ruleEscalation('roles', write(next, finalized))).toBeUndefined()
    expect(await checks().ruleEscalation('roles', write(labelled, live))).toMatchObject({ code: 403 })
  })
})

describe('bindingEscalation', () => {
  const write = (next: ReturnType<typeof binding>, live?: ReturnType<typeof binding>) => ({
    user: alice,
    namespace: next.metadata.namespace ?? '',
    requestName: '',
    next,
    ...(live === undefined ? {} : { live }),
  })

  it('refuses roles of other kinds before the object is validated', async () => {
    const { bindingEscalation } = checks(...held)
    const next = binding('n', 'b', 'Role mine', 'User bob')
    const error = await bindingEscalation(
      'rolebindings',
      write({ ...next, roleRef: { ...next.roleRef, kind: 'Nope' } }),
    )
    expect([error?.code, error?.message]).toEqual([500, 'unsupported role reference kind: "Nope"'])
  })

  it('allows a binding to a role whose rules the user holds', async () => {
    const { bindingEscalation } = checks(...held)
    expect(await bindingEscalation('rolebindings', write(binding('n', 'b', 'Role mine', 'User bob')))).toBeUndefined()
    expect(
      await bindingEscalation('rolebindings', write(binding('m', 'b', 'ClusterRole wide', 'User bob'))),
    ).toBeUndefined()
    expect(
      await bindingEscalation('clusterrolebindings', write(clusterBinding('b', 'wide', 'User bob'))),
    ).toBeUndefined()
  })

  it('refuses a binding to a role whose rules the user does not hold', async () => {
    const { bindingEscalation } = checks(...held, clusterRole('admin', [rule('get', 'core', 'secrets')]))
    expect(
      await bindingEscalation('rolebindings', write(binding('n', 'b', 'ClusterRole admin', 'User alice'))),
    ).toMatchObject({
      code: 403,
      message:
        'rolebindings.rbac.authorization.k8s.io "b" is forbidden: user "alice" (groups=["team" "system:authenticated"]) ' +
        'is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
    })
    expect(
      await bindingEscalation('clusterrolebindings', write(clusterBinding('b', 'admin', 'User alice'))),
    ).toMatchObject({
      details: { kind: 'clusterrolebindings' },
    })
  })

  it('refuses a binding to a role that does not exist', async () => {
    const { bindingEscalation } = checks(...held)
    expect(await bindingEscalation('rolebindings', write(binding('n', 'b', 'Role gone', 'User bob')))).toMatchObject({
      code: 404,
      message: 'rolebindings.rbac.authorization.k8s.io "gone" not found',
    })
    expect(await bindingEscalation('rolebindings', write(binding('m', 'b', 'Role mine', 'User bob')))).toMatchObject({
      code: 404,
    })
  })

  it('allows users who may bind the role, in the namespace where they may', async () => {
    const { bindingEscalation } = checks(
      clusterRole('admin', [rule('*', '*', '*')]),
      role('n', 'binder', [rule('bind', 'rbac.authorization.k8s.io', 'clusterroles', 'admin,gone')]),
      binding('n', 'binder', 'Role binder', 'User alice'),
    )
    const give = (namespace: string, name: string) => write(binding(namespace, 'b', `ClusterRole ${name}`, 'User bob'))
    expect(await bindingEscalation('rolebindings', give('n', 'admin'))).toBeUndefined()
    expect(await bindingEscalation('rolebindings', give('n', 'gone'))).toBeUndefined()
    expect(await bindingEscalation('rolebindings', give('m', 'admin'))).toMatchObject({ code: 403 })
    expect(
      await bindingEscalation('clusterrolebindings', write(clusterBinding('b', 'admin', 'User bob'))),
    ).toMatchObject({
      code: 403,
    })
  })

  it('counts the rules that an aggregated role collects', async () => {
    const { bindingEscalation } = checks(
      ...held,
      aggregated('sum', { to: 'sum' }),
      clusterRole('part', [rule('get', 'core', 'secrets')], { to: 'sum' }),
    )
    expect(await bindingEscalation('clusterrolebindings', write(clusterBinding('b', 'sum', 'User bob')))).toMatchObject(
      {
        code: 403,
      },
    )
  })

  it('refuses where an authorizer fails, and reports its error', async () => {
    const index = indexFrom(clusterRole('admin', [rule('*', '*', '*')]))
    const failure = new Error('no connection')
    const authorize = (): never => {
      throw failure
    }
    const reported: unknown[] = []
    const { bindingEscalation } = createEscalationChecks({
      vocabulary: kubernetesVocabulary,
      index,
      authorize,
      onError: (error, { verb, resource, name }) => reported.push([error, verb, resource, name]),
    })
    expect(
      await bindingEscalation('clusterrolebindings', write(clusterBinding('b', 'admin', 'User bob'))),
    ).toMatchObject({
      code: 403,
    })
    expect(reported).toEqual([[failure, 'bind', 'clusterroles', 'admin']])
  })
})
