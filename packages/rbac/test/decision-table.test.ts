import { createRbacAuthorizer } from '../src/index.ts'
import { describe, expect, it } from 'vitest'

import { binding, clusterBinding, clusterRole, indexFrom, paths, request, role, rule, user } from './policy.ts'

const readers = ['get', 'list', 'watch']

/** One rule, given to alice everywhere; what it allows and what it does not. */
const rules: readonly (readonly [
  title: string,
  rule: ReturnType<typeof rule>,
  allowed: string[],
  refused: string[],
])[] = [
  [
    'a verb, a resource',
    rule('get', 'core', 'pods'),
    ['get pods', 'get pods@n', 'get pods x', 'get pods x@n'],
    [
      'list pods',
      'watch pods',
      'create pods',
      'Get pods',
      'get pods/log',
      'get pods/log x@n',
      'get pod',
      'get secrets',
      'get apps:pods',
      'get /pods',
      '* pods',
    ],
  ],
  [
    'several verbs',
    rule('get,list,watch', 'core', 'configmaps'),
    readers.map((verb) => `${verb} configmaps@n`),
    [
      'create configmaps',
      'update configmaps x',
      'patch configmaps x',
      'delete configmaps x',
      'deletecollection configmaps',
    ],
  ],
  [
    'every verb',
    rule('*', 'core', 'configmaps'),
    ['get configmaps', 'deletecollection configmaps', 'impersonate configmaps', 'anything configmaps', '* configmaps'],
    ['get secrets', 'get apps:configmaps', 'get configmaps/x'],
  ],
  [
    'several groups',
    rule('get', 'apps,batch', 'jobs,deployments'),
    ['get apps:deployments', 'get batch:jobs', 'get apps:jobs', 'get batch:deployments'],
    ['get deployments', 'get extensions:deployments', 'get apps:replicasets'],
  ],
  [
    'every group',
    rule('get', '*', 'pods'),
    ['get pods', 'get apps:pods', 'get example.dev:pods'],
    ['get nodes', 'list pods', 'get pods/status'],
  ],
  [
    'the core group is the empty one only',
    rule('get', 'core', 'deployments'),
    ['get deployments'],
    ['get apps:deployments', 'get core:deployments'],
  ],
  [
    'a resource and a subresource are two things',
    rule('get', 'core', 'pods,pods/log'),
    ['get pods x@n', 'get pods/log x@n'],
    ['get pods/exec x@n', 'get pods/status x@n', 'create pods/log x@n'],
  ],
  [
    'a subresource alone',
    rule('update', 'core', 'pods/status'),
    ['update pods/status x@n'],
    ['update pods x@n', 'update nodes/status x', 'update pods/scale x@n'],
  ],
  [
    'a subresource of everything',
    rule('get,update', '*', '*/scale'),
    ['get apps:deployments/scale x@n', 'update apps:replicasets/scale x@n', 'get example.dev:widgets/scale x'],
    ['get apps:deployments x@n', 'get apps:deployments/status x@n', 'patch apps:deployments/scale x@n', 'get scale'],
  ],
  [
    'a resource and every subresource is no pattern',
    rule('get', 'core', 'pods/*'),
    ['get pods/* x'],
    ['get pods', 'get pods/log x', 'get pods/status x'],
  ],
  [
    'every resource, subresources included',
    rule('get', 'core', '*'),
    ['get pods', 'get pods/log x@n', 'get nodes', 'get anything/else x'],
    ['get apps:deployments', 'list pods', 'get /', 'get /api'],
  ],
  [
    'everything of everything',
    rule('*', '*', '*'),
    ['get pods', 'delete apps:deployments/scale x@n', 'escalate rbac.authorization.k8s.io:roles x@n', 'use x:y z'],
    ['get /', 'get /healthz', 'post /metrics'],
  ],
  [
    'a name',
    rule('get,update,list,create,deletecollection', 'core', 'secrets', 'a'),
    ['get secrets a', 'update secrets a@n', 'list secrets a@n'],
    [
      'get secrets b',
      'get secrets',
      'list secrets@n',
      'create secrets@n',
      'deletecollection secrets@n',
      'get secrets aa',
      'get secrets A',
    ],
  ],
  [
    'several names',
    rule('get', 'core', 'secrets', 'a,b'),
    ['get secrets a', 'get secrets b@n'],
    ['get secrets c', 'get secrets', 'get secrets a,b'],
  ],
  [
    'a name that is a star is that name',
    rule('get', 'core', 'secrets', '*'),
    ['get secrets *'],
    ['get secrets a', 'get secrets'],
  ],
  [
    'a name on a subresource',
    rule('create', 'core', 'serviceaccounts/token', 'robot'),
    ['create serviceaccounts/token robot@n'],
    ['create serviceaccounts/token other@n', 'create serviceaccounts robot@n'],
  ],
  [
    'a signer',
    rule('approve', 'certificates.k8s.io', 'signers', 'example.dev/*'),
    ['approve certificates.k8s.io:signers example.dev/*'],
    ['approve certificates.k8s.io:signers example.dev/a', 'sign certificates.k8s.io:signers example.dev/*'],
  ],
  [
    'impersonation of a group',
    rule('impersonate', 'core', 'groups', 'developers'),
    ['impersonate groups developers'],
    ['impersonate groups system:masters', 'impersonate users developers'],
  ],
  [
    'a path',
    paths('get', '/healthz'),
    ['get /healthz'],
    ['get /healthz/', 'get /healthz/ping', 'get /', 'head /healthz', 'post /healthz', 'get healthz'],
  ],
  [
    'paths below a path',
    paths('get', '/healthz/*'),
    ['get /healthz/', 'get /healthz/ping', 'get /healthz/a/b'],
    ['get /healthz', 'get /healthzz', 'get /health'],
  ],
  [
    'a beginning of paths',
    paths('get', '/api*'),
    ['get /api', 'get /apis', 'get /api/v1', 'get /apis/apps'],
    ['get /ap', 'get /version', 'get pods'],
  ],
  ['trailing stars are one', paths('get', '/x/**'), ['get /x/', 'get /x/y', 'get /x/**'], ['get /x', 'get /y/x/']],
  ['a star within a path is a character', paths('get', '/x/*/y'), ['get /x/*/y'], ['get /x/a/y', 'get /x//y']],
  [
    'every path',
    paths('get,post', '*'),
    ['get /', 'post /metrics', 'get /a/b/c'],
    ['delete /', 'get pods', 'get nodes'],
  ],
  ['every verb on a path', paths('*', '/logs'), ['get /logs', 'delete /logs', 'options /logs'], ['get /logs/']],
  ['no verbs', { ...rule('get', 'core', 'pods'), verbs: [] }, [], ['get pods', '* pods', ' pods']],
  ['no groups', { verbs: ['get'], resources: ['pods'] }, [], ['get pods', 'get apps:pods']],
  ['no resources', { verbs: ['get'], apiGroups: [''] }, [], ['get pods', 'get /', 'get ']],
  [
    'words that JavaScript knows',
    rule('constructor', '__proto__', 'toString', 'hasOwnProperty'),
    ['constructor __proto__:toString hasOwnProperty'],
    ['get pods', 'constructor __proto__:toString valueOf', 'get toString'],
  ],
]

