import type { Case, Step } from '../case.ts'
import { policyCase, type PolicyEntry } from './policy-steps.ts'

type Send = NonNullable<PolicyEntry['send']>

/** Validating policies that judge ConfigMaps. */
export function validatingPolicies(namespace: string, prefix: string): readonly Case[] {
  const common = { type: 'Validating', namespace, prefix } as const
  return [
    policyCase({ ...common, name: 'validations', entries: validations }),
    policyCase({ ...common, name: 'variables and costs', entries: variablesAndCosts }),
    policyCase({ ...common, name: 'actions of bindings', entries: actions }),
    policyCase({ ...common, name: 'requests of policies', entries: requests(namespace, prefix) }),
    policyCase({ ...common, name: 'match constraints', entries: matching(namespace, prefix) }),
    policyCase({ ...common, name: 'match conditions', entries: conditions }),
    policyCase({ ...common, name: 'authorizers', entries: authorizers }),
    policyCase({
      ...common,
      name: 'parameters',
      entries: parameters(namespace, prefix),
      before: [
        lease(namespace, 'limits', 5, { tier: 'a' }),
        lease(namespace, 'strict', 1, { tier: 'a' }),
        lease('default', `${prefix}-elsewhere`, 1),
        {
          method: 'POST',
          path: '/apis/scheduling.k8s.io/v1/priorityclasses',
          body: { metadata: { name: `${prefix}-one` }, value: 1 },
          silent: true,
        },
      ],
      after: [
        { method: 'DELETE', path: `${leases('default')}/${prefix}-elsewhere`, silent: true },
        { method: 'DELETE', path: `/apis/scheduling.k8s.io/v1/priorityclasses/${prefix}-one`, silent: true },
      ],
    }),
  ]
}

// kube-apiserver does not notice new objects of a built-in kind once the last policy with that kind was deleted, so no
// two cases have parameters of one kind.
function lease(namespace: string, name: string, seconds: number, labels: object = {}): Step {
  return {
    method: 'POST',
    path: leases(namespace),
    body: { metadata: { name, labels }, spec: { leaseDurationSeconds: seconds } },
    silent: true,
  }
}

function leases(namespace: string): string {
  return `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`
}

function one(id: string, expression: string, more: object = {}, send: Send = [{}]): PolicyEntry {
  return { id, spec: { validations: [{ expression, ...more }] }, send }
}

const both: Send = [{}, { data: { a: '2' } }]

