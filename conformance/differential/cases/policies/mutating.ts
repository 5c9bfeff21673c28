import type { Case, Step } from '../case.ts'
import { policyCase, type PolicyEntry } from './policy-steps.ts'

type Send = NonNullable<PolicyEntry['send']>

/** Mutating policies that change ConfigMaps, pods and custom resources. */
export function mutatingPolicies(namespace: string, prefix: string): readonly Case[] {
  const common = { type: 'Mutating', namespace, prefix } as const
  return [
    policyCase({ ...common, name: 'apply configurations', entries: applied(namespace, prefix) }),
    policyCase({ ...common, name: 'JSON patches', entries: patched(namespace, prefix) }),
    policyCase({ ...common, name: 'failures of mutations', entries: failures }),
    policyCase({ ...common, name: 'reinvocation', entries: reinvoked(prefix) }),
    policyCase({
      ...common,
      name: 'parameters of mutations',
      entries: parameters,
      before: [revision(namespace, 'five', 5), revision(namespace, 'one', 1)],
    }),
  ]
}

function revision(namespace: string, name: string, number: number): Step {
  return {
    method: 'POST',
    path: `/apis/apps/v1/namespaces/${namespace}/controllerrevisions`,
    body: { metadata: { name, labels: { tier: 'a' } }, revision: number },
    silent: true,
  }
}

function applyConfiguration(expression: string): object {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } }
}

function jsonPatch(expression: string): object {
  return { patchType: 'JSONPatch', jsonPatch: { expression } }
}

function apply(id: string, expression: string, more: object = {}, send: Send = [{}]): PolicyEntry {
  return { id, spec: { mutations: [applyConfiguration(expression)], ...more }, send }
}

function patch(id: string, expression: string, more: object = {}, send: Send = [{}]): PolicyEntry {
  return { id, spec: { mutations: [jsonPatch(expression)], ...more }, send }
}

const podRules = (namespace: string, prefix: string, id: string): object => ({
  matchConstraints: {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    objectSelector: { matchLabels: { policy: `${prefix}-${id}` } },
  },
})

function podSend(namespace: string, prefix: string, id: string, spec: object = {}): Send {
  return [
    {
      path: `/api/v1/namespaces/${namespace}/pods?dryRun=All`,
      body: {
        metadata: { name: 'p', labels: { policy: `${prefix}-${id}` } },
        spec: { automountServiceAccountToken: false, containers: [{ name: 'c', image: 'i' }], ...spec },
      },
    },
  ]
}

function applied(namespace: string, prefix: string): readonly PolicyEntry[] {
  const pod = (id: string, expression: string, spec: object = {}): PolicyEntry =>
    apply(id, expression, podRules(namespace, prefix, id), podSend(namespace, prefix, id, spec))
  const container = (fields: string): string =>
    `Object{spec: Object.spec{containers: [Object.spec.containers{${fields}}]}}`
  return [
    apply('apply-data', "Object{data: {'added': 'x'}}"),
    apply('apply-labels', "Object{metadata: Object.metadata{labels: {'added': object.data.a}}}"),
    apply('apply-nothing', 'Object{}'),
    apply('apply-replace', "Object{data: {'a': object.data.a + '!'}}"),
    apply('apply-conditional', "has(object.data.none) ? Object{data: {'x': 'y'}} : Object{}"),
    apply('apply-immutable', 'Object{immutable: true}'),
    apply('apply-unknown', 'Object{nothing: true}'),
    apply('apply-type', 'Object{immutable: 1}'),
    apply('apply-value-type', "Object{data: {'a': 1}}"),
    apply('apply-wrong-name', "Object{metadata: Object.spec{labels: {'x': 'y'}}}"),
    apply('apply-dynamic', "Object{data: dyn({'x': 'y'})}"),
    apply('apply-null', 'Object{data: null}'),
    apply('apply-optional', 'Object{?immutable: optional.of(true), ?data: optional.none()}'),
    apply('apply-name', "Object{metadata: Object.metadata{name: 'renamed'}}"),
    apply('apply-finalizers', "Object{metadata: Object.metadata{finalizers: ['a.b/c']}}"),
    apply('apply-kind', "Object{kind: 'Secret'}"),
    apply('apply-variables', "Object{data: {'sum': string(variables.sum)}}", {
      variables: [{ name: 'sum', expression: 'int(object.data.a) + int(object.data.b)' }],
    }),
    apply('apply-request', "Object{data: {'user': request.userInfo.username, 'ns': namespaceObject.metadata.name}}"),
    apply('apply-map', "Object{data: {'x': 'y', 'size': string(size(object.data))}}", {}, [{}, { data: { a: '1' } }]),
    apply('apply-computed', "Object{data: {object.data.a: 'key'}}"),
    {
      id: 'apply-twice',
      spec: {
        mutations: [
          applyConfiguration("Object{data: {'first': 'x'}}"),
          applyConfiguration("Object{data: {'second': object.data.first + '2'}}"),
        ],
      },
    },
    pod('apply-container', container("name: 'c', imagePullPolicy: 'Never'")),
    pod(
      'apply-sidecar',
      container("name: 'sidecar', image: 'proxy', env: [Object.spec.containers.env{name: 'A', value: 'b'}]"),
    ),
    pod('apply-atomic', "Object{spec: Object.spec{containers: [Object.spec.containers{name: 'c', command: ['x']}]}}"),
    pod('apply-selector', "Object{spec: Object.spec{nodeSelector: {'disk': 'ssd'}}}", { nodeSelector: { zone: 'a' } }),
    pod(
      'apply-tolerations',
      "Object{spec: Object.spec{tolerations: [Object.spec.tolerations{key: 'k', operator: 'Exists'}]}}",
    ),
    pod(
      'apply-quantity',
      container("name: 'c', resources: Object.spec.containers.resources{requests: {'cpu': '100m'}}"),
    ),
    pod(
      'apply-security',
      'Object{spec: Object.spec{securityContext: Object.spec.securityContext{runAsNonRoot: true}}}',
    ),
    pod('apply-wrong-item', 'Object{spec: Object.spec{containers: [Object.spec{}]}}'),
    pod(
      'apply-comprehension',
      "Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, imagePullPolicy: 'Always'})}}",
      {
        containers: [
          { name: 'a', image: 'i' },
          { name: 'b', image: 'i' },
        ],
      },
    ),
    pod(
      'apply-ports',
      container("name: 'c', ports: [Object.spec.containers.ports{containerPort: 80, protocol: 'TCP'}]"),
      {
        containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 81 }] }],
      },
    ),
    pod('apply-invalid', container("name: 'c', imagePullPolicy: 'Sometimes'")),
  ]
}

