import { describe, expect, it } from 'vitest'
import { platformVocabulary } from '@pinnace/meta'
import { createRbacAuthorizer, createRbacIndex, createRbacRuleResolver, explainRbac } from '../src/index.ts'
import {
  aggregated,
  binding,
  clusterBinding,
  clusterRole,
  feed,
  indexFrom,
  paths,
  request,
  role,
  rule,
  user,
} from './policy.ts'

const alice = user('alice', 'team')

describe('createRbacAuthorizer', () => {
  it('gives the binding, the role and the subject as the reason', () => {
    const index = indexFrom(
      clusterRole('reader', [rule('get', 'core', 'pods')]),
      role('n', 'writer', [rule('create', 'core', 'pods')]),
      clusterBinding('readers', 'reader', 'User bob', 'Group team', 'User alice'),
      binding('n', 'writers', 'Role writer', 'ServiceAccount robot', 'User alice'),
    )
    const authorize = createRbacAuthorizer(index)
    const reason = (text: string, who = alice): unknown => authorize(request(who, text))
    expect(reason('get pods@n')).toEqual({
      effect: 'allow',
      reason: 'RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "team"',
    })
    expect(reason('get pods', user('alice'))).toMatchObject({
      reason: 'RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to User "alice"',
    })
    expect(reason('create pods@n')).toMatchObject({
      reason: 'RBAC: allowed by RoleBinding "writers/n" of Role "writer" to User "alice"',
    })
    expect(reason('create pods@n', user('system:serviceaccount:n:robot'))).toMatchObject({
      reason: 'RBAC: allowed by RoleBinding "writers/n" of Role "writer" to ServiceAccount "robot/n"',
    })
    expect(reason('delete pods@n')).toEqual({ effect: 'noOpinion', reason: '' })
  })

  it('tries cluster role bindings first', () => {
    const index = indexFrom(
      clusterRole('reader', [rule('get', 'core', 'pods')]),
      binding('n', 'b', 'ClusterRole reader', 'User alice'),
      clusterBinding('a', 'reader', 'Group team'),
    )
    expect(createRbacAuthorizer(index)(request(alice, 'get pods@n'))).toMatchObject({
      reason: expect.stringContaining('ClusterRoleBinding "a"'),
    })
  })

  it('names the missing roles of bindings where nothing allows the request', () => {
    const index = indexFrom(
      clusterBinding('a', 'gone', 'User alice'),
      binding('n', 'b', 'Role lost', 'Group team'),
      binding('n', 'c', 'Role lost', 'User alice'),
    )
    const authorize = createRbacAuthorizer(index)
    expect(authorize(request(alice, 'get pods'))).toEqual({
      effect: 'noOpinion',
      reason: 'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found',
    })
    expect(authorize(request(alice, 'get pods@n'))).toMatchObject({
      reason:
        'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "lost" not found]',
    })
    feed(index, clusterRole('gone', [rule('get', 'core', 'pods')]))
    expect(authorize(request(alice, 'get pods'))).toMatchObject({ effect: 'allow' })
  })

  it('uses the group of its vocabulary', () => {
    const index = createRbacIndex(platformVocabulary)
    index.set('clusterrolebindings', clusterBinding('a', 'gone', 'User alice'))
    expect(createRbacAuthorizer(index)(request(alice, 'get pods'))).toMatchObject({
      reason: 'RBAC: clusterrole.rbac.authorization.platform.io "gone" not found',
    })
  })
})