const validations: readonly PolicyEntry[] = [
  one('plain', "object.data.a == '1'", {}, both),
  one('message', "object.data.a == '2'", { message: 'a must be 2' }),
  one('message-trimmed', 'false', { message: '  spaces around  ' }),
  one('expression-trimmed', '  false  '),
  one('message-expression', 'false', { messageExpression: "'a is ' + object.data.a" }),
  one('message-both', 'false', { message: 'static', messageExpression: "'a is ' + object.data.a" }),
  one('message-fails', 'false', { message: 'static', messageExpression: "'x' + object.data.none" }),
  one('message-fails-alone', 'false', { messageExpression: "'x' + object.data.none" }),
  one('message-blank', 'false', { message: 'static', messageExpression: "'  '" }),
  one('message-lines', 'false', { message: 'static', messageExpression: "'a\\nb'" }),
  one('message-return', 'false', { message: 'static', messageExpression: "'a\\rb'" }),
  one('message-trim', 'false', { messageExpression: "'  padded \\t'" }),
  one('message-long', 'false', { message: 'static', messageExpression: "lists.range(2000).map(i, 'long').join('')" }),
  one('message-edge', 'false', { message: 'static', messageExpression: "lists.range(1280).map(i, 'long').join('')" }),
  one('message-unused', 'true', { messageExpression: "'x' + object.data.none" }),
  one('message-costly', 'false', {
    message: 'static',
    messageExpression: "lists.range(1000).all(i, lists.range(1000).all(j, true)) ? 'a' : 'b'",
  }),
  one('reason-forbidden', 'false', { reason: 'Forbidden' }),
  one('reason-large', 'false', { reason: 'RequestEntityTooLarge', message: 'too large' }),
  one('reason-invalid', 'false', { reason: 'Invalid' }),
  one('reason-unauthorized', 'false', { reason: 'Unauthorized' }),
  one('missing-field', "object.data.none == '1'"),
  one('missing-member', "object.spec.x == 'y'"),
  one('has', 'has(object.data.none) || !has(object.spec)', {}, both),
  one('optional', "object.data[?'a'].orValue('none') == '2'", {}, both),
  one('numbers', 'int(object.data.a) > 1', {}, [{}, { data: { a: '2' } }, { data: { a: 'x' } }]),
  one('divide', '1 / (int(object.data.a) - 1) == 1', {}, both),
  one('labels', "'policy' in object.metadata.labels && object.metadata.name == 'labels'"),
  one('kind', "object.kind == 'ConfigMap' && object.apiVersion == 'v1'"),
  one('quantity', "quantity(object.data.a).isLessThan(quantity('2'))", {}, both),
  one('quantity-bad', "quantity(object.data.a + 'x').isLessThan(quantity('2'))"),
  one('old-object', 'oldObject == null'),
  one('all', "object.data.all(k, k.matches('^[a-z]$') && size(object.data[k]) == 1)", {}, [
    {},
    { data: { long: 'x' } },
  ]),
  one('no-data', 'has(object.data)', {}, [{}, { data: {} }]),
  {
    id: 'several',
    spec: {
      validations: [
        { expression: 'true' },
        { expression: "object.data.a == '2'", message: 'second' },
        { expression: 'false', message: 'third', reason: 'Forbidden' },
      ],
    },
    send: both,
  },
  { id: 'ignored-failure', spec: { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.none == 1' }] } },
  { id: 'ignored-denial', spec: { failurePolicy: 'Ignore', validations: [{ expression: 'false' }] } },
  {
    id: 'ignored-then-denied',
    spec: { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.none == 1' }, { expression: 'false' }] },
  },
]

function variable(name: string, expression: string): object {
  return { name, expression }
}

const costly = 'lists.range(900).all(i, lists.range(250).all(j, true))'

const variablesAndCosts: readonly PolicyEntry[] = [
  {
    id: 'variables',
    spec: {
      variables: [variable('a', 'int(object.data.a)'), variable('twice', 'variables.a * 2')],
      validations: [{ expression: 'variables.twice == 2', messageExpression: "'twice is ' + string(variables.twice)" }],
    },
    send: [{}, { data: { a: '3' } }, { data: { a: 'x' } }, { data: {} }],
  },
  {
    id: 'lazy',
    spec: {
      variables: [variable('broken', '1 / 0 == 1')],
      validations: [{ expression: "object.data.a == '1' || variables.broken" }],
    },
    send: both,
  },
  {
    id: 'broken-variable',
    spec: {
      variables: [variable('inner', 'object.data.none'), variable('outer', "variables.inner + 'x'")],
      validations: [{ expression: "variables.outer == 'x'" }],
    },
  },
  {
    id: 'dynamic-variable',
    spec: {
      variables: [variable('data', 'object.data'), variable('list', "object.data.map(k, k + 'x')")],
      validations: [{ expression: "variables.data.a == '1' && variables.list.exists(x, x == 'ax')" }],
    },
    send: both,
  },
  {
    id: 'typed-variables',
    spec: {
      variables: [
        variable('d', "duration('1h')"),
        variable('t', "timestamp('2020-01-01T00:00:00Z')"),
        variable('f', '1.5'),
        variable('u', '2u'),
        variable('b', "b'x'"),
        variable('m', "{'x': [1, 2]}"),
        variable('n', 'null'),
        variable('q', "quantity('1k')"),
        variable('o', 'optional.of(3)'),
        variable('big', '9223372036854775807'),
      ],
      validations: [
        { expression: 'variables.d.getHours() == 1 && variables.t.getFullYear() == 2020 && variables.f < 2.0' },
        { expression: "variables.u == 2u && variables.b == b'x' && variables.m.x[1] == 2 && variables.n == null" },
        { expression: "variables.q.isGreaterThan(quantity('1')) && variables.o.value() == 3" },
        { expression: 'variables.big == 9223372036854775807' },
        { expression: 'variables.big + 1 > 0' },
      ],
    },
  },
  {
    id: 'variable-in-condition',
    spec: {
      variables: [variable('a', 'object.data.a')],
      matchConditions: [{ name: 'c', expression: "object.data.a == '2'" }],
      validations: [{ expression: "variables.a == '1'" }],
    },
    send: both,
  },
  one('call-limit', 'lists.range(1000).all(i, lists.range(1000).all(j, true))'),
  {
    id: 'call-limit-ignored',
    spec: { failurePolicy: 'Ignore', validations: [{ expression: costly.replace('250', '2500') }] },
  },
  {
    id: 'costly-variable',
    spec: {
      variables: [variable('v', costly.replace('250', '2500'))],
      validations: [{ expression: 'variables.v' }],
    },
  },
]

const actions: readonly PolicyEntry[] = [
  { ...one('warn', 'false', { message: 'a warning' }), binding: { validationActions: ['Warn'] } },
  { ...one('audit', 'false'), binding: { validationActions: ['Audit'] } },
  { ...one('warn-audit', 'false'), binding: { validationActions: ['Warn', 'Audit'] } },
  { ...one('audit-deny', 'false'), binding: { validationActions: ['Audit', 'Deny'] } },
  { ...one('warn-error', 'object.data.none == 1'), binding: { validationActions: ['Warn'] } },
  {
    ...one('two-bindings', 'false', { messageExpression: "'denied'" }),
    binding: { validationActions: ['Warn'] },
    otherBindings: [{ validationActions: ['Deny'] }],
  },
  {
    id: 'several-warnings',
    spec: {
      validations: [
        { expression: 'false', message: 'one' },
        { expression: 'false', message: 'two "quoted"' },
      ],
    },
    binding: { validationActions: ['Warn'] },
  },
  {
    id: 'annotations',
    spec: {
      validations: [],
      auditAnnotations: [
        { key: 'a', valueExpression: "'a is ' + object.data.a" },
        { key: 'b', valueExpression: 'null' },
      ],
    },
  },
  {
    id: 'annotation-fails',
    spec: { validations: [], auditAnnotations: [{ key: 'a', valueExpression: "'a' + object.data.none" }] },
  },
  {
    id: 'annotation-fails-ignored',
    spec: {
      failurePolicy: 'Ignore',
      validations: [],
      auditAnnotations: [{ key: 'a', valueExpression: "'a' + object.data.none" }],
    },
  },
  {
    id: 'annotation-and-denial',
    spec: {
      validations: [{ expression: 'false' }],
      auditAnnotations: [{ key: 'a', valueExpression: "'a' + object.data.none" }],
    },
    binding: { validationActions: ['Warn'] },
  },
  { ...one('unbound', 'false'), binding: { policyName: 'another-policy' } },
]

function requests(namespace: string, prefix: string): readonly PolicyEntry[] {
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const labels = { policy: `${prefix}-update` }
  const rules = (operations: readonly string[], resources: readonly string[] = ['configmaps']): object => ({
    resourceRules: [{ apiGroups: ['*'], apiVersions: ['*'], operations, resources }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
  })
  return [
    one('request-names', "request.name == 'request-names' && request.namespace == '" + namespace + "'"),
    one('request-operation', "request.operation == 'UPDATE'"),
    one('request-user', "request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups"),
    one('request-uid', "request.userInfo.uid == 'other'", { messageExpression: "'uid is ' + request.userInfo.uid" }),
    one('request-kind', "request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps'"),
    one('request-sub', "request.subResource == '' && request.requestSubResource == ''"),
    one('request-dry-run', 'request.dryRun'),
    one('request-options', "request.options.dryRun == ['All'] && request.options.kind == 'CreateOptions'"),
    one('request-extra', 'size(request.userInfo.extra) == 0'),
    one('namespace', "namespaceObject.metadata.name == '" + namespace + "'"),
    one('namespace-labels', "namespaceObject.metadata.labels['none'] == 'x'"),
    one(
      'namespace-phase',
      "namespaceObject.status.phase == 'Active' && namespaceObject.spec.finalizers == ['kubernetes']",
    ),
    one('namespace-none', 'has(namespaceObject.metadata.annotations)'),
    one('namespace-uid', "namespaceObject.metadata.UID == ''"),
    one('request-message', 'false', { messageExpression: "request.operation + ' ' + request.resource.resource" }),
    {
      id: 'update',
      spec: {
        validations: [
          { expression: 'oldObject == null || oldObject.data.a == object.data.a', message: 'a is immutable' },
        ],
      },
      send: [
        { path, body: { metadata: { name: 'update', labels }, data: { a: '1' } } },
        { method: 'PUT', path: `${path}/update`, body: { metadata: { name: 'update', labels }, data: { a: '2' } } },
        { method: 'PATCH', path: `${path}/update`, body: { data: { a: '1', b: '2' } } },
        { method: 'PATCH', path: `${path}/update`, body: { data: { a: '3' } } },
        { method: 'PATCH', path: `${path}/update`, body: { metadata: { labels: null }, data: { a: '3' } } },
        {
          method: 'PATCH',
          path: `${path}/update?fieldManager=x&force=true`,
          type: 'application/apply-patch+yaml',
          body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'update' }, data: { a: '4' } },
        },
        { method: 'DELETE', path: `${path}/update` },
      ],
    },
    {
      id: 'deletion',
      spec: {
        matchConstraints: { ...rules(['DELETE']), objectSelector: { matchLabels: { policy: `${prefix}-deletion` } } },
        validations: [{ expression: "object == null && oldObject.data.a == '2'", message: 'kept' }],
      },
      send: [
        { path, body: { metadata: { name: 'deletion', labels: { policy: `${prefix}-deletion` } }, data: { a: '1' } } },
        { method: 'DELETE', path: `${path}/deletion` },
        { method: 'PATCH', path: `${path}/deletion`, body: { data: { a: '2' } } },
        { method: 'DELETE', path: `${path}/deletion` },
      ],
    },
    {
      id: 'connection',
      spec: {
        matchConstraints: rules(['CONNECT'], ['pods/exec']),
        validations: [{ expression: "object.container != 'secret'", message: 'not this container' }],
      },
      send: [
        {
          path: `/api/v1/namespaces/${namespace}/pods`,
          body: { metadata: { name: 'target' }, spec: { containers: [{ name: 'secret', image: 'i' }] } },
          silent: true,
        },
        { path: `/api/v1/namespaces/${namespace}/pods/target/exec?container=secret&command=ls`, body: undefined },
      ],
    },
    {
      id: 'scaling',
      spec: {
        matchConstraints: rules(['UPDATE'], ['deployments/scale']),
        validations: [
          {
            expression: "object.kind != 'Scale' || object.spec.replicas <= oldObject.spec.replicas + 1",
            messageExpression:
              "request.subResource + ' of ' + request.requestKind.kind + ' to ' + string(object.spec.replicas)",
          },
        ],
      },
      send: [
        {
          path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
          body: {
            metadata: { name: 'd' },
            spec: {
              selector: { matchLabels: { a: 'b' } },
              template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
            },
          },
          silent: true,
        },
        ...[2, 5].map((replicas) => ({
          method: 'PATCH',
          path: `/apis/apps/v1/namespaces/${namespace}/deployments/d/scale`,
          body: { spec: { replicas } },
        })),
      ],
    },
  ]
}

function matching(namespace: string, prefix: string): readonly PolicyEntry[] {
  const scoped = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } }
  const rule = (groups: string, versions: string, resources: string, more: object = {}): object => ({
    apiGroups: [groups],
    apiVersions: [versions],
    operations: ['CREATE'],
    resources: [resources],
    ...more,
  })
  const policy = (id: string, matchConstraints: object, send: Send, binding: object = {}): PolicyEntry => ({
    id,
    spec: {
      matchConstraints: { ...scoped, ...matchConstraints },
      validations: [
        {
          expression: 'false',
          messageExpression:
            "request.kind.group + '/' + request.kind.version + ' ' + request.requestKind.version + ' ' + object.apiVersion",
        },
      ],
    },
    send,
    binding,
  })
  const scaler = (version: string, id: string): Send[number] => ({
    path: `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers?dryRun=All`,
    body: {
      metadata: { name: 'h', labels: { policy: `${prefix}-${id}` } },
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
    },
  })
  const selected = (id: string): object => ({ objectSelector: { matchLabels: { policy: `${prefix}-${id}` } } })
  const maps = [rule('', 'v1', 'configmaps')]
  const scalers = [rule('autoscaling', 'v1', 'horizontalpodautoscalers')]
  return [
    policy('equivalent', { resourceRules: scalers, ...selected('equivalent') }, [
      scaler('v1', 'equivalent'),
      scaler('v2', 'equivalent'),
      scaler('v2', 'other'),
    ]),
    policy('exact', { resourceRules: scalers, matchPolicy: 'Exact', ...selected('exact') }, [
      scaler('v1', 'exact'),
      scaler('v2', 'exact'),
    ]),
    policy(
      'excluded',
      {
        resourceRules: maps,
        excludeResourceRules: [rule('', '*', 'configmaps', { resourceNames: ['spared'] })],
        ...selected('excluded'),
      },
      [{}, { body: { metadata: { name: 'spared', labels: { policy: `${prefix}-excluded` } } } }],
    ),
    policy(
      'named',
      { resourceRules: [rule('', 'v1', 'configmaps', { resourceNames: ['named', 'gen-'] })], ...selected('named') },
      [
        {},
        { body: { metadata: { name: 'y', labels: { policy: `${prefix}-named` } } } },
        { body: { metadata: { generateName: 'gen-', labels: { policy: `${prefix}-named` } } } },
      ],
    ),
    policy(
      'cluster-scope',
      { resourceRules: [rule('', 'v1', '*', { scope: 'Cluster' })], ...selected('cluster-scope') },
      [{}],
    ),
    policy(
      'expressions',
      {
        resourceRules: maps,
        objectSelector: { matchExpressions: [{ key: 'policy', operator: 'In', values: [`${prefix}-expressions`] }] },
      },
      [{}, { labels: { policy: 'x' } }],
    ),
    policy(
      'bound-to-rules',
      { resourceRules: maps, ...selected('bound-to-rules') },
      [{}, { labels: { bound: 'yes' } }],
      { matchResources: { objectSelector: { matchLabels: { bound: 'yes' } } } },
    ),
    policy('bound-to-namespace', { resourceRules: maps, ...selected('bound-to-namespace') }, [{}], {
      matchResources: { namespaceSelector: { matchLabels: { none: 'x' } } },
    }),
    policy('bound-to-names', { resourceRules: maps, ...selected('bound-to-names') }, [{}, { labels: { x: 'y' } }], {
      matchResources: { resourceRules: [rule('', 'v1', 'configmaps', { resourceNames: ['other'] })] },
    }),
    policy('bound-without', { resourceRules: maps, ...selected('bound-without') }, [{}], {
      matchResources: { excludeResourceRules: [rule('', 'v1', 'configmaps')] },
    }),
    policy('wildcards', { resourceRules: [rule('*', '*', '*')], ...selected('wildcards') }, [
      {},
      scaler('v2', 'wildcards'),
    ]),
    policy('everything', { resourceRules: [rule('*', '*', '*/*')], ...selected('everything') }, [{}]),
  ]
}

