import type { Case, Step } from '../case.ts'

const group = '/apis/admissionregistration.k8s.io/v1'

/** Match conditions of webhooks: how they are written, and what fails or excludes a request before any call. */
export function webhookConditions(namespace: string, prefix: string): readonly Case[] {
  return [
    ...(['validating', 'mutating'] as const).map((type): Case => ({
      name: `written conditions of ${type} webhooks`,
      kind: `${type}webhookconfigurations`,
      steps: written.map((conditions) => ({
        method: 'POST',
        path: `${group}/${type}webhookconfigurations?dryRun=All`,
        body: configuration('written', webhook(conditions)),
      })),
    })),
    evaluatedConditions(namespace, prefix),
  ]
}

function configuration(name: string, ...webhooks: readonly object[]): object {
  return { metadata: { name }, webhooks }
}

function webhook(matchConditions: readonly object[], more: object = {}): object {
  return {
    name: 'a.b.c',
    clientConfig: { url: 'https://127.0.0.1:1/' },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 1,
    matchConditions,
    ...more,
  }
}

function named(...expressions: readonly string[]): readonly object[] {
  return expressions.map((expression, at) => ({ name: `c${at}`, expression }))
}

const written: readonly (readonly object[])[] = [
  ...[
    'true',
    '1',
    '',
    'object.x',
    'object.x ==',
    'request.foo',
    "request.userInfo.username == 'a'",
    "request.userInfo.groups.exists(g, g == 'x')",
    'namespaceObject.metadata.name == "x"',
    'params.x == 1',
    'variables.x == 1',
    "authorizer.requestResource.check('get').allowed()",
    "authorizer.group('').resource('pods').check('list').allowed()",
    "authorizer.serviceAccount('a', 'b').path('/x').check('get').allowed()",
    'oldObject == null || object == oldObject',
    "object.metadata.name.matches('[')",
    "int('x') == 1",
    "quantity('1').isInteger()",
    "!('a' in object.metadata.labels)",
    'has(object.metadata.annotations) && has(object.spec)',
    'self.x',
    'Object{} == Object{}',
    'optional.of(true).value()',
    "request.resource.resource != 'leases' && request.kind.kind == 'Pod'",
    'request.dryRun',
    'request.options.x == 1',
    "request.requestKind.group + '' == ''",
    'lists.range(3).all(i, i < 5)',
    'object.data.all(k, v, k != v)',
    'dyn(true)',
    'null',
    'true ? true : 1',
    "duration('x') < duration('1s')",
  ].map((expression) => named(expression)),
  named('true', '1', 'x', 'true'),
  [
    { name: '', expression: 'true' },
    { name: 'a b', expression: 'true' },
    { name: 'a', expression: 'true' },
    { name: 'a', expression: ' ' },
  ],
  Array.from({ length: 64 }, (_, at) => ({ name: `c${at}`, expression: 'true' })),
  Array.from({ length: 65 }, (_, at) => ({ name: `c${at}`, expression: 'true' })),
]

const costly = 'lists.range(900).all(i, lists.range(250).all(j, true))'

/** Webhooks without a server: a condition that is false or fails decides before the call. */
const evaluated: Readonly<Record<string, readonly string[]>> = {
  'is-false': ['false'],
  'one-is-false': ['true', "object.data.a == 'other'"],
  holds: ["object.data.a == '1'"],
  fails: ['object.data.none == 1'],
  'two-fail': ['object.data.none == 1', 'object.spec.x == 1'],
  'fails-and-false': ['object.data.none == 1', 'false'],
  costs: Array.from({ length: 4 }, () => costly),
  'costs-in-one': [costly.replace('250', '2500')],
  asks: ["authorizer.requestResource.check('delete').allowed() == false"],
  'asks-account': [
    "authorizer.serviceAccount('default', 'default').group('').resource('secrets').check('get').allowed()",
  ],
  user: ["request.userInfo.username != 'admin'"],
  operation: ["request.operation == 'UPDATE'"],
  old: ['oldObject != null'],
  labels: ["object.metadata.labels['none'] == 'x'"],
  divides: ['1 / (int(object.data.a) - 1) == 1'],
  optional: ["object.data[?'none'].orValue('x') == 'y'"],
}

function evaluatedConditions(namespace: string, prefix: string): Case {
  const path = `${group}/validatingwebhookconfigurations/${prefix}-conditions`
  const webhooks = Object.entries(evaluated).flatMap(([name, expressions]) =>
    (['Fail', 'Ignore'] as const).map((failurePolicy) => {
      const label = `${prefix}-${name}-${failurePolicy}`.toLowerCase()
      return webhook(named(...expressions), {
        name: `${name}.${failurePolicy.toLowerCase()}.example.com`,
        failurePolicy,
        objectSelector: { matchLabels: { condition: label } },
      })
    }),
  )
  const create = (name: string, policy: string): Step => ({
    method: 'POST',
    path: `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`,
    body: { metadata: { name, labels: { condition: `${prefix}-${name}-${policy}` } }, data: { a: '1' } },
  })
  return {
    name: 'conditions of webhooks',
    kind: 'validatingwebhookconfigurations',
    steps: [
      {
        method: 'POST',
        path: `${group}/validatingwebhookconfigurations`,
        body: configuration(`${prefix}-conditions`, ...webhooks),
      },
      { method: 'GET', path: '/version', afterMs: 2500, silent: true },
      ...Object.keys(evaluated).flatMap((name) => [create(name, 'fail'), create(name, 'ignore')]),
      { method: 'DELETE', path, silent: true },
    ],
  }
}