function patched(namespace: string, prefix: string): readonly PolicyEntry[] {
  const pod = (id: string, expression: string): PolicyEntry =>
    patch(id, expression, podRules(namespace, prefix, id), podSend(namespace, prefix, id))
  return [
    patch('patch-add', "[JSONPatch{op: 'add', path: '/data/x', value: 'y'}]"),
    patch('patch-remove', "[JSONPatch{op: 'remove', path: '/data/a'}]"),
    patch('patch-replace', "[JSONPatch{op: 'replace', path: '/data/a', value: object.data.a + '!'}]"),
    patch('patch-copy', "[JSONPatch{op: 'copy', from: '/data/a', path: '/data/c'}]"),
    patch('patch-move', "[JSONPatch{op: 'move', from: '/data/a', path: '/data/c'}]"),
    patch(
      'patch-test',
      "[JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'add', path: '/data/t', value: 'x'}]",
      {},
      [{}, { data: { a: '2' } }],
    ),
    patch('patch-missing', "[JSONPatch{op: 'remove', path: '/data/none'}]"),
    patch('patch-no-parent', "[JSONPatch{op: 'add', path: '/spec/x', value: 1}]"),
    patch('patch-op', "[JSONPatch{op: 'frobnicate', path: '/data/a'}]"),
    patch('patch-empty-op', "[JSONPatch{path: '/data/a'}]"),
    patch('patch-no-path', "[JSONPatch{op: 'add', value: 'x'}]"),
    patch('patch-no-value', "[JSONPatch{op: 'add', path: '/data/x'}]"),
    patch('patch-null', "[JSONPatch{op: 'add', path: '/data', value: null}]"),
    patch('patch-type', "[JSONPatch{op: 'add', path: '/data/x', value: 1}]"),
    patch('patch-unknown', "[JSONPatch{op: 'add', path: '/nothing', value: 1}]"),
    patch('patch-map', "[JSONPatch{op: 'add', path: '/data', value: {'n': 'm'}}]"),
    patch(
      'patch-object',
      "[JSONPatch{op: 'replace', path: '/metadata', value: Object.metadata{name: 'patch-object', labels: {'l': 'v'}}}]",
    ),
    patch(
      'patch-escaped',
      "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a.b/c'), value: 'v'}]",
    ),
    patch('patch-tilde', "[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('x~y'), value: 'v'}]"),
    patch('patch-conditional', "has(object.data.none) ? [JSONPatch{op: 'remove', path: '/data'}] : []"),
    patch(
      'patch-wrong-name',
      "[JSONPatch{op: 'add', path: '/metadata/labels', value: Object.metadata{x: Object.spec{}}}]",
    ),
    patch('patch-each', "object.data.map(k, JSONPatch{op: 'add', path: '/data/copy-' + k, value: k})"),
    patch('patch-nothing', "[JSONPatch{op: 'add', path: '/data/a', value: '1'}].filter(x, false)"),
    patch('patch-time', "[JSONPatch{op: 'add', path: '/data/t', value: timestamp('2020-01-01T00:00:00Z')}]"),
    patch('patch-duration', "[JSONPatch{op: 'add', path: '/data/t', value: duration('90s')}]"),
    patch('patch-quantity', "[JSONPatch{op: 'add', path: '/data/t', value: quantity('1k')}]"),
    patch('patch-bytes', "[JSONPatch{op: 'add', path: '/data/t', value: b'abc'}]"),
    patch('patch-boolean', "[JSONPatch{op: 'add', path: '/immutable', value: true}]"),
    pod(
      'patch-container',
      "[JSONPatch{op: 'add', path: '/spec/containers/-', value: Object.spec.containers{name: 'd', image: 'j'}}]",
    ),
    pod('patch-index', "[JSONPatch{op: 'replace', path: '/spec/containers/0/image', value: 'other'}]"),
    pod('patch-out-of-range', "[JSONPatch{op: 'replace', path: '/spec/containers/5/image', value: 'other'}]"),
    pod('patch-number', "[JSONPatch{op: 'add', path: '/spec/activeDeadlineSeconds', value: 30}]"),
    pod('patch-double', "[JSONPatch{op: 'add', path: '/spec/activeDeadlineSeconds', value: 30.5}]"),
    pod('patch-list', "[JSONPatch{op: 'add', path: '/spec/containers/0/args', value: ['a', 'b']}]"),
  ]
}