const conditions: readonly PolicyEntry[] = [
  {
    id: 'condition',
    spec: {
      matchConditions: [{ name: 'a', expression: "object.data.a == '2'" }],
      validations: [{ expression: 'false' }],
    },
    send: both,
  },
  {
    id: 'condition-fails',
    spec: {
      matchConditions: [{ name: 'a', expression: 'object.data.none == 1' }],
      validations: [{ expression: 'false' }],
    },
  },
  {
    id: 'conditions-fail',
    spec: {
      matchConditions: [
        { name: 'a', expression: 'object.data.none == 1' },
        { name: 'b', expression: 'object.data.other == 1' },
        { name: 'c', expression: 'true' },
      ],
      validations: [{ expression: 'false' }],
    },
  },
  {
    id: 'condition-fails-and-false',
    spec: {
      matchConditions: [
        { name: 'a', expression: 'object.data.none == 1' },
        { name: 'b', expression: 'false' },
      ],
      validations: [{ expression: 'false' }],
    },
  },
  {
    id: 'condition-ignored',
    spec: {
      failurePolicy: 'Ignore',
      matchConditions: [{ name: 'a', expression: 'object.data.none == 1' }],
      validations: [{ expression: 'false' }],
    },
  },
  {
    id: 'condition-costly',
    spec: {
      matchConditions: [1, 2, 3, 4].map((at) => ({ name: `c${at}`, expression: costly })),
      validations: [{ expression: 'false' }],
    },
  },
  {
    id: 'condition-warns',
    spec: { matchConditions: [{ name: 'a', expression: 'object.data.none == 1' }] },
    binding: { validationActions: ['Warn'] },
  },
  {
    id: 'condition-namespace',
    spec: {
      matchConditions: [{ name: 'a', expression: "namespaceObject.metadata.name != ''" }],
      validations: [{ expression: 'false' }],
    },
  },
]

