import type { Case } from '../case.ts'
import { writtenPolicies } from './policy-steps.ts'

/** Policies that are accepted or rejected as they are written. */
export function writtenPolicyCases(): readonly Case[] {
  return [
    writtenPolicies('written validations', 'Validating', validating),
    writtenPolicies('written mutations', 'Mutating', mutating),
  ]
}

function check(expression: string, more: object = {}): object {
  return { validations: [{ expression, ...more }] }
}

function named(...expressions: readonly string[]): readonly object[] {
  return expressions.map((expression, at) => ({ name: `v${at}`, expression }))
}

const params = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }

const validating: readonly object[] = [
  ...[
    'object.x',
    '1',
    'object.x ===',
    'params.x == 1',
    'variables.x',
    "authorizer.path('/x').check('get').allowed()",
    '  object.x == 1 + "a" ',
    "int('x') == 1",
    "object.x.matches('[')",
    'namespaceObject.metadata.foo == ""',
    'request.foo',
    'Object{} == Object{}',
    "jsonpatch.escapeKey('a') == 'a'",
    'oldObject == null',
    "true || 'x'.repeat",
    'object.all(x, x)',
    'object.spec.replicas <= 5',
    'size(object.metadata.labels) > 0',
    "request.userInfo.groups.exists(g, g == 'x')",
    "[1, 'a'].size() == 2",
    "{'a': 1, 'b': 'x'}.size() == 2",
    'authorizer',
    "authorizer.requestResource.check('get')",
    'object.metadata.__namespace__ == 1',
    'has(object)',
    'has(object.a.b) && !has(object.c)',
    'foo(1)',
    'object.x.foo()',
    '"a" + 1 == "a1"',
    'true ? 1 : "a"',
    '',
    'object.x in [1, 2]',
    "'%d'.format([object.x]) == '1'",
    'type(object) == map',
    "duration('x') == duration('1s')",
    "timestamp('x') == timestamp(0)",
    "cidr('10.0.0.0/8').containsIP('10.1.1.1')",
    "semver('1.2.3').major() == 1",
    'object.a.b.c.d.e == dyn(1)',
    'self.x',
    'optional.of(1).hasValue()',
    'object[0] == 1',
    'object.list.map(x, x > 1, x).size() == 1',
    'lists.range(3) == [0, 1, 2]',
    'null',
    "b'a' == b'a'",
    '1 == 1.0',
    '1u < 2',
    'cel.bind(x, 1, x == 1)',
    'math.greatest(1, 2) == 2',
    'sets.contains([1], [1])',
    'object.?a.orValue(1) == 1',
    "url('https://a.b').getHost() == 'a.b'",
    '[1, 2].sum() == 3',
    "regex.replace('a', 'b', 'c') == 'c'",
  ].map((expression) => check(expression)),
  ...[
    '1',
    'object.x',
    "  'a' + 1 ",
    "authorizer.path('/x').check('get').reason()",
    "'x' + object.a",
    'request.name',
    'null',
    ' ',
  ].map((messageExpression) => check('true', { messageExpression })),
  { variables: named('1', 'variables.v0 + 1', 'variables.none'), ...check("variables.v0 == 'x'") },
  {
    variables: named(
      '[1, 2]',
      "{'a': 1}",
      "duration('1s')",
      "quantity('1')",
      'optional.of(1)',
      'request',
      '[[1]]',
      'null',
      'b"x"',
      '1u',
      '1.5',
      'object',
      'type(1)',
      'authorizer.requestResource',
    ),
    validations: Array.from({ length: 14 }, (_, at) => ({ expression: `variables.v${at}` })),
  },
  {
    variables: [
      { name: 'a', expression: '1 +' },
      { name: 'a', expression: '2' },
    ],
    ...check("variables.a == 'x'"),
  },
  {
    variables: [
      { name: 'in', expression: '1' },
      { name: '', expression: '' },
      { name: ' x', expression: '1' },
    ],
  },
  { variables: named('variables.v1', '1'), ...check('variables') },
  { variables: named('1'), ...check('true', { messageExpression: 'variables.v0' }) },
  { variables: named('1'), matchConditions: [{ name: 'a', expression: 'variables.v0 == 1' }] },
  {
    matchConditions: [
      ...[' 1 ', 'variables.x', 'params.x == 1', "authorizer.requestResource.check('get').allowed()", ''].map(
        (expression, at) => ({ name: `c${at}`, expression }),
      ),
      { name: 'c0', expression: 'true' },
      { name: 'a b', expression: 'true' },
    ],
  },
  {
    ...params,
    matchConditions: [{ name: 'c', expression: 'params.x == 1' }],
    ...check('params.x == 1', { messageExpression: 'params.x' }),
  },
  {
    auditAnnotations: [
      ' 1 ',
      'null',
      "'x'",
      'object.x',
      "object.x == 1 ? 'a' : null",
      ' 1 + ',
      "'a' + object.x",
      '',
      'params.x',
      "authorizer.path('/a').check('get').reason()",
    ].map((valueExpression, at) => ({ key: `k${at}`, valueExpression })),
  },
  {
    auditAnnotations: [
      { key: '', valueExpression: "'x'" },
      { key: 'a b', valueExpression: "'x'" },
      { key: 'a', valueExpression: "'x'" },
      { key: 'a', valueExpression: "'x'" },
    ],
  },
  { auditAnnotations: [{ key: 'a', valueExpression: `'${'x'.repeat(5200)}'` }] },
  { auditAnnotations: Array.from({ length: 21 }, (_, at) => ({ key: `k${at}`, valueExpression: "'x'" })) },
  { matchConditions: Array.from({ length: 65 }, (_, at) => ({ name: `c${at}`, expression: 'true' })) },
  { validations: [], auditAnnotations: [] },
  { ...check('true', { reason: 'Nope', message: 'a\nb' }), failurePolicy: 'Maybe' },
  { ...params, ...check("params.data.x == 'a'"), variables: named('params.data', "variables.v0.x == 'a'") },
]

