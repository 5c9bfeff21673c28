import type { Case, Step } from '../case.ts'
import { policyCase, type PolicyEntry } from './policy-steps.ts'

interface Target {
  readonly group: string
  readonly version: string
  readonly resource: string
  /** Cluster-scoped where it is true. */
  readonly isGlobal?: boolean
  readonly body: Readonly<Record<string, unknown>>
}

const pod = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const selector = { matchLabels: { a: 'b' } }

const targets: Readonly<Record<string, Target>> = {
  deployment: {
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    body: { spec: { selector, template: pod } },
  },
  'stateful-set': {
    group: 'apps',
    version: 'v1',
    resource: 'statefulsets',
    body: { spec: { selector, serviceName: 's', template: pod } },
  },
  service: {
    group: '',
    version: 'v1',
    resource: 'services',
    body: { spec: { clusterIP: 'None', ports: [{ name: 'http', port: 80 }] } },
  },
  secret: { group: '', version: 'v1', resource: 'secrets', body: { data: { k: 'eA==' } } },
  job: {
    group: 'batch',
    version: 'v1',
    resource: 'jobs',
    body: { spec: { suspend: true, template: { ...pod, spec: { ...pod.spec, restartPolicy: 'Never' } } } },
  },
  ingress: {
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'ingresses',
    body: {
      spec: {
        rules: [
          {
            host: 'a.b',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 1 } } } }],
            },
          },
        ],
      },
    },
  },
  role: {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'roles',
    body: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  },
  'priority-class': {
    group: 'scheduling.k8s.io',
    version: 'v1',
    resource: 'priorityclasses',
    isGlobal: true,
    body: { value: 5 },
  },
  claim: {
    group: '',
    version: 'v1',
    resource: 'persistentvolumeclaims',
    body: {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' },
    },
  },
}

function apply(expression: string): object {
  return { patchType: 'ApplyConfiguration', applyConfiguration: { expression } }
}

function patch(expression: string): object {
  return { patchType: 'JSONPatch', jsonPatch: { expression } }
}

const template = (fields: string): string =>
  `Object{spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{${fields}}}}}`