const authorizers: readonly PolicyEntry[] = [
  one('may-delete', "authorizer.requestResource.check('delete').allowed()", {}, [{}, { as: 'viewer-token' }]),
  one('may-custom', "authorizer.group('').resource('configmaps').namespace('x').name('y').check('special').allowed()"),
  one(
    'account',
    "authorizer.serviceAccount('default', 'default').group('').resource('secrets').check('get').allowed()",
  ),
  one('account-path', "authorizer.serviceAccount('default', 'default').path('/metrics').check('get').allowed()"),
  one('path', "authorizer.path('/metrics').check('get').allowed()"),
  one('path-empty', "authorizer.path('').check('get').allowed()"),
  one('errored', "!authorizer.requestResource.check('get').errored()"),
  one('subresource', "authorizer.group('apps').resource('deployments').subresource('scale').check('update').allowed()"),
  {
    id: 'authorizer-variable',
    spec: {
      variables: [{ name: 'may', expression: "authorizer.requestResource.check('delete').allowed()" }],
      validations: [
        { expression: '!variables.may', messageExpression: "variables.may ? 'yes' : 'no'", message: 'static' },
      ],
    },
  },
  {
    id: 'authorizer-condition',
    spec: {
      matchConditions: [{ name: 'a', expression: "authorizer.requestResource.check('delete').allowed()" }],
      validations: [{ expression: 'false' }],
    },
  },
]

