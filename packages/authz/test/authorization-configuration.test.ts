import { kubernetesVocabulary, systemClock } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import {
  loadAuthorizationConfiguration,
  withConditions,
  type Authorizer,
  type AuthorizerAttributes,
  type CompiledAuthorizer,
  type RequestConditions,
} from '../src/index.ts'
import { attributes, narrowed, user } from './support/attributes.ts'

const load = (authorizers: unknown, more: object = {}): Promise<readonly CompiledAuthorizer[]> =>
  loadAuthorizationConfiguration(
    { value: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AuthorizationConfiguration', authorizers, ...more } },
    kubernetesVocabulary,
  )
const kubeconfig = import.meta.filename
const webhook = (more: object = {}): unknown[] => [
  {
    type: 'Webhook',
    name: 'a.example',
    webhook: {
      timeout: '3s',
      subjectAccessReviewVersion: 'v1',
      failurePolicy: 'NoOpinion',
      connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: kubeconfig },
      ...more,
    },
  },
]
const when = (...expressions: string[]): unknown[] =>
  webhook({
    matchConditionSubjectAccessReviewVersion: 'v1',
    matchConditions: expressions.map((expression) => ({ expression })),
  })
const connected = (connectionInfo: object): unknown[] => webhook({ connectionInfo })