const objects = [
  'Object{',
  'object',
  'Object{spec: 1}',
  'Object{spec: Object.spec{x: 1}}',
  'Object{spec: Object.metadata{x: 1}}',
  'Object{spec: Object.spec{}.x}',
  '1',
  'JSONPatch{}',
  'has(object.x) ? Object{} : Object{spec: Object.spec{}}',
  'variables.x',
  'Foo{}',
  'Objectx{}',
  "Object{metadata: Object.metadata{annotations: {'a': 'b'}}}",
  'Object.spec{}',
  'dyn(Object{})',
  'type(Object{}) == Object ? Object{} : Object{}',
  'Object{}.x',
  'params.x',
  '',
  "Object{metadata: Object.metadata{name: authorizer.requestResource.check('get').reason()}}",
  'Object{?x: 1}',
  'Object{?x: optional.of(1)}',
  '[Object{}][0]',
  'cel.bind(o, Object{}, o)',
  'optional.of(Object{}).value()',
]

const lists = [
  '1',
  '[]',
  '[1]',
  "[JSONPatch{op: 'x', path: '/a', value: 1}]",
  '[JSONPatch{op: 1}]',
  '[JSONPatch{foo: 1}]',
  "[JSONPatch{op: 'add', path: '/' + jsonpatch.escapeKey('a/b'), value: Object.spec{x: 1}}]",
  "object.x ? [JSONPatch{op: 'add'}] : []",
  '[JSONPatch{}].map(x, x)',
  "['a'].map(x, JSONPatch{op: 'add', path: x})",
  '[dyn(JSONPatch{})]',
  'JSONPatch{}',
  '[Object{}]',
  '[JSONPatch{value: JSONPatch{}}]',
  "[JSONPatch{from: 1, path: 'x'}]",
  "[JSONPatch{op: 'add'}] + [JSONPatch{op: 'remove'}]",
  '[JSONPatch{}.op]',
  "[JSONPatch{op: JSONPatch{op: 'x'}.op}]",
]

const mutating: readonly object[] = [
  ...objects.map((expression) => ({
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
  })),
  ...lists.map((expression) => ({ mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }] })),
  {
    variables: named('Object{}', "jsonpatch.escapeKey('x')"),
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
  },
  {
    variables: named("'x'", '1'),
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{metadata: Object.metadata{name: variables.v0}}' },
      },
    ],
  },
  {
    ...params,
    matchConditions: [
      { name: 'a', expression: 'params.x' },
      { name: 'b', expression: 'Object{} == Object{}' },
    ],
    mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{data: params.data}' } }],
  },
  {
    mutations: [
      { patchType: 'JSONPatch', applyConfiguration: { expression: 'x' } },
      { patchType: '', jsonPatch: {} },
      { patchType: 'JSONPatch', jsonPatch: { expression: ' ' } },
    ],
  },
  {
    mutations: [
      { patchType: 'Nope' },
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: '  Object{ ' },
        jsonPatch: { expression: 'y' },
      },
    ],
  },
]