function parameters(namespace: string, prefix: string): readonly PolicyEntry[] {
  const paramKind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
  const policy = (id: string, binding: object, more: object = {}): PolicyEntry => ({
    id,
    spec: {
      paramKind,
      validations: [
        {
          expression: 'int(object.data.a) <= params.spec.leaseDurationSeconds',
          messageExpression: "'at most ' + string(params.spec.leaseDurationSeconds) + ' of ' + params.metadata.name",
        },
      ],
      ...more,
    },
    binding,
    send: [{ data: { a: '1' } }, { data: { a: '3' } }, { data: { a: '9' } }],
  })
  const named = (name: string, more: object = {}): object => ({
    paramRef: { name, parameterNotFoundAction: 'Deny', ...more },
  })
  const selected = (matchLabels: object, action: string): object => ({
    paramRef: { selector: { matchLabels }, parameterNotFoundAction: action },
  })
  const unknown = { apiVersion: 'v1', kind: 'Nothing' }
  const global = {
    paramKind: { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' },
    validations: [{ expression: 'int(object.data.a) <= params.value' }],
  }
  return [
    policy('named-param', named('limits')),
    policy('param-namespace', named('limits', { namespace })),
    policy('param-elsewhere', named(`${prefix}-elsewhere`, { namespace: 'default' })),
    policy('param-missing', named('none')),
    policy('param-missing-allowed', named('none', { parameterNotFoundAction: 'Allow' })),
    policy('param-missing-ignored', named('none'), { failurePolicy: 'Ignore' }),
    {
      ...policy('selected-params', selected({ tier: 'a' }, 'Deny')),
      send: [{ data: { a: '1' } }, { data: { a: '3' } }],
    },
    policy('selected-none', selected({ tier: 'none' }, 'Deny')),
    policy('selected-none-allowed', selected({ tier: 'none' }, 'Allow')),
    policy('no-reference', {}),
    policy('reference-without-kind', named('limits'), { paramKind: undefined, validations: [{ expression: 'false' }] }),
    policy('param-null', {}, { validations: [{ expression: 'params == null' }] }),
    policy('param-condition', named('limits'), {
      matchConditions: [{ name: 'a', expression: 'params.spec.leaseDurationSeconds == 5' }],
    }),
    policy('kind-unknown', named('x'), { paramKind: { apiVersion: 'example.com/v1', kind: 'Nothing' } }),
    policy('kind-unknown-core', named('x'), { paramKind: unknown }),
    policy('kind-unknown-ignored', named('x'), { paramKind: unknown, failurePolicy: 'Ignore' }),
    policy('global', named(`${prefix}-one`), global),
    policy('global-in-namespace', named(`${prefix}-one`, { namespace }), global),
    policy('global-missing', named('two'), global),
    policy('namespace-kind', named(namespace), {
      paramKind: { apiVersion: 'v1', kind: 'Namespace' },
      validations: [{ expression: "params.kind == 'Namespace' && params.metadata.name != object.metadata.name" }],
    }),
    policy('param-type', named('limits'), {
      validations: [{ expression: "params.kind == 'Lease' && params.apiVersion.endsWith('/v1')" }],
    }),
    policy('param-reads-twice', named('limits'), {
      variables: [{ name: 'max', expression: 'params.spec.leaseDurationSeconds' }],
      validations: [{ expression: 'int(object.data.a) <= variables.max' }, { expression: 'variables.max > 5' }],
    }),
  ]
}
