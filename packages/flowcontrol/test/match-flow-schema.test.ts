import { parseRequestInfo } from '@pinnace/meta'
import type { FlowSchema, PolicyRulesWithSubjects, Subject } from '@pinnace/types/flowcontrol-v1'
import { describe, expect, it } from 'vitest'
import { distinguish, matchesFlowSchema } from '../src/match-flow-schema.ts'
import { everybody, schema, user } from './support.ts'

const pods = '/api/v1/namespaces/default/pods'
const account = (name: string): Subject => ({ kind: 'ServiceAccount', serviceAccount: { namespace: 'system', name } })
const matches = (
  flow: FlowSchema,
  username: string,
  target = pods,
  method = 'GET',
  groups: readonly string[] = [],
): boolean => matchesFlowSchema(flow, user(username, groups), parseRequestInfo(method, target))

describe('subjects', () => {
  it.each<[Subject, string, readonly string[], boolean]>([
    [{ kind: 'User', user: { name: 'jane' } }, 'jane', [], true],
    [{ kind: 'User', user: { name: 'jane' } }, 'joe', [], false],
    [{ kind: 'User', user: { name: '*' } }, 'joe', [], true],
    [{ kind: 'User' }, 'joe', [], false],
    [{ kind: 'Group', group: { name: 'devs' } }, 'joe', ['devs'], true],
    [{ kind: 'Group', group: { name: 'devs' } }, 'joe', ['ops'], false],
    [everybody, 'joe', [], true],
    [account('gc'), 'system:serviceaccount:system:gc', [], true],
    [account('gc'), 'system:serviceaccount:system:gc2', [], false],
    [account('*'), 'system:serviceaccount:system:any', [], true],
    [account('*'), 'system:serviceaccount:other:any', [], false],
    [{ kind: 'Robot' }, 'joe', [], false],
  ])('%j and %s in %j: %s', (subject, username, groups, expected) => {
    expect(matches(schema('s', 'a', [subject]), username, pods, 'GET', groups)).toBe(expected)
  })
})

describe('rules', () => {
  const rule = (more: object): FlowSchema =>
    schema('s', 'a', [everybody], { rules: [{ subjects: [everybody], ...more }] })
  const resources = (more: object): PolicyRulesWithSubjects['resourceRules'] => [
    { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'], namespaces: ['default'], ...more },
  ]
  it.each<[object, string, string, boolean]>([
    [{}, 'GET', pods, true],
    [{}, 'POST', pods, false],
    [{}, 'GET', '/api/v1/namespaces/other/pods', false],
    [{}, 'GET', '/api/v1/pods', false],
    [{ clusterScope: true }, 'GET', '/api/v1/pods', true],
    [{ namespaces: ['*'] }, 'GET', '/api/v1/namespaces/other/pods', true],
    [{}, 'GET', `${pods}/a/status`, false],
    [{ resources: ['pods/status'] }, 'GET', `${pods}/a/status`, true],
    [{ apiGroups: ['apps'] }, 'GET', pods, false],
    [
      { resources: ['*'], verbs: ['*'], apiGroups: ['*'] },
      'DELETE',
      '/apis/apps/v1/namespaces/default/deployments/a',
      true,
    ],
  ])('for resources with %j: %s %s is %s', (more, method, target, expected) => {
    expect(matches(rule({ resourceRules: resources(more) }), 'jane', target, method)).toBe(expected)
  })

  it.each([
    [['/healthz'], '/healthz', true],
    [['/healthz'], '/healthz/ping', false],
    [['/healthz/*'], '/healthz/ping', true],
    [['/healthz/*'], '/healthzz', false],
    [['*'], '/version', true],
    [['*'], pods, false],
  ])('for the paths %j: %s is %s', (nonResourceURLs, target, expected) => {
    expect(matches(rule({ nonResourceRules: [{ verbs: ['get'], nonResourceURLs }] }), 'jane', target)).toBe(expected)
  })
})

it.each([
  ['ByUser', 'jane'],
  ['ByNamespace', 'default'],
  [undefined, ''],
])('flows are told apart %s', (type, expected) => {
  const flow = schema(
    's',
    'a',
    [everybody],
    type === undefined ? { distinguisherMethod: undefined } : { distinguisherMethod: { type } },
  )
  expect(distinguish(flow, user('jane'), parseRequestInfo('GET', pods))).toBe(expected)
})