/** Mutations by the name of their policy; the first word names the kind. */
const mutations: Readonly<Record<string, readonly [target: string, ...mutations: readonly object[]]>> = {
  'deployment-replicas': ['deployment', apply('Object{spec: Object.spec{replicas: 3}}')],
  'deployment-container': [
    'deployment',
    apply(template("containers: [Object.spec.template.spec.containers{name: 'c', imagePullPolicy: 'Never'}]")),
  ],
  'deployment-init': [
    'deployment',
    apply(
      template(
        "initContainers: [Object.spec.template.spec.initContainers{name: 'mesh', image: 'm', restartPolicy: 'Always'}]",
      ),
    ),
  ],
  'deployment-strategy': [
    'deployment',
    apply("Object{spec: Object.spec{strategy: Object.spec.strategy{type: 'Recreate'}}}"),
    patch("[JSONPatch{op: 'remove', path: '/spec/strategy/rollingUpdate'}]"),
  ],
  'deployment-selector': [
    'deployment',
    apply("Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {'x': 'y'}}}}"),
  ],
  'deployment-both': [
    'deployment',
    apply('Object{spec: Object.spec{replicas: 3}}'),
    patch(
      "[JSONPatch{op: 'test', path: '/spec/replicas', value: 3}, JSONPatch{op: 'replace', path: '/spec/replicas', value: object.spec.replicas + 1}]",
    ),
  ],
  'deployment-env': [
    'deployment',
    patch(
      "object.spec.template.spec.containers.map(c, JSONPatch{op: 'add', path: '/spec/template/spec/containers/0/env', value: [{'name': 'N', 'value': c.name}]})",
    ),
  ],
  'stateful-set-claims': [
    'stateful-set',
    patch(
      "[JSONPatch{op: 'add', path: '/spec/volumeClaimTemplates', value: [{'metadata': {'name': 'd'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}}}]}]",
    ),
  ],
  'stateful-set-policy': ['stateful-set', apply("Object{spec: Object.spec{podManagementPolicy: 'Parallel'}}")],
  'service-ports': [
    'service',
    apply("Object{spec: Object.spec{ports: [Object.spec.ports{port: 443, protocol: 'TCP', name: 'https'}]}}"),
  ],
  'service-ports-without-key': [
    'service',
    apply("Object{spec: Object.spec{ports: [Object.spec.ports{name: 'https'}]}}"),
  ],
  'service-int-or-string': ['service', patch("[JSONPatch{op: 'add', path: '/spec/ports/0/targetPort', value: 'web'}]")],
  'service-selector': ['service', apply("Object{spec: Object.spec{selector: {'app': object.metadata.name}}}")],
  'secret-bytes': ['secret', patch("[JSONPatch{op: 'add', path: '/data/extra', value: b'abc'}]")],
  'secret-text': ['secret', apply("Object{stringData: {'plain': 'text'}}")],
  'secret-type': ['secret', apply("Object{type: 'example.com/own'}")],
  'secret-bad-bytes': ['secret', apply("Object{data: {'x': 'not base64!'}}")],
  'job-limits': ['job', apply('Object{spec: Object.spec{backoffLimit: 2, ttlSecondsAfterFinished: 60}}')],
  'job-type': ['job', apply("Object{spec: Object.spec{backoffLimit: '2'}}")],
  'job-labels': [
    'job',
    patch(
      "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: string(has(object.spec.parallelism))}]",
    ),
  ],
  'ingress-class': ['ingress', apply("Object{spec: Object.spec{ingressClassName: 'nginx'}}")],
  'ingress-rules': ['ingress', apply("Object{spec: Object.spec{rules: [Object.spec.rules{host: 'x.y'}]}}")],
  'ingress-tls': [
    'ingress',
    patch("[JSONPatch{op: 'add', path: '/spec/tls', value: [{'hosts': object.spec.rules.map(r, r.host)}]}]"),
  ],
  'deployment-fraction': ['deployment', apply('Object{spec: Object.spec{replicas: 1.5}}')],
  'deployment-surge': [
    'deployment',
    apply(
      'Object{spec: Object.spec{strategy: Object.spec.strategy{rollingUpdate: Object.spec.strategy.rollingUpdate{maxSurge: true}}}}',
    ),
  ],
  'claim-bad-size': [
    'claim',
    apply("Object{spec: Object.spec{resources: Object.spec.resources{requests: {'storage': 'x'}}}}"),
  ],
  'claim-bad-time': ['claim', apply("Object{metadata: Object.metadata{creationTimestamp: 'x'}}")],
  'secret-bad-patch': ['secret', patch("[JSONPatch{op: 'add', path: '/data/x', value: 'not base64!'}]")],
  'role-rules': ['role', apply("Object{rules: [Object.rules{verbs: ['*']}]}")],
  'role-rule-added': [
    'role',
    patch(
      "[JSONPatch{op: 'add', path: '/rules/-', value: {'apiGroups': ['apps'], 'resources': ['deployments'], 'verbs': ['get']}}]",
    ),
  ],
  'priority-class-value': ['priority-class', apply('Object{value: 7}')],
  'priority-class-text': ['priority-class', apply("Object{description: 'from ' + request.userInfo.username}")],
  'claim-size': [
    'claim',
    apply("Object{spec: Object.spec{resources: Object.spec.resources{requests: {'storage': '2Gi'}}}}"),
  ],
  'claim-modes': ['claim', apply("Object{spec: Object.spec{accessModes: ['ReadOnlyMany']}}")],
  'claim-quantity': ['claim', patch("[JSONPatch{op: 'replace', path: '/spec/resources/requests/storage', value: 3}]")],
  'custom-text': ['custom', apply("Object{spec: Object.spec{name: object.spec.name + '!'}}")],
  'custom-keyed': [
    'custom',
    apply("Object{spec: Object.spec{items: [Object.spec.items{k: 'a', v: 2}, Object.spec.items{k: 'b', v: 3}]}}"),
  ],
  'custom-keyed-default': ['custom', apply('Object{spec: Object.spec{items: [Object.spec.items{v: 2}]}}')],
  'custom-set': ['custom', apply("Object{spec: Object.spec{tags: ['x', 'y']}}")],
  'custom-atomic': ['custom', apply("Object{spec: Object.spec{words: ['x']}}")],
  'custom-map': ['custom', apply("Object{spec: Object.spec{labels: {'b': 'c'}}}")],
  'custom-atomic-map': ['custom', apply('Object{spec: Object.spec{whole: Object.spec.whole{a: 1}}}')],
  'custom-open': ['custom', apply("Object{spec: Object.spec{open: Object.spec.open{any: 'x'}}}")],
  'custom-unknown': ['custom', apply("Object{spec: Object.spec{none: 'x'}}")],
  'custom-type': ['custom', apply('Object{spec: Object.spec{name: 1}}')],
  'custom-invalid': ['custom', apply("Object{spec: Object.spec{name: 'far too long a name'}}")],
  'custom-rule': ['custom', apply('Object{spec: Object.spec{count: 99}}')],
  'custom-status': ['custom', apply("Object{status: Object.status{phase: 'x'}}")],
  'custom-patch': ['custom', patch("[JSONPatch{op: 'add', path: '/spec/tags/-', value: 'z'}]")],
  'custom-patch-unknown': ['custom', patch("[JSONPatch{op: 'add', path: '/spec/none', value: 1}]")],
  'custom-patch-removed': ['custom', patch("[JSONPatch{op: 'remove', path: '/spec/name'}]")],
  'custom-metadata': [
    'custom',
    apply("Object{metadata: Object.metadata{annotations: {'a': 'b'}, finalizers: ['x.y/z']}}"),
  ],
}

