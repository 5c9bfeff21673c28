import { describe, expect, it } from 'vitest'
import { createRbacAuthorizer } from '../src/index.ts'
import { binding, clusterBinding, clusterRole, indexFrom, paths, request, role, rule, user } from './policy.ts'
import { rules } from './decision-rows.ts'

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