describe('a rule', () => {
  const alice = user('alice')
  const cases = rules.flatMap(([title, held, allowed, refused]) => [
    ...allowed.map((text) => ({ title, held, text, effect: 'allow' })),
    ...refused.map((text) => ({ title, held, text, effect: 'noOpinion' })),
  ])

  it('is tried in more than 120 ways', () => expect(cases.length).toBeGreaterThan(120))

  it.each(cases)('$title: $text – $effect', ({ held, text, effect }) => {
    const authorize = createRbacAuthorizer(indexFrom(clusterRole('r', [held]), clusterBinding('b', 'r', 'User alice')))
    expect(authorize(request(alice, text))).toMatchObject({ effect })
  })
})

describe('a subject', () => {
  const robot = 'system:serviceaccount:space:robot'
  const cases: readonly (readonly [subject: string, username: string, groups: string[], isAllowed: boolean])[] = [
    ['User alice', 'alice', [], true],
    ['User alice', 'Alice', [], false],
    ['User alice', 'bob', ['alice'], false],
    ['User *', 'alice', [], false],
    ['User *', '*', [], true],
    ['Group team', 'alice', ['team'], true],
    ['Group team', 'alice', ['other', 'team'], true],
    ['Group team', 'team', [], false],
    ['Group team', 'alice', ['teams'], false],
    ['Group *', 'alice', ['team'], false],
    ['Group system:authenticated', 'alice', ['system:authenticated'], true],
    ['Group system:authenticated', 'system:anonymous', ['system:unauthenticated'], false],
    ['Group __proto__', 'alice', ['__proto__'], true],
    ['User constructor', 'alice', ['constructor'], false],
    ['ServiceAccount robot/space', robot, [], true],
    ['ServiceAccount robot/other', robot, [], false],
    ['ServiceAccount other/space', robot, [], false],
    ['ServiceAccount robot/space', 'robot', ['space'], false],
    [`User ${robot}`, robot, [], true],
    [`Group ${robot}`, robot, [], false],
    ['ServiceAccount robot', robot, [], false],
    ['Group system:serviceaccounts:space', robot, ['system:serviceaccounts:space'], true],
    ['Robot alice', 'alice', ['alice'], false],
  ]

  it.each(cases)('%s, of a cluster role binding, is user %s in %j: %s', (text, username, groups, isAllowed) => {
    const index = indexFrom(clusterRole('r', [rule('get', 'core', 'pods')]), clusterBinding('b', 'r', text))
    const { effect } = createRbacAuthorizer(index)(request(user(username, ...groups), 'get pods@n')) as {
      effect: string
    }
    expect(effect).toBe(isAllowed ? 'allow' : 'noOpinion')
  })

  it.each([
    ['ServiceAccount robot', 'system:serviceaccount:space:robot', 'space', 'allow'],
    ['ServiceAccount robot', 'system:serviceaccount:other:robot', 'space', 'noOpinion'],
    ['ServiceAccount robot/other', 'system:serviceaccount:other:robot', 'space', 'allow'],
    ['ServiceAccount robot/other', 'system:serviceaccount:space:robot', 'space', 'noOpinion'],
    ['ServiceAccount robot', 'system:serviceaccount:space:robot', 'other', 'noOpinion'],
    ['User alice', 'alice', 'space', 'allow'],
    ['User alice', 'alice', 'other', 'noOpinion'],
    ['User alice', 'alice', '', 'noOpinion'],
  ])('%s, of a role binding in space, is %s in %j: %s', (text, username, namespace, effect) => {
    const index = indexFrom(
      clusterRole('r', [rule('get', 'core', 'pods')]),
      binding('space', 'b', 'ClusterRole r', text),
    )
    expect(createRbacAuthorizer(index)(request(user(username), `get pods@${namespace}`))).toMatchObject({ effect })
  })
})