const broken = "Object{data: {'x': object.data.none}}"

const failures: readonly PolicyEntry[] = [
  apply('fails', broken),
  apply('fails-ignored', broken, { failurePolicy: 'Ignore' }),
  patch('patch-fails', "[JSONPatch{op: 'add', path: '/data/x', value: object.data.none}]"),
  apply('divides', "Object{data: {'x': string(1 / 0)}}"),
  apply('costs', "Object{data: {'x': string(lists.range(1000).all(i, lists.range(1000).all(j, true)))}}"),
  {
    id: 'first-fails',
    spec: { mutations: [applyConfiguration(broken), applyConfiguration("Object{data: {'second': 'x'}}")] },
  },
  {
    id: 'both-fail',
    spec: { mutations: [applyConfiguration(broken), jsonPatch("[JSONPatch{op: 'remove', path: '/data/none'}]")] },
  },
  {
    id: 'first-ignored',
    spec: {
      failurePolicy: 'Ignore',
      mutations: [applyConfiguration(broken), applyConfiguration("Object{data: {'second': 'x'}}")],
    },
  },
  apply(
    'mutation-condition',
    "Object{data: {'x': 'y'}}",
    {
      matchConditions: [{ name: 'a', expression: "object.data.a == '2'" }],
    },
    [{}, { data: { a: '2' } }],
  ),
  apply('mutation-condition-fails', "Object{data: {'x': 'y'}}", {
    matchConditions: [{ name: 'a', expression: 'object.data.none == 1' }],
  }),
  apply('broken-variable-of-mutation', 'Object{data: {"x": variables.v}}', {
    variables: [{ name: 'v', expression: 'object.data.none' }],
  }),
  apply('unserved-kind', 'Object{}', { paramKind: { apiVersion: 'v1', kind: 'Nothing' } }),
  apply('authorized', "Object{data: {'may': string(authorizer.requestResource.check('delete').allowed())}}"),
]

function reinvoked(prefix: string): readonly PolicyEntry[] {
  const shared = (id: string, mutation: object, policy: string): PolicyEntry => ({
    id,
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
        objectSelector: { matchLabels: { shared: `${prefix}-${policy}` } },
      },
      reinvocationPolicy: policy,
      mutations: [mutation],
    },
    send: [],
  })
  const count = "Object{data: {'count': has(object.data.count) ? object.data.count + 'I' : 'I'}}"
  return [
    { ...apply('once', count, { reinvocationPolicy: 'Never' }) },
    { ...apply('again', count, { reinvocationPolicy: 'IfNeeded' }) },
    shared('ordered-first', applyConfiguration(count), 'IfNeeded'),
    {
      ...shared(
        'ordered-second',
        applyConfiguration("Object{data: {'seen': has(object.data.count) ? 'yes' : 'no'}}"),
        'IfNeeded',
      ),
      send: [{ labels: { shared: `${prefix}-IfNeeded` } }],
    },
  ]
}

const withParam = (id: string, paramRef?: object): PolicyEntry => ({
  ...apply(id, "Object{data: {params.metadata.name: 'at most ' + string(params.revision)}}", {
    paramKind: { apiVersion: 'apps/v1', kind: 'ControllerRevision' },
  }),
  binding: paramRef === undefined ? {} : { paramRef },
})

const parameters: readonly PolicyEntry[] = [
  withParam('mutation-param', { name: 'five', parameterNotFoundAction: 'Deny' }),
  withParam('mutation-params', { selector: { matchLabels: { tier: 'a' } }, parameterNotFoundAction: 'Deny' }),
  withParam('mutation-param-missing', { name: 'none', parameterNotFoundAction: 'Deny' }),
  withParam('mutation-param-allowed', { name: 'none', parameterNotFoundAction: 'Allow' }),
  withParam('mutation-without-param'),
]