describe('an AuthorizationConfiguration', () => {
  it.each<[unknown, string]>([
    [[], 'authorizers: Required value: at least one authorization mode must be defined'],
    [[{}], 'authorizers[0].type: Required value'],
    [
      [{ type: 'Foo', name: 'a' }],
      'authorizers[0].type: Unsupported value: "Foo": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    ],
    [
      [
        { type: 'RBAC', name: 'rbac' },
        { type: 'RBAC', name: 'b' },
      ],
      'authorizers[1].type: Duplicate value: "RBAC"',
    ],
    [[{ type: 'Node' }], 'authorizers[0].name: Required value'],
    [[{ type: 'Node', name: 'foo' }], 'expected name node for authorizer Node instead of foo'],
    [[...webhook(), ...webhook()], 'authorizers[1].name: Duplicate value: "a.example"'],
    [
      [{ type: 'RBAC', name: 'rbac', webhook: {} }],
      'authorizers[0].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
    ],
    [[{ type: 'Webhook', name: 'a' }], 'authorizers[0].webhook: Required value: required when type=Webhook'],
    [webhook({ timeout: '0s' }), 'authorizers[0].timeout: Required value'],
    [webhook({ timeout: '31s' }), 'authorizers[0].timeout: Invalid value: "31s": must be > 0s and <= 30s'],
    [webhook({ timeout: 'foo' }), 'failed to load AuthorizationConfiguration from file: time: invalid duration "foo"'],
    [webhook({ authorizedTTL: '-90s' }), 'authorizers[0].authorizedTTL: Invalid value: "-1m30s": must be > 0s'],
    [webhook({ unauthorizedTTL: '-1m' }), 'authorizers[0].unauthorizedTTL: Invalid value: "-1m0s": must be > 0s'],
    [
      webhook({ subjectAccessReviewVersion: 'v2' }),
      'authorizers[0].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
    ],
    [
      webhook({ matchConditions: [{ expression: 'true' }] }),
      'authorizers[0].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified',
    ],
    [
      webhook({ failurePolicy: 'Fail' }),
      'authorizers[0].failurePolicy: Unsupported value: "Fail": supported values: "NoOpinion", "Deny"',
    ],
    [connected({}), 'authorizers[0].connectionInfo.type: Required value'],
    [
      connected({ type: 'Foo' }),
      'authorizers[0].connectionInfo.type: Unsupported value: {"Type":"Foo","KubeConfigFile":null}: supported values: "InClusterConfig", "KubeConfigFile"',
    ],
    [
      connected({ type: 'InClusterConfig', kubeConfigFile: '/a' }),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/a": can only be set when type=KubeConfigFile',
    ],
    [
      connected({ type: 'KubeConfigFile', kubeConfigFile: 'rel' }),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "rel": must be an absolute path',
    ],
    [
      connected({ type: 'KubeConfigFile', kubeConfigFile: '/no/such/file' }),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/no/such/file": error loading file: stat /no/such/file: no such file or directory',
    ],
    [
      connected({ type: 'KubeConfigFile', kubeConfigFile: '/' }),
      'authorizers[0].connectionInfo.kubeConfigFile: Invalid value: "/": must be a regular file',
    ],
    [when(' '), 'authorizers[0].matchConditions[0].expression: Required value'],
    [when('true', 'true'), 'authorizers[0].matchConditions[1].expression: Duplicate value: "true"'],
    [
      when('request.user'),
      'authorizers[0].matchConditions[0].expression: Invalid value: "request.user": must evaluate to bool but got string',
    ],
    [
      when('request.resourceAttributes.foo'),
      'authorizers[0].matchConditions[0].expression: Invalid value: "request.resourceAttributes.foo": compilation failed: ERROR: <input>:1:27: undefined field \'foo\'\n | request.resourceAttributes.foo\n | ..........................^',
    ],
    [
      when(...Array.from({ length: 65 }, (_, index) => `request.user != 'u${index}'`)),
      'authorizers[0].matchConditions: Too many: 65: must have at most 64 items',
    ],
  ])('%j is not valid', async (authorizers, message) => {
    await expect(load(authorizers)).rejects.toThrow(new TypeError(message))
  })

  it('has defaults, and caches that can be off', async () => {
    const [first] = await load(webhook({ timeout: '1.5s' }))
    expect(first?.webhook).toMatchObject({ authorizedTtlMs: 300_000, unauthorizedTtlMs: 30_000, timeoutMs: 1500 })
    const [second] = await load(
      webhook({ cacheAuthorizedRequests: false, cacheUnauthorizedRequests: false, authorizedTTL: '1m' }),
    )
    expect(second?.webhook).toMatchObject({ authorizedTtlMs: 0, unauthorizedTtlMs: 0 })
  })
})

describe('match conditions of a webhook', () => {
  const conditionsOf = async (...expressions: string[]): Promise<RequestConditions> =>
    (await load(when(...expressions)))[0]?.webhook?.conditions ?? []
  const alice: AuthorizerAttributes['user'] = { ...user('alice', 'team'), extra: { 'a.example/b': ['c'] } }
  const pods = attributes(alice, 'get pods/log p@n')
  const allow: Authorizer = () => ({ effect: 'allow', reason: '' })

  it.each<[string, AuthorizerAttributes, boolean]>([
    ["request.user == 'alice' && 'team' in request.groups && request.uid == ''", pods, true],
    ["request.extra['a.example/b'] == ['c']", pods, true],
    ["request.resourceAttributes.namespace == 'n' && request.resourceAttributes.subresource == 'log'", pods, true],
    ['has(request.nonResourceAttributes)', pods, false],
    ["request.nonResourceAttributes.path == '/a'", attributes(alice, 'get /a'), true],
    [
      "request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == 'k' && r.operator == 'In' && r.values == ['v'])",
      narrowed(pods, { field: 'k', operator: '=', value: 'v' }),
      true,
    ],
    ['has(request.resourceAttributes.fieldSelector)', pods, false],
  ])('%s', async (expression, request, isAsked) => {
    const authorize = withConditions(allow, { conditions: await conditionsOf(expression), failurePolicy: 'noOpinion' })
    expect(authorize(request)).toMatchObject({ effect: isAsked ? 'allow' : 'noOpinion' })
  })

  it('that fail follow the failure policy, unless another is false', async () => {
    const fails = 'request.nonResourceAttributes.path == "/a"'
    const seen: string[] = []
    const observer = {
      onEvaluation: () => void seen.push('evaluation'),
      onFailure: () => void seen.push('failure'),
      onExclusion: () => void seen.push('exclusion'),
    }
    const conditions = await conditionsOf(fails)
    const open = withConditions(allow, { conditions, failurePolicy: 'noOpinion', observer })
    expect(() => open(pods)).toThrow(
      `cel evaluation error: expression '${fails}' resulted in error: no such key: nonResourceAttributes`,
    )
    expect(withConditions(allow, { conditions, failurePolicy: 'deny' })(pods)).toMatchObject({ effect: 'deny' })
    const both = await conditionsOf(fails, 'request.user == "bob"')
    expect(withConditions(allow, { conditions: both, failurePolicy: 'deny', observer })(pods)).toMatchObject({
      effect: 'noOpinion',
    })
    expect(seen).toEqual(['evaluation', 'failure', 'evaluation', 'exclusion'])
  })

  it('end at the deadline of the request', async () => {
    const expression = "request.groups.all(group, group != 'x')"
    const conditions = await conditionsOf(expression)
    const groups = Array.from({ length: 100 }, (_, index) => `group-${index}`)
    const clock = { ...systemClock, monotonic: () => 1000 }
    const authorize = withConditions(allow, { conditions, failurePolicy: 'noOpinion', clock })
    const request = { ...pods, user: { ...pods.user, groups } }
    expect(authorize({ ...request, deadlineMs: 1001 })).toMatchObject({ effect: 'allow' })
    expect(() => authorize({ ...request, deadlineMs: 1000 })).toThrow(
      `cel evaluation error: expression '${expression}' resulted in error: operation interrupted`,
    )
  })
})