describe('a scope', () => {
  const index = indexFrom(
    clusterRole('wide', [rule('get', 'core', 'pods'), rule('get', 'core', 'nodes'), paths('get', '/metrics')]),
    role('a', 'narrow', [rule('get', 'core', 'secrets')]),
    role('b', 'narrow', [rule('get', 'core', 'services')]),
    binding('a', 'one', 'ClusterRole wide', 'User alice'),
    binding('a', 'two', 'Role narrow', 'User alice'),
    clusterBinding('three', 'wide', 'User bob'),
    { ...clusterBinding('four', 'narrow', 'User carol'), roleRef: { kind: 'Role', name: 'narrow' } },
  )
  const authorize = createRbacAuthorizer(index)

  it.each([
    ['alice', 'get pods@a', 'allow'],
    ['alice', 'get pods@b', 'noOpinion'],
    ['alice', 'get pods', 'noOpinion'],
    ['alice', 'get nodes', 'noOpinion'],
    ['alice', 'get nodes@a', 'allow'],
    ['alice', 'get /metrics', 'noOpinion'],
    ['alice', 'get secrets@a', 'allow'],
    ['alice', 'get secrets@b', 'noOpinion'],
    ['alice', 'get services@a', 'noOpinion'],
    ['alice', 'get services@b', 'noOpinion'],
    ['bob', 'get pods@a', 'allow'],
    ['bob', 'get pods@b', 'allow'],
    ['bob', 'get pods', 'allow'],
    ['bob', 'get nodes', 'allow'],
    ['bob', 'get /metrics', 'allow'],
    ['bob', 'get secrets@a', 'noOpinion'],
    ['carol', 'get secrets@a', 'noOpinion'],
    ['carol', 'get services@b', 'noOpinion'],
  ])('user %s: %s – %s', (username, text, effect) => {
    expect(authorize(request(user(username), text))).toMatchObject({ effect })
  })
})