/** Mutating policies over several kinds, and over a custom kind with every type of list and map. */
export function mutatedKinds(namespace: string, prefix: string): Case {
  const group = `${prefix}.mutated.example.com`
  const all: Readonly<Record<string, Target>> = { ...targets, custom: customTarget(group) }
  return policyCase({
    name: 'kinds of mutations',
    type: 'Mutating',
    namespace,
    prefix,
    before: [{ method: 'POST', path: crds, body: crd(group), silent: true }],
    after: [{ method: 'DELETE', path: `${crds}/mutants.${group}`, silent: true }],
    entries: Object.entries(mutations).flatMap(([id, [name, ...changes]]) => {
      const target = all[name]
      return target === undefined ? [] : [entry({ id, target, changes, namespace, prefix })]
    }),
  })
}

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

interface EntryOptions {
  readonly id: string
  readonly target: Target
  readonly changes: readonly object[]
  readonly namespace: string
  readonly prefix: string
}

function entry({ id, target, changes, namespace, prefix }: EntryOptions): PolicyEntry {
  const { group, version, resource, isGlobal = false, body } = target
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const rule = { apiGroups: [group], apiVersions: [version], operations: ['CREATE'], resources: [resource] }
  const labels = { policy: `${prefix}-${id}` }
  const step: Partial<Step> = {
    path: `${root}${isGlobal ? '' : `/namespaces/${namespace}`}/${resource}?dryRun=All`,
    body: { metadata: { name: `${prefix}-${id}`, labels }, ...body },
  }
  const matchConstraints = { resourceRules: [rule], objectSelector: { matchLabels: labels } }
  return { id, spec: { matchConstraints, mutations: changes }, send: [step] }
}

function customTarget(group: string): Target {
  const spec = {
    name: 'a',
    count: 1,
    items: [{ k: 'a', v: 1 }],
    tags: ['x'],
    words: ['w'],
    labels: { a: 'b' },
    whole: { b: 2 },
    open: { kept: true },
  }
  return { group, version: 'v1', resource: 'mutants', body: { apiVersion: `${group}/v1`, kind: 'Mutant', spec } }
}

function crd(group: string): object {
  const text = { type: 'string', maxLength: 10 }
  const item = { type: 'object', required: ['k'], properties: { k: { ...text, default: 'd' }, v: { type: 'integer' } } }
  const spec = {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      count: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self < 10', message: 'too many' }] },
      items: { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
      tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      words: { type: 'array', items: text },
      labels: { type: 'object', additionalProperties: text },
      whole: {
        type: 'object',
        'x-kubernetes-map-type': 'atomic',
        properties: { a: { type: 'integer' }, b: { type: 'integer' } },
      },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  }
  const status = { type: 'object', properties: { phase: text } }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `mutants.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'mutants', kind: 'Mutant' },
      versions: [{ name: 'v1', served: true, storage: true, schema, subresources: { status: {} } }],
    },
  }
}