describe('createRbacIndex', () => {
  const answers = (index: ReturnType<typeof indexFrom>, text: string): unknown =>
    (createRbacAuthorizer(index)(request(alice, text)) as { effect: string }).effect

  it('follows every change', () => {
    const index = indexFrom()
    expect(answers(index, 'get pods@n')).toBe('noOpinion')
    feed(index, binding('n', 'b', 'Role r', 'User alice'))
    expect(answers(index, 'get pods@n')).toBe('noOpinion')
    feed(index, role('n', 'r', [rule('get', 'core', 'pods')]))
    expect(answers(index, 'get pods@n')).toBe('allow')
    feed(index, role('n', 'r', [rule('list', 'core', 'pods')]))
    expect(answers(index, 'get pods@n')).toBe('noOpinion')
    expect(answers(index, 'list pods@n')).toBe('allow')
    feed(index, binding('n', 'b', 'Role r', 'User bob'))
    expect(answers(index, 'list pods@n')).toBe('noOpinion')
    feed(index, binding('n', 'b', 'Role r', 'User bob', 'Group team'))
    expect(answers(index, 'list pods@n')).toBe('allow')
    index.remove('roles', 'n', 'r')
    expect(answers(index, 'list pods@n')).toBe('noOpinion')
    feed(index, role('n', 'r', [rule('list', 'core', 'pods')]))
    index.remove('rolebindings', 'm', 'b')
    expect(answers(index, 'list pods@n')).toBe('allow')
    index.remove('rolebindings', 'n', 'b')
    expect(answers(index, 'list pods@n')).toBe('noOpinion')
  })

  it('keeps equal names of the cluster and of namespaces apart', () => {
    const index = indexFrom(
      clusterRole('r', [rule('get', 'core', 'pods')]),
      role('n', 'r', [rule('list', 'core', 'pods')]),
      clusterBinding('b', 'r', 'User alice'),
      binding('n', 'b', 'Role r', 'User alice'),
    )
    expect([answers(index, 'get pods@n'), answers(index, 'list pods@n')]).toEqual(['allow', 'allow'])
    index.remove('clusterrolebindings', '', 'b')
    expect([answers(index, 'get pods@n'), answers(index, 'list pods@n')]).toEqual(['noOpinion', 'allow'])
    index.remove('clusterroles', '', 'r')
    expect(answers(index, 'list pods@n')).toBe('allow')
  })

  it('ignores the removal of an unknown object', () => {
    const index = indexFrom()
    for (const resource of ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'] as const) {
      expect(() => index.remove(resource, 'n', 'x')).not.toThrow()
    }
  })

  it('accepts roles without rules and bindings without subjects', () => {
    const { subjects: _, ...empty } = clusterBinding('b', 'r')
    const index = indexFrom({ ...clusterRole('r', []), rules: null }, empty)
    expect(answers(index, 'get pods')).toBe('noOpinion')
  })
})

describe('an aggregated role', () => {
  const label = (name: string): Record<string, string> => ({ [`to-${name}`]: 'true' })
  const answers = (index: ReturnType<typeof indexFrom>, text: string): unknown =>
    (createRbacAuthorizer(index)(request(alice, text)) as { effect: string }).effect

  it('collects the rules of the roles its selectors match, also through aggregated roles', () => {
    const index = indexFrom(
      aggregated('top', label('top')),
      aggregated('middle', label('middle'), label('top')),
      clusterRole('leaf', [rule('get', 'core', 'pods')], label('middle')),
      clusterRole('other', [rule('get', 'core', 'secrets')]),
      clusterBinding('b', 'top', 'User alice'),
    )
    expect([answers(index, 'get pods'), answers(index, 'get secrets')]).toEqual(['allow', 'noOpinion'])
    feed(index, clusterRole('leaf', [rule('list', 'core', 'pods')], label('middle')))
    expect([answers(index, 'get pods'), answers(index, 'list pods')]).toEqual(['noOpinion', 'allow'])
    feed(index, clusterRole('other', [rule('get', 'core', 'secrets')], label('top')))
    expect(answers(index, 'get secrets')).toBe('allow')
    feed(index, clusterRole('other', [rule('get', 'core', 'secrets')]))
    expect(answers(index, 'get secrets')).toBe('noOpinion')
    index.remove('clusterroles', '', 'middle')
    expect(answers(index, 'list pods')).toBe('noOpinion')
    feed(index, aggregated('middle', label('middle'), label('top')))
    expect(answers(index, 'list pods')).toBe('allow')
    index.remove('clusterroles', '', 'leaf')
    expect(answers(index, 'list pods')).toBe('noOpinion')
  })

  it('does not contain the rules that are stored in it', () => {
    const stored = { ...aggregated('top', label('top')), rules: [rule('*', '*', '*')] }
    expect(answers(indexFrom(stored, clusterBinding('b', 'top', 'User alice')), 'get pods')).toBe('noOpinion')
  })

  it('can contain itself, directly or through others', () => {
    const index = indexFrom(
      aggregated('one', label('one'), { ...label('two'), ...label('one') }),
      aggregated('two', label('two'), label('one')),
      clusterRole('leaf', [rule('get', 'core', 'pods')], label('two')),
      clusterBinding('b', 'one', 'User alice'),
    )
    expect(answers(index, 'get pods')).toBe('allow')
    feed(index, clusterRole('leaf', [], label('two')))
    expect(answers(index, 'get pods')).toBe('noOpinion')
  })

  it('lists equal rules once, by selector and name', () => {
    const index = indexFrom(
      aggregated('top', label('top')),
      clusterRole('b', [rule('get', 'core', 'pods'), rule('get', 'core', 'nodes')], label('top')),
      clusterRole('a', [rule('get', 'core', 'services'), rule('get', 'core', 'pods')], label('top')),
    )
    expect(index.rulesOf({ kind: 'ClusterRole', name: 'top' }, '')?.map(({ resources }) => resources)).toEqual([
      ['services'],
      ['pods'],
      ['nodes'],
    ])
  })

  it('is empty with a malformed selector', () => {
    const bad = { ...aggregated('top', {}), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { '~': '~' } }] } }
    const index = indexFrom(
      bad,
      clusterRole('leaf', [rule('get', 'core', 'pods')]),
      clusterBinding('b', 'top', 'User alice'),
    )
    expect(answers(index, 'get pods')).toBe('noOpinion')
  })
})

describe('createRbacRuleResolver', () => {
  it('lists resources and paths separately, each binding once', () => {
    const index = indexFrom(
      clusterRole('r', [rule('get', 'core', 'pods', 'x'), paths('get', '/metrics')]),
      clusterBinding('b', 'r', 'User alice', 'Group team'),
      clusterBinding('c', 'gone', 'User alice'),
      role('n', 'm', [rule('list', 'apps', 'deployments')]),
      binding('n', 'd', 'Role m', 'Group team'),
    )
    expect(createRbacRuleResolver(index)(alice, 'n')).toEqual({
      resourceRules: [
        { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] },
        { verbs: ['list'], apiGroups: ['apps'], resources: ['deployments'] },
      ],
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }],
      incomplete: false,
      evaluationError: 'clusterrole.rbac.authorization.k8s.io "gone" not found',
    })
    expect(createRbacRuleResolver(index)(user('unknown'), 'n')).toMatchObject({
      resourceRules: [],
      evaluationError: '',
    })
  })
})

describe('explainRbac', () => {
  const index = indexFrom(
    role('n', 'reader', [rule('get', 'core', 'secrets'), rule('get,list', 'core', 'pods')]),
    binding('n', 'readers', 'Role reader', 'Group other', 'Group team'),
    clusterBinding('lost', 'gone', 'User alice'),
  )

  it('names the rule, the role, the binding and the subject that allow', () => {
    expect(explainRbac(index, request(alice, 'list pods@n'))).toEqual({
      isAllowed: true,
      reason: 'RBAC: allowed by RoleBinding "readers/n" of Role "reader" to Group "team"',
      rule: rule('get,list', 'core', 'pods'),
      role: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
      binding: { kind: 'RoleBinding', namespace: 'n', name: 'readers' },
      subject: { kind: 'Group', name: 'team', apiGroup: 'rbac.authorization.k8s.io' },
    })
  })

  it('names the missing rule, its scope, and rules that nearly match', () => {
    expect(explainRbac(index, request(alice, 'delete pods x@n'))).toEqual({
      isAllowed: false,
      missing: { verbs: ['delete'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] },
      namespace: 'n',
      bindings: [
        { kind: 'ClusterRoleBinding', namespace: '', name: 'lost' },
        { kind: 'RoleBinding', namespace: 'n', name: 'readers' },
      ],
      missingRoles: ['clusterrole.rbac.authorization.k8s.io "gone" not found'],
      near: [
        {
          rule: rule('get,list', 'core', 'pods'),
          role: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
          binding: { kind: 'RoleBinding', namespace: 'n', name: 'readers' },
          lacks: 'verb',
        },
      ],
    })
    expect(explainRbac(index, request(alice, 'get /metrics'))).toMatchObject({
      missing: { verbs: ['get'], nonResourceURLs: ['/metrics'] },
      near: [],
    })
  })
})
